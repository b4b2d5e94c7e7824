import { defineExtension } from '../../judging/plugins/ports.js';

/** Captures of crawl archives, which a crawl requests instead of pages of hosts. */
export default defineExtension({
  ports: {
    captures: { load: async () => (await import('./open-captures.js')).captures },
  },
});

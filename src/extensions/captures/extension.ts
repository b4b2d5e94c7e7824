import { defineExtension } from '../../judging/plugins/ports.js';

/** Captures of crawl archives, which a crawl requests instead of pages of hosts, and versions of pages among them. */
export default defineExtension({
  ports: {
    captures: { load: async () => (await import('./open-captures.js')).captures },
    versions: {
      load: async () => {
        const { versionsFeature } = await import('./judge-versions.js');
        return { open: () => versionsFeature };
      },
    },
  },
});

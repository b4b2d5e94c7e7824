import { defineExtension } from '../../judging/plugins/ports.js';

/** Webs in files, which are crawled instead of the network. */
export default defineExtension({
  ports: {
    storedWebs: { load: async () => (await import('./stored-webs.js')).storedWebs },
  },
});

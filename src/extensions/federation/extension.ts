import { defineExtension } from '../../judging/plugins/ports.js';

/** Queries over several sources together. */
export default defineExtension({
  ports: {
    federation: { load: async () => ({ open: (await import('./federate.js')).federate }) },
  },
});

import { defineExtension } from '../../judging/plugins/ports.js';

/** The Reconciliation API over topics. */
export default defineExtension({
  ports: {
    reconciliation: { load: async () => (await import('./service.js')).reconciliation },
  },
});

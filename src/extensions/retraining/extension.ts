import { defineExtension } from '../../judging/plugins/ports.js';

/** Training the classifier again while a crawl runs. */
export default defineExtension({
  ports: {
    retraining: { load: async () => ({ open: (await import('./open-retraining.js')).openRetraining }) },
  },
});

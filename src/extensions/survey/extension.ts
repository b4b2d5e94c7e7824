import { defineExtension } from '../../judging/plugins/ports.js';

/** An estimate of how many relevant pages a crawl has not found yet. */
export default defineExtension({
  ports: {
    survey: { load: async () => (await import('./survey.js')).survey },
  },
});

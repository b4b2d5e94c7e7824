import { defineExtension } from '../../judging/plugins/ports.js';

/** Queries over what a crawl has found, which end it. */
export default defineExtension({
  ports: {
    foundQueries: { load: async () => (await import('./found-queries-feature.js')).foundQueries },
  },
});

import { definePlugin } from '../../judging/plugins/plugin.js';

/** Queries over several sources together. */
export default definePlugin({
  engines: {
    comunica: {
      summary: 'several knowledge bases and endpoints together, by Comunica',
      load: async () => ({ federate: (await import('./federation.js')).createFederation }),
    },
  },
});

import { definePlugin } from '../../judging/plugins/plugin.js';

/** Linking by DBpedia Spotlight. */
export default definePlugin({
  linkers: {
    spotlight: {
      summary: 'the service DBpedia Spotlight',
      load: async () => (await import('./open-spotlight.js')).spotlight,
    },
  },
});

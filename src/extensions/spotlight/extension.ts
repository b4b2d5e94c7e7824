import { defineExtension } from '../../judging/plugins/ports.js';

/** Linking by DBpedia Spotlight. */
export default defineExtension({
  linkers: {
    spotlight: {
      summary: 'the service DBpedia Spotlight',
      load: async () => (await import('./open-spotlight.js')).spotlight,
    },
  },
});

import { defineExtension } from '../../judging/plugins/ports.js';

/** Vocabularies in SKOS: topics out of them, and the subjects of pages. */
export default defineExtension({
  ports: {
    vocabularies: { load: async () => (await import('./vocabularies.js')).vocabularies },
    subjects: { load: async () => (await import('./subjects-feature.js')).subjectsFeature },
  },
});

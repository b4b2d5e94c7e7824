import { defineExtension } from '../../judging/plugins/ports.js';

/** Vocabularies in SKOS: topics out of them, and the subjects of pages. */
export default defineExtension({
  ports: {
    vocabularies: { load: async () => (await import('./vocabularies.js')).vocabularies },
    readRdf: { load: async () => (await import('./rdf/read-rdf.js')).readRdf },
    subjects: { load: async () => (await import('./subjects-feature.js')).subjectsFeature },
  },
});

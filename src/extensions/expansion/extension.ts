import { defineExtension } from '../../judging/plugins/ports.js';

/** What WordNet knows about the nouns of topics. */
export default defineExtension({
  ports: {
    hierarchy: { load: async () => (await import('./hierarchy.js')).hierarchy },
    expansion: { load: async () => (await import('./expand-topic.js')).expansionPort },
  },
  commands: {
    expand: {
      section: 'Topics and knowledge bases',
      summary:
        "Expand a topic's characteristic nouns by WordNet, as SKOS in a graph of its own: synonyms, what is above, what is below. " +
        'The semantic classifiers read it; sfwc build makes it again when the topic changes.',
      load: async () => (await import('./expand-command.js')).expandCommand,
    },
  },
});

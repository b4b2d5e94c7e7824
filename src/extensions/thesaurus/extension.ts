import type { SettledParts } from '../../crawling/priority/strategy-parts.js';
import { defineExtension } from '../../judging/plugins/ports.js';

const load = () => import('./command.js');

/** Faceted thesauri. */
export default defineExtension({
  ports: {
    vocabularyCandidates: {
      load: async () => (await import('./vocabulary-candidates.js')).vocabularyCandidates,
    },
    thesauri: { load: async () => (await import('./thesauri.js')).thesauri },
  },
  strategies: {
    thesaurus: {
      summary: 'words of a thesaurus in URL and anchor window (Badia et al. 2006)',
      follow: 'all',
      needs: 'texts',
      load: async () => {
        const { thesaurusOf, thesaurusPriority } = await import('./thesaurus-strategy.js');
        return ({ sight, meanings, thesaurus, settings }: SettledParts) => {
          const topic = sight();
          return thesaurusPriority(
            topic,
            thesaurus ?? thesaurusOf(topic.terms, meanings()),
            settings.thesaurus,
          );
        };
      },
    },
  },
  classifiers: {
    thesaurus: {
      summary: 'terms of a thesaurus by facet; requires --thesaurus (Badia et al. 2006)',
      load: async () => (await import('./thesaurus-classifier.js')).thesaurusClassifier,
    },
  },
  commands: {
    'thesaurus validate': {
      group:
        'Validate, describe and propose thesauri: the words of a topic by facet, for --classifier thesaurus.',
      section: 'Topics and knowledge bases',
      args: '<file>',
      summary:
        'Validate a thesaurus: SKOS in RDF/XML, Turtle, N-Triples or JSON-LD, one concept scheme per facet. Lists all problems with their lines.',
      load: async () => (await load()).validateCommand,
    },
    'thesaurus info': {
      args: '<file>',
      summary: 'Show the number of concepts and labels in each facet of a thesaurus.',
      load: async () => (await load()).infoCommand,
    },
    'thesaurus suggest': {
      summary:
        'Propose facets and terms of a thesaurus from a topic of a knowledge base, for manual editing.',
      load: async () => (await load()).suggestCommand,
    },
  },
});

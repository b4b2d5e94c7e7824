import { defineExtension } from '../../judging/plugins/ports.js';

const load = () => import('./command.js');

/** Linking by names of dumps. */
export default defineExtension({
  linkers: {
    'label-index': {
      summary: 'names of dumps, from a label index among --labels',
      follows: 'gazetteer',
      load: async () => (await import('./label-index-linker.js')).labelIndexLinker,
    },
  },
  commands: {
    'labels index': {
      group: 'Make and inspect label indexes: millions of names from dumps in one compact file, for linking.',
      section: 'Topics and knowledge bases',
      args: '<dump...>',
      summary:
        'Make a label index of DBpedia or Wikidata dumps: labels, redirects, disambiguations, counts; .nt, .ttl, .nq, .json, ' +
        '.tsv, also .gz and .bz2. Name the dumps before the options.',
      load: async () => (await load()).indexCommand,
    },
    'labels info': {
      args: '<index>',
      summary: 'Check that a label index is intact, and describe it.',
      load: async () => (await load()).infoCommand,
    },
    'labels lookup': {
      args: '<index> <name...>',
      summary: 'Look up the meanings of names in a label index, the most common first.',
      load: async () => (await load()).lookupCommand,
    },
  },
});

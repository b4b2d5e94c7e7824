import { defineExtension } from '../../judging/plugins/ports.js';

/** Nouns of accepted pages in full. */
export default defineExtension({
  commands: {
    annotate: {
      section: 'Results',
      args: '<out>',
      summary:
        'Add every mention of a noun in the accepted pages of a crawl to its folder as NIF, with lemma, tag, class and meaning. ' +
        'Ctrl-C stops it; the next call continues.',
      load: async () => (await import('./command.js')).annotateCommand,
    },
  },
});

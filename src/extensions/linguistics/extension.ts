import { defineExtension } from '../../judging/plugins/ports.js';

/** Accepted pages as corpora of linguists. */
export default defineExtension({
  commands: {
    'corpus export': {
      group: 'Make corpora: of a category of a wiki, or of the accepted pages of a crawl.',
      section: 'Results',
      args: '<out>',
      summary:
        'Write the accepted pages of a crawl as a corpus with sentences, words, lemmas and tags: CoNLL-U, vertical text for Sketch ' +
        'Engine and KonText, or TEI.',
      load: async () => (await import('./command.js')).corpusExportCommand,
    },
  },
});

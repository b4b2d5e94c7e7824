import { defineExtension } from '../../judging/plugins/ports.js';

/** A corpus from a category of a wiki, and the exports of wikis. */
export default defineExtension({
  ports: {
    wikiApis: { load: async () => ({ open: (await import('./mediawiki-api.js')).createWikiApi }) },
  },
  commands: {
    'corpus wikipedia': {
      summary:
        'Make a corpus of the pages of a category of Wikipedia or any other MediaWiki, through its API or from XML exports. ' +
        'Run the same command again to continue after an interruption.',
      load: async () => (await import('./command.js')).corpusWikipediaCommand,
    },
  },
});

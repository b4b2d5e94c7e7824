import { definePlugin } from '../../judging/plugins/plugin.js';

/** A corpus from a category of a wiki, and the exports of wikis. */
export default definePlugin({
  readers: {
    mediawiki: {
      summary: 'an XML export of a MediaWiki',
      kind: 'records',
      endings: ['.xml', '.xml.gz', '.xml.bz2'],
      load: async () => (await import('./mediawiki/mediawiki-export.js')).createMediaWikiReader,
    },
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

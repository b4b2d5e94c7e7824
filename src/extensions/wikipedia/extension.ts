import { loadPort } from '../../judging/plugins/load-port.js';
import { defineExtension } from '../../judging/plugins/ports.js';

/** A corpus from a category of a wiki, and the exports of wikis. */
export default defineExtension({
  ports: {
    wikiApis: { load: async () => ({ open: (await import('./mediawiki-api.js')).createWikiApi }) },
  },
  readers: {
    mediawiki: {
      summary: 'an XML export of a MediaWiki',
      kind: 'records',
      endings: ['.xml', '.xml.gz', '.xml.bz2'],
      load: async () => {
        const { mediaWikiFormat } = await import('./mediawiki/mediawiki-export.js');
        return (await loadPort('recordFiles')).recordReader(mediaWikiFormat);
      },
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

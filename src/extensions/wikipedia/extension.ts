import { definePlugin } from '../../judging/plugins/plugin.js';

/** A corpus from a category of a wiki. */
export default definePlugin({
  commands: {
    'corpus wikipedia': {
      summary:
        'Make a corpus of the pages of a category of Wikipedia or any other MediaWiki, through its API or from XML exports. ' +
        'Run the same command again to continue after an interruption.',
      load: async () => (await import('./command.js')).corpusWikipediaCommand,
    },
  },
});

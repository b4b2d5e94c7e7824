import { defineExtension } from '../../judging/plugins/ports.js';

/** Webs in files, which are crawled instead of the network; archives are read as corpora as well. */
export default defineExtension({
  commands: {
    filter: {
      section: 'Crawls',
      args: '<archives...>',
      summary:
        'Judge all pages of web archives (WARC, WET), one file per thread, and write the accepted records as WARC and Parquet. ' +
        'The same command continues after an interruption.',
      load: async () => (await import('./filter/filter-command.js')).filterCommand,
    },
  },
  ports: {
    storedWebs: { load: async () => (await import('./stored-webs.js')).storedWebs },
  },
});

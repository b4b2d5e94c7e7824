import { loadPort } from '../../judging/plugins/load-port.js';
import { defineExtension } from '../../judging/plugins/ports.js';

/** Webs in files, which are crawled instead of the network; archives are read as corpora as well. */
export default defineExtension({
  readers: {
    warc: {
      summary: 'web archives',
      kind: 'records',
      endings: ['.warc', '.wet', '.warc.gz', '.wet.gz'],
      load: async () => {
        const { warcFormat } = await import('./warc-corpus.js');
        return (await loadPort('recordFiles')).recordReader(warcFormat);
      },
    },
  },
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

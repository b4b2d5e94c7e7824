import { defineExtension } from '../../judging/plugins/ports.js';

/** Corpora of records. */
export default defineExtension({
  ports: {
    recordFiles: {
      load: async () => {
        const [{ readRows }, { readObjects }, { recordReader }] = await Promise.all([
          import('./delimited.js'),
          import('./json-lines.js'),
          import('./record-reader.js'),
        ]);
        return { readRows, readObjects, recordReader };
      },
    },
  },
  readers: {
    jsonl: {
      summary: 'JSON lines',
      kind: 'records',
      endings: ['.jsonl', '.ndjson', '.jsonl.gz', '.ndjson.gz'],
      load: async () => (await import('./json-lines.js')).createJsonLinesReader,
    },
    csv: {
      summary: 'tables separated by commas, semicolons or tabs',
      kind: 'records',
      endings: ['.csv', '.tsv', '.csv.gz', '.tsv.gz'],
      load: async () => (await import('./delimited.js')).createDelimitedReader,
    },
  },
});

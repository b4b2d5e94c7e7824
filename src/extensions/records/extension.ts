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
});

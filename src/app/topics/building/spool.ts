import type { CorpusDocument } from '../../../model/document.js';
import { createJsonSpool, type JsonSpool } from '../../../support/files/json-spool.js';

/**
 * A corpus put by on disk. Building needs a corpus twice, for its titles and for its texts; a source may be slow to
 * read (HTML) or readable only once, and a corpus need not fit in memory.
 */
export interface Spool extends JsonSpool<CorpusDocument> {
  /** Leaves out the documents of these ids from then on. */
  leaveOut(ids: ReadonlySet<string>): void;
}

/** Opens a spool. */
export function openSpool(): Spool {
  const spool = createJsonSpool<CorpusDocument>('corpus');
  let leftOut: ReadonlySet<string> = new Set();
  return {
    ...spool,
    leaveOut: (ids) => {
      leftOut = ids;
    },
    read: async function* () {
      for await (const document of spool.read()) if (!leftOut.has(document.id)) yield document;
    },
  };
}

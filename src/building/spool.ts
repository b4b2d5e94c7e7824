import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { CorpusDocument } from '../model/document.js';
import { OutputError, messageOf } from '../model/errors.js';
import { makeTemporaryFolder } from '../support/files/temporary-folder.js';

/**
 * A corpus put by on disk. Building needs a corpus twice, for its titles and for its texts; a source may be slow to
 * read (HTML) or readable only once, and a corpus need not fit in memory.
 */
export interface Spool {
  add(document: CorpusDocument): Promise<void>;
  /** Leaves out the documents of these ids from then on. */
  leaveOut(ids: ReadonlySet<string>): void;
  /** The documents in the order in which they came; ends the adding. */
  read(): AsyncIterable<CorpusDocument>;
  remove(): Promise<void>;
}

/** Opens a spool in the system's folder for temporary files. @throws OutputError when it cannot be written */
export async function openSpool(): Promise<Spool> {
  const folder = await makeTemporaryFolder('corpus');
  const file = path.join(folder.path, 'corpus.jsonl');
  const handle = await open(file, 'w');
  let closed = false;
  let leftOut: ReadonlySet<string> = new Set();
  const close = async (): Promise<void> => {
    if (!closed) await handle.close();
    closed = true;
  };
  return {
    add: async (document) => {
      try {
        await handle.appendFile(`${JSON.stringify(document)}\n`);
      } catch (error) {
        throw new OutputError(`cannot write ${file}: ${messageOf(error)}`, {
          hint: 'set TMPDIR to a folder with room',
        });
      }
    },
    leaveOut: (ids) => {
      leftOut = ids;
    },
    read: async function* () {
      await close();
      for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
        if (line === '') continue;
        const document = JSON.parse(line) as CorpusDocument;
        if (!leftOut.has(document.id)) yield document;
      }
    },
    remove: async () => {
      await close();
      await folder.remove();
    },
  };
}

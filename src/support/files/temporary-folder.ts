import { createReadStream } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cannotWrite, IN_TMPDIR } from './cannot-write.js';
import { noteFinished, noteUnfinished } from './replace-file.js';
import { textLines } from './whole-lines.js';

export type TemporaryFolder = Awaited<ReturnType<typeof makeTemporaryFolder>>;

/** Makes a folder in the system's place for temporary files. It is removed when the process exits before. @throws OutputError */
export async function makeTemporaryFolder(purpose: string) {
  const folder = await mkdtemp(path.join(tmpdir(), `sfwc-${purpose}-`)).catch((error: unknown) => {
    throw cannotWrite(tmpdir(), error, { what: `in ${tmpdir()}`, then: IN_TMPDIR });
  });
  noteUnfinished(folder);
  return {
    path: folder,
    /** Removes it with all that is in it. */
    async remove(): Promise<void> {
      await rm(folder, { recursive: true, force: true });
      noteFinished(folder);
    },
    /** The folder stays from now on, whatever happens to the process, until it is removed. */
    keep: () => noteFinished(folder),
  };
}

/** Makes a spool of values that JSON can hold: few of them stay in memory, more go to a temporary file. */
export function createJsonSpool<T>(purpose: string, charactersInMemory = 1_000_000) {
  let text = '';
  let folder: TemporaryFolder | undefined;
  let written = Promise.resolve();
  let isRemoved = false;
  const write = async (): Promise<void> => {
    const part = text;
    text = '';
    folder ??= await makeTemporaryFolder(purpose);
    const file = path.join(folder.path, 'values.jsonl');
    await appendFile(file, part).catch((cause: unknown) => {
      throw cannotWrite(file, cause, { then: IN_TMPDIR });
    });
  };
  return {
    /** @throws OutputError when the temporary file cannot be written */
    add: (value: T): Promise<void> => {
      text += `${JSON.stringify(value)}\n`;
      if (text.length >= charactersInMemory) written = written.then(write);
      return written;
    },
    /** The values in the order in which they came; ends the adding. */
    read: async function* (): AsyncGenerator<T> {
      await written;
      if (isRemoved) throw new Error(`the spool '${purpose}' was removed`);
      if (folder !== undefined)
        for await (const line of textLines(createReadStream(path.join(folder.path, 'values.jsonl'))))
          yield JSON.parse(line) as T;
      for (const line of text.split('\n').slice(0, -1)) yield JSON.parse(line) as T;
    },
    remove: async (): Promise<void> => {
      isRemoved = true;
      await written.catch(() => undefined);
      text = '';
      await folder?.remove();
    },
  };
}

import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';
import { textLines } from './whole-lines.js';
import { cannotWrite, IN_TMPDIR } from './cannot-write.js';

/** Values that are put by until they are needed, more of them than fit into memory. */
export interface JsonSpool<T> {
  /** @throws OutputError when the temporary file cannot be written */
  add(value: T): Promise<void>;
  /** The values in the order in which they came; ends the adding. */
  read(): AsyncIterable<T>;
  remove(): Promise<void>;
}

/** Characters that are held before they are written. */
const CHARACTERS_IN_MEMORY = 1_000_000;

/**
 * Makes a spool of values that JSON can hold. Few of them stay in memory; more go to a file in the system's folder for
 * temporary files.
 */
export function createJsonSpool<T>(purpose: string, charactersInMemory = CHARACTERS_IN_MEMORY): JsonSpool<T> {
  let lines: string[] = [];
  let characters = 0;
  let folder: TemporaryFolder | undefined;
  let written = Promise.resolve();
  let isRemoved = false;
  const fileIn = (place: TemporaryFolder): string => path.join(place.path, `${purpose}.jsonl`);
  const write = async (): Promise<void> => {
    const text = lines.join('');
    lines = [];
    characters = 0;
    folder ??= await makeTemporaryFolder(purpose);
    await append(fileIn(folder), text);
  };
  return {
    add: (value) => {
      const line = `${JSON.stringify(value)}\n`;
      lines.push(line);
      characters += line.length;
      if (characters >= charactersInMemory) written = written.then(write);
      return written;
    },
    read: async function* () {
      await written;
      if (isRemoved) throw new Error(`the spool '${purpose}' was removed`);
      if (folder !== undefined) {
        const input = createReadStream(fileIn(folder));
        for await (const line of textLines(input)) yield JSON.parse(line) as T;
      }
      for (const line of lines) yield JSON.parse(line) as T;
    },
    remove: async () => {
      isRemoved = true;
      await written.catch(() => undefined);
      lines = [];
      await folder?.remove();
    },
  };
}

async function append(file: string, text: string): Promise<void> {
  await appendFile(file, text).catch((cause: unknown) => {
    throw cannotWrite(file, cause, { then: IN_TMPDIR });
  });
}

import { createReadStream } from 'node:fs';
import { appendFile, lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cannotWrite, IN_TMPDIR } from './cannot-write.js';
import { isOwned, noteFinished, noteUnfinished } from './replace-file.js';
import { textLines } from './whole-lines.js';

/** Beginning of the names of all these folders. */
const PREFIX = 'sfwc-';
/** The file with the number of the process that uses the folder. */
const MARK = '.in-use';

export interface TemporaryFolder {
  readonly path: string;
  /** Removes it with all that is in it. */
  remove(): Promise<void>;
  /** The folder stays from now on, whatever happens to the process, until it is removed. */
  keep(): Promise<void>;
}

/**
 * Makes a folder for temporary files in the system's place for them. It is removed when the process exits before; that of a
 * killed process by the next one ({@link clearLeftFolders}).
 * @param purpose part of the name: `archive`
 * @throws OutputError when it cannot be written
 */
export async function makeTemporaryFolder(purpose: string): Promise<TemporaryFolder> {
  await clearLeftFolders();
  try {
    const folder = await mkdtemp(path.join(tmpdir(), `${PREFIX}${purpose}-`));
    const mark = path.join(folder, MARK);
    noteUnfinished(folder);
    await writeFile(mark, String(process.pid));
    return {
      path: folder,
      async remove() {
        await rm(folder, { recursive: true, force: true });
        noteFinished(folder);
      },
      async keep() {
        await rm(mark, { force: true });
        noteFinished(folder);
      },
    };
  } catch (error) {
    throw cannotWrite(tmpdir(), error, { what: `in ${tmpdir()}`, then: IN_TMPDIR });
  }
}

/** Removes temporary folders of this user that killed processes have left behind. What cannot be removed stays. */
export async function clearLeftFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const folder = path.join(tmpdir(), name);
    if (name.startsWith(PREFIX) && (await isLeft(folder)))
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** True for a folder of ours whose process has ended. Links, and folders of other users, are left alone. */
async function isLeft(folder: string): Promise<boolean> {
  const user = process.geteuid?.();
  const mark = path.join(folder, MARK);
  try {
    const there = await lstat(folder);
    if (!there.isDirectory() || (user !== undefined && there.uid !== user)) return false;
    const pid = Number((await readFile(mark, 'utf8')) || Number.NaN);
    return Number.isInteger(pid) && !(await isOwned(mark, pid));
  } catch {
    return false;
  }
}

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
 * @param purpose part of the name of the file's folder: `corpus`
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
    const file = fileIn(folder);
    await appendFile(file, text).catch((cause: unknown) => {
      throw cannotWrite(file, cause, { then: IN_TMPDIR });
    });
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
      if (folder !== undefined)
        for await (const line of textLines(createReadStream(fileIn(folder)))) yield JSON.parse(line) as T;
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

import { constants, createReadStream } from 'node:fs';
import { copyFile, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { SfwcError } from '../../model/errors.js';
import { fileExists } from '../../support/files/file-exists.js';
import { lockFile } from '../../support/files/lock-file.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { wholeLines } from '../../support/files/whole-lines.js';

/** The files of a journal. */
export interface JournalFiles {
  /** RDF of all pages, which has this name when every page is done. */
  readonly data: string;
  /** The same until then. */
  readonly soFar: string;
  /** The pages that are done, one line of JSON each. */
  readonly list: string;
  readonly lock: string;
}

/** The files of a journal in a folder: `page-data` has `page-data.nq.gz` and others. */
export function journalFiles(folder: string, name: string): JournalFiles {
  const file = (ending: string): string => path.join(folder, `${name}.${ending}`);
  return {
    data: file('nq.gz'),
    soFar: file('partial.gz'),
    list: file('jsonl'),
    lock: file('lock'),
  };
}

/**
 * What is made of the pages of a crawl while it is written: gzipped N-Quads, one member for each page, and a list of the
 * finished pages with the length of the data up to each. After an interruption at any moment, what the last whole line of the
 * list says is there; data behind it is cut off.
 */
export interface PageJournal<Result> {
  /** How many of the first of the wanted pages were done before. */
  readonly before: number;
  /** Whether all was done before: there is nothing to add. */
  readonly isComplete: boolean;
  /** Adds a page. @param nquads empty for a page without data @throws OutputError */
  add(key: string, result: Result, nquads: string): Promise<void>;
  /** Gives the file its name. @throws OutputError */
  complete(): Promise<void>;
  /** Closes the files; the next call continues with them. */
  close(): Promise<void>;
}

/** What is to be done: what the whole depends on, then the pages. A page is done if all before it are as well. */
export interface JournalKeys {
  readonly whole: string;
  /** What the data begins with, as N-Quads. */
  readonly begin: string;
  readonly pages: readonly string[];
}

/** A kind of journal. */
export interface JournalKind<Result> {
  /** Of its files, see {@link journalFiles}. */
  readonly name: string;
  /** What is done with pages: `read`. */
  readonly done: string;
  readonly result: z.ZodType<Result>;
}

/** How a journal is opened. */
export interface JournalOptions<Result> {
  /** Keeps nothing of what was done before. */
  readonly force?: boolean;
  /** Told of the results of pages that were done before, in their order. */
  readonly onKept?: (result: Result) => void;
}

/**
 * Opens a journal in the folder of a crawl and keeps what is still wanted: of the same whole, up to the first page that is
 * another one.
 * @throws OutputError; InputError where another process writes it
 */
export async function openPageJournal<Result>(
  folder: string,
  kind: JournalKind<Result>,
  keys: JournalKeys,
  options: JournalOptions<Result> = {},
): Promise<PageJournal<Result>> {
  const files = journalFiles(folder, kind.name);
  const unlock = await writing(files, () => Promise.resolve().then(() => lock(folder, files, kind)));
  try {
    return await writing(files, () => openLocked(files, kind, keys, options, unlock));
  } catch (thrown) {
    await unlock();
    throw thrown;
  }
}

async function openLocked<Result>(
  files: JournalFiles,
  kind: JournalKind<Result>,
  { whole, begin, pages }: JournalKeys,
  { force = false, onKept = () => undefined }: JournalOptions<Result>,
  unlock: () => Promise<void>,
): Promise<PageJournal<Result>> {
  const source = (await fileExists(files.soFar)) ? files.soFar : files.data;
  const size = force ? 0 : await sizeOf(source);
  const kept = await keepLines(files.list, [whole, ...pages], { size, result: kind.result, onKept });
  const before = Math.max(0, kept.lines - 1);
  if (source === files.data && kept.lines === pages.length + 1 && kept.end === size)
    return { before, isComplete: true, add: noAddition, complete: nothing, close: unlock };
  // The finished file stays until there is another one.
  if (source === files.data && kept.lines > 0)
    await copyFile(files.data, files.soFar, constants.COPYFILE_FICLONE);
  const { data, list } = await openBoth(files);
  let { end } = kept;
  await data.truncate(end);
  await list.truncate(kept.until);
  const append = async (key: string, result: Result | null, nquads: string): Promise<void> => {
    const member = nquads === '' ? new Uint8Array() : gzipSync(nquads, { level: 6 });
    await data.appendFile(member);
    end += member.length;
    await list.appendFile(`${JSON.stringify({ key, end, result })}\n`);
  };
  if (kept.lines === 0) await append(whole, null, begin);
  return {
    before,
    isComplete: false,
    add: (key, result, nquads) => writing(files, () => append(key, result, nquads)),
    complete: () =>
      writing(files, async () => {
        await data.sync();
        await list.sync();
        await rename(files.soFar, files.data);
      }),
    close: async () => {
      await data.close();
      await list.close();
      await unlock();
    },
  };
}

async function writing<T>(files: JournalFiles, work: () => Promise<T>): Promise<T> {
  return work().catch((thrown: unknown) => {
    throw thrown instanceof SfwcError ? thrown : cannotWrite(files.data, thrown);
  });
}

/** Keeps other calls away from the files. @throws InputError where one is at work */
function lock(
  folder: string,
  files: JournalFiles,
  kind: Pick<JournalKind<never>, 'done'>,
): () => Promise<void> {
  const unlock = lockFile(
    files.lock,
    `the pages in ${folder} are being ${kind.done} by another process`,
    'wait for it',
  );
  return async () => {
    unlock();
    await rm(files.lock, { force: true });
  };
}

const nothing = (): Promise<void> => Promise.resolve();

function noAddition(): Promise<void> {
  return Promise.reject(new RangeError('all pages are done'));
}

async function openBoth(files: JournalFiles): Promise<Readonly<Record<'list' | 'data', FileHandle>>> {
  const data = await open(files.soFar, 'a');
  try {
    return { data, list: await open(files.list, 'a') };
  } catch (thrown) {
    await data.close();
    throw thrown;
  }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** What of a list is kept: lines, bytes of the list up to the last one and with it, and bytes of the data. */
interface Kept {
  readonly lines: number;
  readonly until: number;
  readonly end: number;
}

/**
 * Looks for the lines of a list that are whole, say what is wanted, in the same order, and whose data is there. Nothing behind
 * the first other line is kept.
 */
async function keepLines<Result>(
  list: string,
  wanted: readonly string[],
  { size, result, onKept }: { size: number; result: z.ZodType<Result>; onKept: (result: Result) => void },
): Promise<Kept> {
  const kept = { lines: 0, until: 0, end: 0 };
  if (size === 0) return kept;
  for await (const { text, until } of linesOfList(list)) {
    const line = parseLine(text, result);
    if (line === undefined || line.key !== wanted[kept.lines] || line.end < kept.end || line.end > size)
      break;
    if (line.result !== null && kept.lines > 0) onKept(line.result);
    Object.assign(kept, { lines: kept.lines + 1, until, end: line.end });
  }
  return kept;
}

/** A line of a list, and where it begins and ends in bytes. */
export interface ListLine {
  readonly text: string;
  readonly from: number;
  readonly until: number;
}

/** The lines of a list that were written to their ends; none where it cannot be read. */
export async function* linesOfList(list: string): AsyncGenerator<ListLine> {
  const size = await sizeOf(list);
  if (size === 0) return;
  let from = 0;
  for await (const lines of wholeLines(createReadStream(list)))
    for (const text of lines.toString('utf8').split('\n').slice(0, -1)) {
      const until = from + Buffer.byteLength(text) + 1;
      if (until > size) return;
      yield { text, from, until };
      from = until;
    }
}

/** A line of a list. */
export interface ParsedLine<Result> {
  /** What was to be done. */
  readonly key: string;
  /** Bytes of the data up to and with it. */
  readonly end: number;
  /** Null where it stands for the whole. */
  readonly result: Result | null;
}

/** Reads a line of a list; undefined where it is damaged. */
export function parseLine<Result>(text: string, result: z.ZodType<Result>): ParsedLine<Result> | undefined {
  try {
    const schema = z.object({ key: z.string(), end: z.number(), result: result.nullable() });
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

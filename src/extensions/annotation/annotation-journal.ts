import { constants } from 'node:fs';
import { copyFile, open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { ANNOTATIONS } from '../../support/crawl-folder.js';
import { SfwcError } from '../../model/errors.js';
import { lockFile } from '../../support/files/lock-file.js';
import { cannotWrite } from '../../support/files/replace-file.js';
import { fileExists } from '../../support/files/file-exists.js';

/** The file in a result folder that lists the pages that were annotated, one line each. */
export const ANNOTATED = 'annotations.jsonl';

/** The file in a result folder that becomes {@link ANNOTATIONS} when every page is annotated. */
export const ANNOTATIONS_SO_FAR = 'annotations.partial.gz';

const countsSchema = z.object({
  /** Mentions of nouns, by all topics together. */
  mentions: z.number(),
  /** Those of them that are linked. */
  linked: z.number(),
});

/** What was found in a page. */
export type PageCounts = z.output<typeof countsSchema>;

const resultSchema = z.union([countsSchema, z.object({ missing: z.string() })]);

/** What became of a page: its counts, or why it could not be annotated. */
export type PageResult = z.output<typeof resultSchema>;

const lineSchema = z.object({
  /** What was to be annotated. */
  key: z.string(),
  /** Bytes of the data up to and with it. */
  end: z.number(),
  result: resultSchema,
});

type Line = z.output<typeof lineSchema>;

/**
 * The annotations of a crawl while they are written: gzipped N-Quads, one member for each page, and a list of the finished
 * pages with the length of the data up to each. After an interruption at any moment, what the last whole line of the list
 * says is there; data behind it is cut off.
 */
export interface AnnotationJournal {
  /** Results of the first of the wanted pages, as far as they were annotated before. */
  readonly before: readonly PageResult[];
  /** Whether all was annotated before: there is nothing to add. */
  readonly isComplete: boolean;
  /** Adds a page. @param nquads empty for a page without annotations @throws OutputError */
  add(key: string, result: PageResult, nquads: string): Promise<void>;
  /** Gives the file its name. @throws OutputError */
  complete(): Promise<void>;
  /** Closes the files; the next call continues with them. */
  close(): Promise<void>;
}

/** What is to be annotated: what the whole depends on, then the pages. A page is done if all before it are as well. */
export interface AnnotationKeys {
  readonly whole: string;
  /** What the data begins with, as N-Quads. */
  readonly begin: string;
  readonly pages: readonly string[];
}

/**
 * Opens the annotations in the folder of a crawl and keeps those that are still wanted: of the same whole, up to the first page
 * that is another one.
 * @param force keeps none
 * @throws OutputError
 */
export async function openAnnotationJournal(
  folder: string,
  { whole, begin, pages }: AnnotationKeys,
  force: boolean,
): Promise<AnnotationJournal> {
  const unlock = await writing(folder, () => Promise.resolve().then(() => lock(folder)));
  try {
    return await writing(folder, () => openLocked(folder, { whole, begin, pages }, force, unlock));
  } catch (thrown) {
    await unlock();
    throw thrown;
  }
}

async function openLocked(
  folder: string,
  { whole, begin, pages }: AnnotationKeys,
  force: boolean,
  unlock: () => Promise<void>,
): Promise<AnnotationJournal> {
  const [list, data, final] = [ANNOTATED, ANNOTATIONS_SO_FAR, ANNOTATIONS].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  const source = (await fileExists(data)) ? data : final;
  const size = force ? 0 : await sizeOf(source);
  const kept = await keptLines(list, [whole, ...pages], size);
  const last = kept.at(-1);
  const before = kept.slice(1).map(({ line }) => line.result);
  if (source === final && before.length === pages.length && last?.line.end === size)
    return { before, isComplete: true, add: noAddition, complete: nothing, close: unlock };
  // The finished file stays until there is another one.
  if (source === final && last !== undefined) await copyFile(final, data, constants.COPYFILE_FICLONE);
  const files = await openBoth(list, data);
  let end = last?.line.end ?? 0;
  await files.data.truncate(end);
  await files.list.truncate(last?.until ?? 0);
  const add: AnnotationJournal['add'] = (key, result, nquads) =>
    writing(folder, async () => {
      const member = nquads === '' ? new Uint8Array() : gzipSync(nquads, { level: 6 });
      await files.data.appendFile(member);
      end += member.length;
      await files.list.appendFile(`${JSON.stringify({ key, end, result } satisfies Line)}\n`);
    });
  if (last === undefined) await add(whole, { mentions: 0, linked: 0 }, begin);
  return {
    before,
    isComplete: false,
    add,
    complete: () =>
      writing(folder, async () => {
        await files.data.sync();
        await files.list.sync();
        await rename(data, final);
      }),
    close: async () => {
      await files.data.close();
      await files.list.close();
      await unlock();
    },
  };
}

async function writing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  return work().catch((thrown: unknown) => {
    throw thrown instanceof SfwcError ? thrown : cannotWrite(path.join(folder, ANNOTATIONS), thrown);
  });
}

/** Keeps other calls away from the annotations of a folder. @throws InputError where one is at work */
function lock(folder: string): () => Promise<void> {
  const file = path.join(folder, 'annotations.lock');
  const unlock = lockFile(
    file,
    `the pages in ${folder} are being annotated by another process`,
    'wait for it',
  );
  return async () => {
    unlock();
    await rm(file, { force: true });
  };
}

const nothing = (): Promise<void> => Promise.resolve();

function noAddition(): Promise<void> {
  return Promise.reject(new RangeError('the annotations are complete'));
}

async function openBoth(list: string, data: string): Promise<Readonly<Record<'list' | 'data', FileHandle>>> {
  const handle = await open(data, 'a');
  try {
    return { data: handle, list: await open(list, 'a') };
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/**
 * The lines of a list that are whole, say what is wanted, in the same order, and whose data is there; with the bytes of the list
 * up to and with each. Nothing behind the first other line is kept.
 */
async function keptLines(
  list: string,
  wanted: readonly string[],
  size: number,
): Promise<readonly { readonly line: Line; readonly until: number }[]> {
  if (size === 0) return [];
  const written = await readFile(list, 'utf8').catch(() => '');
  const kept: { line: Line; until: number }[] = [];
  let [until, end] = [0, 0];
  // Behind the last line break is a line that was not written to its end.
  for (const [place, text] of written.split('\n').slice(0, -1).entries()) {
    const line = parseLine(text);
    if (line === undefined || line.key !== wanted[place] || line.end < end || line.end > size) break;
    until += Buffer.byteLength(text) + 1;
    end = line.end;
    kept.push({ line, until });
  }
  return kept;
}

function parseLine(text: string): Line | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { CorpusItem, CorpusReader } from '../../model/document.js';
import { InputError, messageOf, MissingPackageError } from '../../model/errors.js';
import { type Draft, finishDraft, problem, Unreadable, DEFAULT_CORPUS_OPTIONS } from './draft.js';
import { endingOf, fileKind, KNOWN_ENDINGS_TEXT } from './file-kinds.js';
import { DamagedData, gunzip } from '../../support/files/source-bytes.js';
import { detectLanguage } from '../text/language.js';
import type { CorpusOptions, FileKind, ReadDocument } from './options.js';
import { existsSync, statSync } from 'node:fs';

/** Path from the source (`a/b.txt`, always with slashes), or what keeps it from being read. */
export type Entry = { readonly path: string; readonly reason?: string };

/**
 * Walks a folder: files of known kinds in the order of their paths, one by one; names that begin with a dot are passed
 * over. A symbolic link that leads out of the folder is an entry with a reason. @param kinds besides the built-in ones
 */
export async function* walkFolder(
  root: string,
  { kinds = [] }: { readonly kinds?: readonly FileKind[] } = {},
): AsyncGenerator<Entry> {
  const within = await realpath(root).catch(() => root);
  // The real paths of folders, so that links in a circle end.
  const visited = new Set<string>();
  const walk = async function* (folder: string): AsyncGenerator<Entry> {
    let entries: readonly (readonly [path: string, isFolder: boolean])[];
    try {
      const real = await realpath(join(root, folder));
      if (real !== within && !isBelow(real, within))
        throw new Error('a link leads out of the folder; copy what it leads to into it');
      if (visited.has(real)) return;
      visited.add(real);
      entries = await listFolder(root, folder);
    } catch (thrown) {
      yield { path: folder, reason: `the folder cannot be read: ${messageOf(thrown)}` };
      return;
    }
    for (const [path, isFolder] of entries)
      if (isFolder) yield* walk(path);
      else if (fileKind(path, kinds) !== undefined) yield await linkChecked(root, path, within);
  };
  yield* walk('');
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Entries of one folder such that depth-first reading gives the order of whole paths. */
async function listFolder(
  root: string,
  folder: string,
): Promise<readonly (readonly [path: string, isFolder: boolean])[]> {
  const names = await readdir(join(root, folder), { withFileTypes: true });
  const entries = names
    .filter(({ name }) => !name.startsWith('.'))
    .map(async (entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isLink = entry.isSymbolicLink();
      const found = isLink ? await stat(join(root, path)).catch(() => undefined) : entry;
      return [path, found?.isDirectory() === true] as const;
    });
  const key = ([path, isFolder]: readonly [string, boolean]): string => (isFolder ? `${path}/` : path);
  return (await Promise.all(entries)).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** The entry of a file, which may be a link that leads nowhere or out of the folder. */
async function linkChecked(root: string, path: string, within: string): Promise<Entry> {
  try {
    const real = await realpath(join(root, path));
    if (isBelow(real, within)) return { path };
    return { path, reason: 'the link leads out of the folder; copy what it leads to into it' };
  } catch (thrown) {
    return { path, reason: `the link cannot be followed (${messageOf(thrown)})` };
  }
}

/** `insulin-pump.txt` as a title: `insulin pump`. */
function titleOfFile(path: string): string {
  const name = basename(path);
  return name
    .slice(0, name.length - (endingOf(name)?.length ?? 0))
    .replace(/[-_]+/g, ' ')
    .trim();
}

async function unpack(file: string, bytes: Uint8Array, maximumBytes: number): Promise<Uint8Array> {
  if (!/\.gz$/i.test(file)) return bytes;
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of gunzip(Readable.from([bytes]))) {
      length += part.length;
      if (length > maximumBytes)
        throw new Unreadable(`unpacked it is larger than ${maximumBytes} bytes; split it`);
      parts.push(part);
    }
  } catch (thrown) {
    if (!(thrown instanceof DamagedData)) throw thrown;
    throw new Unreadable(`the gzip data is cut off or damaged (${thrown.message}); fetch it again`);
  }
  return Buffer.concat(parts);
}

/** The bytes of a file, unpacked where its name ends in `.gz`. */
export async function readFileBytes(file: string, maximumBytes: number): Promise<Uint8Array> {
  const information = await stat(file);
  if (!information.isFile()) throw new Unreadable('this is not a regular file; remove it from the corpus');
  if (information.size > maximumBytes)
    throw new Unreadable(
      `the file is larger than ${maximumBytes} bytes; split it into one document per file`,
    );
  return unpack(file, await readFile(file), maximumBytes);
}

/** Message about a file that cannot be read, with a remedy. */
function whyUnreadable(thrown: unknown): string {
  const message = messageOf(thrown);
  if (thrown instanceof Unreadable) return message;
  if (thrown instanceof MissingPackageError) return `${message}: ${thrown.hint ?? ''}`;
  return `the file cannot be read (${message}); check it`;
}

async function* readDocument(
  file: string,
  id: string,
  read: ReadDocument,
  options: CorpusOptions,
): AsyncGenerator<CorpusItem> {
  let draft: Draft;
  try {
    const most = options.maximumFileBytes ?? DEFAULT_CORPUS_OPTIONS.maximumFileBytes;
    draft = await read(await readFileBytes(file, most), most, options.maximumCharacters);
  } catch (thrown) {
    yield problem(file, whyUnreadable(thrown));
    return;
  }
  const titled = { ...draft, title: (draft.title?.trim() ?? '') || titleOfFile(id) };
  const detect = options.detectLanguage ?? detectLanguage;
  yield* finishDraft(titled, { id, where: file }, detect, options.maximumCharacters);
}

/** Reads a file that lies in a folder. A problem with a file of many documents does not end the reading. */
async function* readEntry(root: string, path: string, options: CorpusOptions): AsyncGenerator<CorpusItem> {
  const file = join(root, path);
  const kind = fileKind(path, options.kinds);
  if (kind?.kind === 'document') yield* readDocument(file, path, kind.read, options);
  if (kind?.kind !== 'records') return;
  try {
    yield* kind.open(file, options, path).read();
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown;
    yield problem(file, `${thrown.message}; ${thrown.hint ?? 'check the file'}`);
  }
}

/**
 * Reads every file of a known kind (FILE_KINDS) below a folder, or one such file, one at a time in the order of their
 * paths. Names that begin with a dot and other endings are passed over; links within the folder are followed, a folder is
 * read once. The id of a document is its path from the folder, with slashes; those of records in a file carry its path.
 * @param source path of a folder or file; `read` throws InputError when it does not exist or cannot be listed
 */
export function createFolderReader(source: string, options: CorpusOptions = {}): CorpusReader {
  return {
    name: source,
    async *read(): AsyncGenerator<CorpusItem> {
      let isFolder: boolean;
      try {
        isFolder = (await stat(source)).isDirectory();
        if (isFolder) await readdir(source);
      } catch (thrown) {
        throw new InputError(`${source} cannot be read: ${messageOf(thrown)}`, {
          hint: 'Check the path and its permissions.',
          cause: thrown,
        });
      }
      if (isFolder) yield* readFolder(source, options);
      else yield* readSingle(source, options);
    },
  };
}

async function* readSingle(source: string, options: CorpusOptions): AsyncGenerator<CorpusItem> {
  const kind = fileKind(source, options.kinds);
  if (kind?.kind === 'document') yield* readDocument(source, basename(source), kind.read, options);
  else if (kind?.kind === 'records') yield* kind.open(source, options).read();
  else yield problem(source, `unknown kind of file; known are ${KNOWN_ENDINGS_TEXT}`);
}

async function* readFolder(source: string, options: CorpusOptions): AsyncGenerator<CorpusItem> {
  const owners = new Map<string, string>();
  let files = 0;
  for await (const entry of walkFolder(source, options)) {
    files += 1;
    const file = join(source, entry.path);
    if (entry.reason !== undefined) yield problem(file, entry.reason);
    else yield* withoutDuplicateIds(readEntry(source, entry.path, options), file, owners);
  }
  if (files === 0)
    yield problem(
      source,
      `the folder holds no file of a kind that is read: ${KNOWN_ENDINGS_TEXT}; check the path`,
    );
}

/** The reader for what a path is: a folder, or one file of a known kind (FILE_KINDS). @throws InputError */
export function openCorpus(source: string, options: CorpusOptions = {}): CorpusReader {
  if (!existsSync(source))
    throw new InputError(`${source} does not exist`, {
      hint: 'Give the path of a folder of texts, of a text, or of a file of records (JSON lines, CSV, WARC).',
    });
  if (statSync(source).isDirectory() || fileKind(source, options.kinds) !== undefined)
    return createFolderReader(source, options);
  const json = /\.json$/i.test(source) ? " A JSON array becomes JSON lines with: jq -c '.[]'" : '';
  throw new InputError(`${source} is of a kind that no reader knows`, {
    hint: `Known are folders and ${KNOWN_ENDINGS_TEXT}.${json}`,
  });
}

/** The items of a source without documents whose id was read before: each of them is a problem `duplicate id`. */
async function* withoutDuplicateIds(
  items: AsyncIterable<CorpusItem>,
  owner: string,
  owners: Map<string, string>,
): AsyncGenerator<CorpusItem> {
  for await (const item of items) {
    if (item.kind === 'document') {
      const { id } = item.document;
      const earlier = owners.get(id);
      if (earlier !== undefined) {
        yield problem(
          `${owner}: ${id}`,
          `duplicate id '${id}', it was read from ${earlier} already; rename one of the two`,
        );
        continue;
      }
      owners.set(id, owner);
    }
    yield item;
  }
}

/**
 * Several sources as one corpus, read one after the other. A document whose id an earlier one has is a problem
 * `duplicate id` and skipped. Keeps the ids in memory, not the documents.
 */
export function mergeCorpora(readers: readonly CorpusReader[]): CorpusReader {
  return {
    name: readers.map((reader) => reader.name).join(', '),
    async *read(): AsyncGenerator<CorpusItem> {
      const owners = new Map<string, string>();
      for (const reader of readers) yield* withoutDuplicateIds(reader.read(), reader.name, owners);
    },
  };
}

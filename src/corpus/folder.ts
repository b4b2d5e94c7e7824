import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { CorpusItem, CorpusReader } from '../model/document.js';
import { InputError, messageOf } from '../model/errors.js';
import { finishDraft, problem, Unreadable, type Draft } from './draft.js';
import { readHtml } from './html-format.js';
import { detectLanguage } from './language.js';
import { readMarkdown } from './markdown-format.js';
import { DEFAULT_CORPUS_OPTIONS, type CorpusOptions } from './options.js';
import { readPlainText } from './text-format.js';

const FORMATS: Readonly<Record<string, (bytes: Uint8Array) => Draft>> = {
  '.txt': readPlainText,
  '.md': readMarkdown,
  '.html': readHtml,
  '.htm': readHtml,
};

/** Extensions of the files that the folder reader reads, in lower case with the dot. */
export const DOCUMENT_EXTENSIONS: readonly string[] = Object.keys(FORMATS);

function formatOf(path: string): ((bytes: Uint8Array) => Draft) | undefined {
  return FORMATS[extname(path).toLowerCase()];
}

/** Path from the source (`a/b.txt`, always with slashes), or what keeps it from being read. */
type Entry =
  { readonly path: string; readonly directory: boolean } | { readonly path: string; readonly reason: string };

async function inspect(
  root: string,
  path: string,
  isSymbolicLink: boolean,
  isDirectory: boolean,
): Promise<Entry> {
  if (!isSymbolicLink) return { path, directory: isDirectory };
  try {
    return { path, directory: (await stat(join(root, path))).isDirectory() };
  } catch (thrown) {
    return { path, reason: `the link cannot be followed (${messageOf(thrown)}); repair or remove it` };
  }
}

/** Entries of one folder such that depth-first reading gives the order of whole paths. */
async function listFolder(root: string, folder: string): Promise<readonly Entry[]> {
  const names = await readdir(join(root, folder), { withFileTypes: true });
  const seen = names.filter((name) => !name.name.startsWith('.'));
  const entries = await Promise.all(
    seen.map((name) => {
      const path = folder === '' ? name.name : `${folder}/${name.name}`;
      return inspect(root, path, name.isSymbolicLink(), name.isDirectory());
    }),
  );
  const key = (entry: Entry): string =>
    'directory' in entry && entry.directory ? `${entry.path}/` : entry.path;
  return entries.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Walks a folder; `visited` holds the real paths of folders, so that links in a circle end. */
async function* walkFolder(root: string, folder: string, visited: Set<string>): AsyncGenerator<Entry> {
  let entries: readonly Entry[];
  try {
    const real = await realpath(join(root, folder));
    if (visited.has(real)) return;
    visited.add(real);
    entries = await listFolder(root, folder);
  } catch (thrown) {
    yield { path: folder, reason: `the folder cannot be read (${messageOf(thrown)}); check its permissions` };
    return;
  }
  for (const entry of entries) {
    if ('directory' in entry && entry.directory) yield* walkFolder(root, entry.path, visited);
    else if (formatOf(entry.path) !== undefined) yield entry;
  }
}

/** `insulin-pump.txt` as a title: `insulin pump`. */
function titleOfFile(path: string): string {
  return basename(path, extname(path)).replace(/[-_]+/g, ' ').trim();
}

async function readDraft(file: string, maximumBytes: number): Promise<Draft> {
  const information = await stat(file);
  if (!information.isFile()) throw new Unreadable('this is no regular file; take it out of the corpus');
  if (information.size > maximumBytes)
    throw new Unreadable(`the file is larger than ${maximumBytes} bytes; split it into one document a file`);
  const draft = formatOf(file)?.(await readFile(file));
  if (draft === undefined)
    throw new Unreadable(`unknown kind of file; known are ${DOCUMENT_EXTENSIONS.join(', ')}`);
  return draft;
}

async function* readDocument(file: string, id: string, options: CorpusOptions): AsyncGenerator<CorpusItem> {
  let draft: Draft;
  try {
    draft = await readDraft(file, options.maximumFileBytes ?? DEFAULT_CORPUS_OPTIONS.maximumFileBytes);
  } catch (thrown) {
    const message = messageOf(thrown);
    yield problem(
      file,
      thrown instanceof Unreadable ? message : `the file cannot be read (${message}); check it`,
    );
    return;
  }
  const titled = { ...draft, title: (draft.title?.trim() ?? '') || titleOfFile(id) };
  yield* finishDraft(titled, { id, where: file }, options.detectLanguage ?? detectLanguage);
}

/**
 * Reads every .txt, .md, .html and .htm file below a folder, or one such file, one at a time in the order of their
 * paths. Names that begin with a dot and other extensions are passed over; links are followed, a folder is read
 * once. The id of a document is its path from the folder, with slashes.
 *
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
      if (!isFolder) {
        yield* readDocument(source, basename(source), options);
        return;
      }
      let files = 0;
      for await (const entry of walkFolder(source, '', new Set())) {
        files += 1;
        const file = join(source, entry.path);
        if ('reason' in entry) yield problem(file, entry.reason);
        else yield* readDocument(file, entry.path, options);
      }
      if (files === 0)
        yield problem(source, `the folder holds no ${DOCUMENT_EXTENSIONS.join(', ')} file; check the path`);
    },
  };
}

import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { endingOf, fileKind } from './file-kinds.js';
import { createFolderReader, readFileBytes, walkFolder } from './folder.js';
import { DEFAULT_CORPUS_OPTIONS } from './draft.js';
import type { FileKind } from './options.js';
import { messageOf } from '../../model/errors.js';
import type { Page } from '../../model/page.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { given } from '../../support/given.js';
import { isHtml } from '../../support/text/content-type.js';
import { ARCHIVE } from '../../web/stored/virtual-web.js';
import type { VirtualWeb } from '../../web/stored/virtual-web.js';
import { isMarkup, pageOfText, textOfBytes } from '../../web/page/charset.js';
import { MAX_PAGE_BYTES } from '../../web/http/read-body.js';

export interface PageSource {
  /** Path of its file, or of the archive or the file of records that it is in; `-` for standard input. */
  readonly file?: string;
  /** Its address, where it was fetched or is in an archive. */
  readonly url?: string;
  /** Its id among the records of a file. */
  readonly id?: string;
}

/** A page that is kept somewhere: still as HTML, or read already; or why it cannot be read. */
export type StoredPage = { readonly source: PageSource } & (
  | { readonly body: Uint8Array; readonly url: string; readonly contentType: string }
  | { readonly page: Page }
  | { readonly error: string }
);

export interface StoredPagesOptions {
  readonly readStdin?: (() => Promise<Uint8Array>) | undefined;
  /** Kinds of files besides the built-in ones. */
  readonly kinds?: readonly FileKind[];
  readonly openArchives: (files: readonly string[]) => Promise<VirtualWeb>;
}

const ROBOTS_TXT = /^https?:\/\/[^/]+\/robots\.txt$/i;
const MARKUP = /^\.(?:x?html?|txt|md)(?:\.gz)?$/;

/**
 * Reads pages one by one, in the order in which they are named: files, all files of known kinds below folders, the HTML
 * pages and plain texts of web archives (the last capture of each address), the texts of files of records. What cannot be
 * read becomes an error in its place. The page in hand is in memory, of an archive also the addresses of its captures.
 */
export async function* storedPages(
  places: Iterable<string>,
  options: StoredPagesOptions,
): AsyncGenerator<StoredPage> {
  for (const place of places) {
    try {
      if (place === '-' && options.readStdin !== undefined)
        yield ofBytes({ file: '-' }, await options.readStdin(), 'stdin:', 'standard input');
      else if ((await stat(place)).isDirectory()) yield* pagesOfFolder(place, options);
      else yield* pagesOfFile(place, options);
    } catch (thrown) {
      yield { source: { file: place }, error: `it cannot be read: ${messageOf(thrown)}` };
    }
  }
}

async function* pagesOfFolder(folder: string, options: StoredPagesOptions): AsyncGenerator<StoredPage> {
  let files = 0;
  // Listed first, so that a folder that cannot be listed is an error of its own.
  await readdir(folder);
  for await (const entry of walkFolder(folder, options)) {
    files += 1;
    const file = path.join(folder, entry.path);
    if (entry.reason !== undefined) yield { source: { file }, error: entry.reason };
    else yield* storedPages([file], options);
  }
  if (files === 0)
    yield { source: { file: folder }, error: 'the folder holds no file of a kind that is read' };
}

async function* pagesOfFile(file: string, options: StoredPagesOptions): AsyncGenerator<StoredPage> {
  const { kinds = [] } = options;
  const isOwn = kinds.some(({ endings }) => endings.some((ending) => file.toLowerCase().endsWith(ending)));
  const ending = endingOf(file) ?? '';
  if (!isOwn && ARCHIVE.test(file)) yield* pagesOfArchive(file, options);
  else if (!isOwn && (MARKUP.test(ending) || fileKind(file) === undefined)) {
    const bytes = await readFileBytes(file, DEFAULT_CORPUS_OPTIONS.maximumFileBytes);
    yield ofBytes({ file }, bytes, pathToFileURL(file).href, path.basename(file));
  } else yield* pagesOfRecords(file, kinds);
}

/** HTML is read in the judging thread. */
function ofBytes(source: PageSource, bytes: Uint8Array, url: string, name: string): StoredPage {
  const text = textOfBytes(bytes, name);
  if (isMarkup(text)) return { source, body: bytes, url, contentType: '' };
  return { source, page: pageOfText(text, url, name) };
}

/** The texts of a file that is read as a corpus is: PDF, Word, OpenDocument, EPUB, JSON lines, CSV, own kinds … */
async function* pagesOfRecords(file: string, kinds: readonly FileKind[]): AsyncGenerator<StoredPage> {
  for await (const item of createFolderReader(file, { kinds }).read()) {
    if (item.kind === 'problem') {
      const { where, message } = item.problem;
      yield { source: { file }, error: where === file ? message : `${where}: ${message}` };
      continue;
    }
    const { id, title, text, language, sourceUrl } = item.document;
    const url = sourceUrl ?? pathToFileURL(file).href;
    const source = { file, ...(id === path.basename(file) ? {} : { id }), ...given({ url: sourceUrl }) };
    yield { source, page: { ...emptyPage(url), title, text, ...given({ language }) } };
  }
}

async function* pagesOfArchive(
  file: string,
  { openArchives }: StoredPagesOptions,
): AsyncGenerator<StoredPage> {
  const web = await openArchives([file]);
  for (const problem of web.problems ?? []) yield { source: { file }, error: problem };
  for (const url of web.pages) if (!ROBOTS_TXT.test(url)) yield await archivedPage(web, { file, url });
}

async function archivedPage(
  web: VirtualWeb,
  source: { readonly file: string; readonly url: string },
): Promise<StoredPage> {
  const { url } = source;
  try {
    const { body, headers, status } = await web.answer(url);
    if (body.length > MAX_PAGE_BYTES)
      return { source, error: `the page is larger than ${MAX_PAGE_BYTES} bytes` };
    const contentType = headers['content-type'] ?? '';
    if (isHtml({ url, status, headers, body })) return { source, body, url, contentType };
    return ofBytes(source, body, url, url);
  } catch (thrown) {
    return { source, error: messageOf(thrown) };
  }
}

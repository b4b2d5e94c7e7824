import { readFile, rename, mkdir, writeFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptSource } from '../../model/archive.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { Page } from '../../model/page.js';
import { DOCUMENT_ENDINGS, documentKindOf } from '../../model/page-reading.js';
import { fileExists } from '../../support/files/file-exists.js';
import { fullText } from '../../support/text/full-text.js';
import { sha256 } from '../../support/hash.js';

/** The folders of accepted pages, and of rejected ones that may be accepted later, within a result folder. */
export const PAGES = 'pages';
export const ASIDE = 'aside';
/** The files of pages in `pages/` and `aside/`, and nothing else's. */
export const PAGE_FILE = /^[0-9a-f]{16}\.(?:html|txt|source\.[a-z]+)$/;
/** Endings of the names of the files of a page: what it was read from, its text, and the document that the first was made of. */
export const PAGE_ENDINGS: readonly string[] = [
  'html',
  'txt',
  ...Object.values(DOCUMENT_ENDINGS).map(sourceEnding),
];

/** The name, without ending, of the files in `pages/` or `aside/` that hold the page of this URL (`event.url`). */
export function pageFileName(url: string): string {
  return sha256(url).slice(0, 16);
}

/** The file with the text of a page as it was judged (title and main text, Unicode NFC). @param folder default: of accepted pages */
export function pageTextFile(path: string, url: string, folder = PAGES): string {
  return join(path, folder, `${pageFileName(url)}.txt`);
}

/** The text of a page as it was judged, accepted or kept aside; undefined where it is not there or is cut. */
export async function readPageText(path: string, url: string): Promise<string | undefined> {
  const inFolder = (folder: string): Promise<string | undefined> =>
    readFile(pageTextFile(path, url, folder), 'utf8').catch(() => undefined);
  const stored = (await inFolder(PAGES)) ?? (await inFolder(ASIDE));
  return stored?.endsWith('\n') === true ? stored.slice(0, -1) : undefined;
}

function sourceEnding(ending: string): string {
  return `source.${ending}`;
}

/** The document that an accepted page was read from; undefined where it was read from HTML, or is not there. */
export async function readPageSource(
  path: string,
  { url, reading }: Pick<CrawlEvent, 'url' | 'reading'>,
): Promise<KeptSource | undefined> {
  const kind = documentKindOf(reading);
  if (kind === undefined) return undefined;
  const ending = DOCUMENT_ENDINGS[kind];
  const file = join(path, PAGES, `${pageFileName(url)}.${sourceEnding(ending)}`);
  const body = await readFile(file).catch(() => undefined);
  return body && { body, ending };
}

/**
 * The body of a page that was accepted or kept aside; undefined where it is not there, or not as it was received. What scripts
 * or documents became of has no checksum.
 */
export async function readPageBody(
  path: string,
  { url, checksum, reading }: Pick<CrawlEvent, 'url' | 'checksum' | 'reading'>,
): Promise<Uint8Array | undefined> {
  const inFolder = (folder: string): Promise<Uint8Array | undefined> =>
    readFile(join(path, folder, `${pageFileName(url)}.html`)).catch(() => undefined);
  const body = (await inFolder(PAGES)) ?? (await inFolder(ASIDE));
  const isReceived = reading?.from === undefined || reading.from === 'html' || reading.from === 'data';
  const isDamaged = body !== undefined && isReceived && checksum !== undefined && sha256(body) !== checksum;
  return isDamaged ? undefined : body;
}

/** Writes body and text of a page, and the document that the body was made of. */
export async function writePage(
  folder: string,
  url: string,
  page: Page,
  body: Uint8Array,
  source?: KeptSource,
): Promise<void> {
  const file = join(folder, pageFileName(url));
  if (source !== undefined) await writeBytes(`${file}.${sourceEnding(source.ending)}`, source.body);
  await writeBytes(`${file}.html`, body);
  await writeBytes(`${file}.txt`, Buffer.from(`${fullText(page)}\n`));
}

/** Size in bytes up to which this thread writes a file itself. */
const WRITTEN_HERE = 1_000_000;
/** A write that takes longer, in milliseconds, is taken as a sign of a slow disk, such as a network drive. */
const SLOW_MS = 5;
/** Number of files that Node's thread pool writes after such a write. */
const AFTER_SLOW = 50;
/** Number of them that are left. */
let forPool = 0;

/**
 * Writes a file. Writing a small one takes about 50 µs; handing it to the thread pool takes several times as much processor
 * time. While this thread writes, the crawl does nothing else, so that slow disks and large files are left to the pool.
 */
async function writeBytes(file: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length > WRITTEN_HERE || forPool > 0) {
    forPool = Math.max(0, forPool - 1);
    return writeFile(file, bytes);
  }
  const begun = performance.now();
  writeFileSync(file, bytes);
  if (performance.now() - begun > SLOW_MS) forPool = AFTER_SLOW;
}

/** Moves the files of a page to the other folder, unless they are there. */
export async function movePage(path: string, url: string, to: typeof PAGES | typeof ASIDE): Promise<void> {
  const from = to === PAGES ? ASIDE : PAGES;
  await mkdir(join(path, to), { recursive: true });
  for (const ending of PAGE_ENDINGS) {
    const name = `${pageFileName(url)}.${ending}`;
    if (await fileExists(join(path, from, name))) await rename(join(path, from, name), join(path, to, name));
  }
}

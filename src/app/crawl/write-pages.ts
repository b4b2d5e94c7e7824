import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { csvOf } from '../../collection/csv.js';
import type { CollectionRow, Column } from '../../collection/columns.js';
import { markdownFile } from '../../collection/markdown-file.js';
import { parquetOf } from '../../collection/parquet.js';
import type { PagesSettings } from '../../config/pages-settings.js';
import { pageFileName } from '../../crawl/store/result-folder.js';
import { InputError, UsageError } from '../../model/errors.js';
import { fileExists } from '../../support/files/file-exists.js';
import { cannotWrite, replaceFile } from '../../support/files/replace-file.js';
import { collectionOf } from './collection.js';
import { pagesWithEvents, type AcceptedPage } from './pages.js';

/** Counts what passes through. */
export interface PageCount {
  rows: number;
}

/**
 * The accepted pages of a crawl in a format, in pieces.
 * @param count is counted up by each page or chunk
 * @throws UsageError for formats that need a place to be written to
 */
export function formattedPages(
  out: string,
  settings: PagesSettings,
  warn: (message: string) => void,
  count: PageCount,
): AsyncIterable<string | Uint8Array> {
  const { format, chunks, allColumns } = settings;
  if (format === 'text') return textsOf(counted(acceptedOf(out, settings, warn), count));
  if (format === 'jsonl' && chunks === undefined && !allColumns)
    return linesOf(counted(acceptedOf(out, settings, warn), count));
  const { columns, rows } = collectionOf(out, settings, warn);
  const all = counted(rows, count);
  if (format === 'csv') return csvOf(columns, all);
  if (format === 'parquet') return parquetOf(columns, all);
  if (format === 'jsonl') return linesOf(inOrder(columns, all));
  throw new UsageError('--format markdown writes a file for each page: name a folder with --to');
}

/**
 * Writes pages into a new folder, a Markdown file each: `0123456789abcdef.md` by the address, as in the crawl, of chunks with
 * their number. @throws InputError where the folder holds something; OutputError
 */
export async function writeMarkdownFiles(
  out: string,
  settings: PagesSettings,
  to: string,
  warn: (message: string) => void,
  count: PageCount,
): Promise<void> {
  await makeEmptyFolder(to);
  const { columns, rows } = collectionOf(out, settings, warn);
  for await (const row of counted(rows, count)) {
    const chunk = row['chunk'] === undefined ? '' : `-${String(row['chunk']).padStart(4, '0')}`;
    const name = `${pageFileName(String(row['id']))}${chunk}.md`;
    await replaceFile(path.join(to, name), markdownFile(columns, row));
  }
}

/** @throws InputError where the folder holds something; OutputError */
export async function makeEmptyFolder(folder: string): Promise<void> {
  const names = (await fileExists(folder)) ? await readdir(folder).catch(() => ['a file']) : [];
  if (names.length > 0)
    throw new InputError(`${folder} exists and is not an empty folder`, { hint: 'name another folder' });
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw cannotWrite(folder, error);
  });
}

async function* counted<T>(values: AsyncIterable<T>, count: PageCount): AsyncGenerator<T> {
  for await (const value of values) {
    count.rows += 1;
    yield value;
  }
}

async function* acceptedOf(
  out: string,
  settings: PagesSettings,
  warn: (message: string) => void,
): AsyncGenerator<AcceptedPage> {
  for await (const { page } of pagesWithEvents(out, settings, warn)) yield page;
}

/** Pages as text, each after a line with its URL. */
async function* textsOf(pages: AsyncIterable<AcceptedPage>): AsyncGenerator<string> {
  for await (const { url, title, text } of pages) yield `=== ${url}\n\n${title}\n\n${text}\n\n`;
}

async function* linesOf(values: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

async function* inOrder(
  columns: readonly Column[],
  rows: AsyncIterable<CollectionRow>,
): AsyncGenerator<CollectionRow> {
  for await (const row of rows) yield Object.fromEntries(columns.map(({ name }) => [name, row[name]]));
}

import path from 'node:path';
import { csvOf, markdownFile } from './collection/text-formats.js';
import { createFileNames } from './collection/file-names.js';
import { parquetOf } from './collection/parquet.js';
import { pagesFields, type PagesSettings } from '../../app/settings/pages-settings.js';
import { messageOf, PluginError, SfwcError, UsageError } from '../../model/errors.js';
import type { PageColumn, PageRow, PagesFormat } from '../../judging/plugins/plugin.js';
import { requirePart, type Plugins, type Registered } from '../../judging/plugins/registry.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { resolveOptions } from '../../app/settings/plugin-options.js';
import type { PagesOptions } from '../../app/settings/settings.js';
import { interruptible } from '../../support/interruptible.js';
import { makeFolder } from './new-folder.js';
import { claimsOf } from './metadata/claims.js';
import { crawlDescribed } from '../../app/crawl/pages.js';
import { writeDataset } from './write-dataset.js';
import { collectionOf } from './collection.js';
import { readPageBody } from '../../crawling/store/page-store.js';
import { pagesWithEvents, type AcceptedPage } from '../../app/crawl/pages.js';

/** Signal that ends the writing, and the receiver of progress. */
export interface PageFlow {
  /** Counted up by each page or chunk. */
  rows: number;
  readonly signal?: AbortSignal;
}

/**
 * Writes the accepted pages of a crawl to where `to` or `dataset` say, in the format asked for.
 * @param warn hears of pages that cannot be read
 * @param surroundings.signal stops it; nothing is written then
 * @returns the number of pages, or of chunks
 * @throws UsageError for settings, or where no place is named; InputError when the folder is not of a crawl, or the target
 *   folder is not empty; OutputError
 */
export async function writePages(
  out: string,
  options: PagesOptions = {},
  warn: (message: string) => void = () => undefined,
  deps: { readonly signal?: AbortSignal } = {},
): Promise<number> {
  const { signal } = deps;
  const { settings, plugins } = await resolveOptions(pagesFields, options);
  const { dataset, to, format } = settings;
  refuseNeedlessText(settings);
  if (dataset !== undefined && to !== undefined)
    throw new UsageError('--dataset and --to both say where to write: give one of them');
  if (dataset !== undefined) return writeDataset(out, settings, dataset, warn, { signal });
  if (to === undefined)
    throw new UsageError('no place to write to', { hint: 'name one with --to or --dataset' });
  const flow: PageFlow = { rows: 0, signal };
  if (format === 'markdown') await writeMarkdownFiles(out, settings, to, warn, flow);
  else if (format === 'html') await writeHtmlFiles(out, settings, to, warn, flow);
  else await replaceFile(to, formattedPages(out, settings, plugins, warn, flow));
  return flow.rows;
}

/**
 * The accepted pages of a crawl in a format, in pieces.
 * @throws UsageError for formats that need a place to be written to, and for unknown ones
 */
export function formattedPages(
  out: string,
  settings: PagesSettings,
  plugins: Plugins,
  warn: (message: string) => void,
  flow: PageFlow,
): AsyncIterable<string | Uint8Array> {
  const { format, chunks, allColumns } = settings;
  refuseNeedlessText(settings);
  const own = plugins.find('formats', format);
  if (own === undefined) requirePart('formats', format, plugins, '--format');
  if (format === 'text') return textsOf(counted(acceptedOf(out, settings, warn), flow));
  if (format === 'jsonl' && chunks === undefined && !allColumns)
    return linesOf(counted(acceptedOf(out, settings, warn), flow));
  if (format === 'claims') return claimsIn(out, settings, warn, flow);
  const { columns, rows } = collectionOf(out, settings, warn);
  const all = counted(rows, flow);
  if (own !== undefined) return ownPieces(own, all, columns);
  if (format === 'csv') return csvOf(columns, all);
  if (format === 'parquet') return parquetOf(columns, all);
  if (format === 'jsonl') return linesOf(inOrder(columns, all));
  if (format === 'markdown' || format === 'html')
    throw new UsageError(`--format ${format} writes a file for each page: name a folder with --to`);
  throw new RangeError(`the format '${format}' has no writer`);
}

/**
 * Writes pages into a new folder, a Markdown file each, named after its title ({@link createFileNames}), of chunks with their
 * number. @throws InputError where the folder holds something; OutputError
 */
async function writeMarkdownFiles(
  out: string,
  settings: PagesSettings,
  to: string,
  warn: (message: string) => void,
  flow: PageFlow,
): Promise<void> {
  const { columns, rows } = collectionOf(out, settings, warn);
  const nameOf = createFileNames();
  await makeFolder(to, async (folder) => {
    for await (const row of counted(rows, flow)) {
      const chunk = row['chunk'] === undefined ? '' : `-${String(row['chunk']).padStart(4, '0')}`;
      const name = `${nameOf(String(row['title'] ?? ''), String(row['id']))}${chunk}.md`;
      await replaceFile(path.join(folder, name), markdownFile(columns, row));
    }
  });
}

/**
 * Writes the bodies of pages, as they were read, into a new folder, a file each. @throws as {@link writeMarkdownFiles};
 * UsageError with chunks
 */
async function writeHtmlFiles(
  out: string,
  settings: PagesSettings,
  to: string,
  warn: (message: string) => void,
  flow: PageFlow,
): Promise<void> {
  if (settings.chunks !== undefined) throw new UsageError('--chunks does not apply to --format html');
  const nameOf = createFileNames();
  await makeFolder(to, async (folder) => {
    for await (const { page, event } of counted(pagesWithEvents(out, settings, warn), flow)) {
      const body = await readPageBody(out, event);
      if (body === undefined) warn(`${page.id}: its body was not kept, or is damaged`);
      else await replaceFile(path.join(folder, `${nameOf(page.title, page.id)}.html`), body);
    }
  });
}

/** @throws PluginError that names the format: it failed, or what it gave is neither text nor bytes */
async function* ownPieces(
  { name, part }: Registered<PagesFormat>,
  rows: AsyncIterable<PageRow>,
  columns: readonly PageColumn[],
): AsyncGenerator<string | Uint8Array> {
  try {
    for await (const piece of part.write(rows, columns)) {
      if (typeof piece !== 'string' && !((piece as unknown) instanceof Uint8Array))
        throw new Error(`it gave ${typeof piece} instead of text or bytes`);
      yield piece;
    }
  } catch (error) {
    if (error instanceof SfwcError) throw error;
    throw new PluginError(`the format '${name}' failed: ${messageOf(error)}`, { cause: error });
  }
}

function refuseNeedlessText({ text, format, chunks, dataset }: PagesSettings): void {
  if (!text || (format === 'csv' && chunks === undefined && dataset === undefined)) return;
  throw new UsageError('--text applies to --format csv', {
    hint: 'chunks, datasets and the other formats have the text in any case',
  });
}

async function* counted<T>(values: AsyncIterable<T>, flow: PageFlow): AsyncGenerator<T> {
  for await (const value of interruptible(values, flow.signal)) {
    flow.rows += 1;
    yield value;
  }
}

async function* acceptedOf(
  out: string,
  settings: PagesSettings,
  warn: (message: string) => void,
): AsyncGenerator<AcceptedPage> {
  const reading = { metadata: settings.format !== 'text' };
  for await (const { page } of pagesWithEvents(out, settings, warn, reading)) yield page;
}

/** @throws UsageError with chunks, which claims do not have */
async function* claimsIn(
  out: string,
  settings: PagesSettings,
  warn: (message: string) => void,
  flow: PageFlow,
): AsyncGenerator<string> {
  if (settings.chunks !== undefined) throw new UsageError('--chunks does not apply to --format claims');
  const { crawl } = await crawlDescribed(out);
  yield* claimsOf(out, crawl, counted(pagesWithEvents(out, settings, warn), flow), warn);
}

/** Pages as text, each after a line with its URL. */
async function* textsOf(pages: AsyncIterable<AcceptedPage>): AsyncGenerator<string> {
  for await (const { url, title, text } of pages) yield `=== ${url}\n\n${title}\n\n${text}\n\n`;
}

async function* linesOf(values: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

async function* inOrder(
  columns: readonly PageColumn[],
  rows: AsyncIterable<PageRow>,
): AsyncGenerator<PageRow> {
  for await (const row of rows) yield Object.fromEntries(columns.map(({ name }) => [name, row[name]]));
}

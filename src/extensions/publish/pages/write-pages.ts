import path from 'node:path';
import { stringify } from 'yaml';
import type { AcceptedPage } from '../../../app/crawl/pages.js';
import { pagesFields } from '../../../app/settings/pages-settings.js';
import { resolveOptions } from '../../../app/settings/plugin-options.js';
import type { PagesOptions } from '../../../app/settings/settings.js';
import { readPageBody } from '../../../crawling/store/page-store.js';
import {
  FILE_FORMATS,
  FOLDER_FORMATS,
  type PageColumn,
  type PageRow,
  type PagesFormat,
} from '../../../judging/plugins/plugin.js';
import { requirePart, type Plugins, type Registered } from '../../../judging/plugins/registry.js';
import { messageOf, PluginError, SfwcError, UsageError } from '../../../model/errors.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { sha256 } from '../../../support/hash.js';
import { csvRow } from '../../../support/text/csv-row.js';
import { normalForm } from '../../../support/text/normal-form.js';
import { makeFolder } from './new-folder.js';
import { parquet } from './parquet.js';
import { selected, selectedTexts, tableOf, type PagesJob } from './table.js';

type Pieces = AsyncIterable<string | Uint8Array>;
/** A file of a page, in a folder that has one for each. */
interface PageFile extends Pick<AcceptedPage, 'title' | 'id'> {
  readonly content: string | Uint8Array;
}

type FolderFormat = keyof typeof FOLDER_FORMATS;

/** The writers of the built-in formats with all pages in one file. */
const WRITERS: Readonly<Record<keyof typeof FILE_FORMATS, (job: PagesJob) => Pieces>> = {
  jsonl: jsonLines,
  text: plainTexts,
  csv: csvLines,
  parquet: (job) => parquet.write(...tableOf(job)),
};

/**
 * Writes the accepted pages of a crawl to where `to` or `dataset` say, in the format asked for.
 * @param deps.signal stops it; nothing is written then
 * @returns the number of pages
 * @throws UsageError for settings, or where no place is named; InputError when the folder is not of a crawl, or the target
 *   folder is not empty; OutputError
 */
export async function writePages(
  out: string,
  options: PagesOptions = {},
  warn: (message: string) => void = () => undefined,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<number> {
  const { settings, plugins } = await resolveOptions(pagesFields, options);
  const { dataset, to, format } = settings;
  const job: PagesJob = { out, settings, warn, signal, rows: 0 };
  if ((dataset === undefined) === (to === undefined))
    throw new UsageError('name the place to write to with --to or --dataset, one of them');
  if (dataset !== undefined) await (await import('./dataset.js')).writeDataset(job, dataset);
  else if (to !== undefined && Object.hasOwn(FOLDER_FORMATS, format))
    await writeFiles(job, to, format as FolderFormat);
  else if (to !== undefined) await replaceFile(to, formattedPages(job, plugins));
  return job.rows;
}

/**
 * The accepted pages of a crawl in a format, in pieces.
 * @throws UsageError for formats that need a folder, and for unknown ones
 */
export function formattedPages(job: PagesJob, plugins: Plugins): Pieces {
  const { format } = job.settings;
  const plugged = plugins.find('formats', format);
  if (plugged !== undefined) return pluggedPieces(plugged, ...tableOf(job));
  requirePart('formats', format, plugins, '--format');
  if (Object.hasOwn(WRITERS, format)) return WRITERS[format as keyof typeof WRITERS](job);
  throw new UsageError(`--format ${format} writes a file for each page: name a folder with --to`);
}

/** True for a format of bytes that no terminal shows. */
export function isBinary(format: string, plugins: Plugins): boolean {
  const isBuiltIn = Object.entries(FILE_FORMATS).some(([name, is]) => name === format && 'isBinary' in is);
  return isBuiltIn || plugins.find('formats', format)?.part.isBinary === true;
}

/** @throws PluginError that names the format: it failed, or what it gave is neither text nor bytes */
async function* pluggedPieces(
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

async function* jsonLines(job: PagesJob): AsyncGenerator<string> {
  const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;
  if (!job.settings.allColumns) for await (const page of selectedTexts(job)) yield lineOf(page);
  else {
    const [rows, columns] = tableOf(job);
    for await (const row of rows)
      yield lineOf(Object.fromEntries(columns.map(({ name }) => [name, row[name]])));
  }
}

/** Pages as text, each after a line with its URL. */
async function* plainTexts(job: PagesJob): AsyncGenerator<string> {
  for await (const { url, title, text } of selectedTexts(job, false))
    yield `=== ${url}\n\n${title}\n\n${text}\n\n`;
}

/** Rows with a header, without the full text of pages; lists are separated by ` | `. */
async function* csvLines(job: PagesJob): AsyncGenerator<string> {
  const [rows, columns] = tableOf(job);
  yield csvRow(columns.map(({ name }) => name));
  const cellOf = (value: PageRow[string]) => (typeof value === 'object' ? value.join(' | ') : value);
  for await (const row of rows) yield csvRow(columns.map(({ name }) => cellOf(row[name])));
}

/** Pages as Markdown: the columns as YAML front matter, then the Markdown. */
async function* markdownFiles(job: PagesJob): AsyncGenerator<PageFile> {
  const [rows, columns] = tableOf(job);
  for await (const row of rows) {
    const values = columns.flatMap(({ name }) =>
      name === 'text' || name === 'markdown' || row[name] === undefined ? [] : [[name, row[name]] as const],
    );
    const content = `---\n${stringify(Object.fromEntries(values))}---\n\n${String(row['markdown'] ?? '')}\n`;
    yield { title: String(row['title'] ?? ''), id: String(row['id']), content };
  }
}

/** The bodies of pages as they were read. */
async function* htmlFiles(job: PagesJob): AsyncGenerator<PageFile> {
  for await (const { page, event } of selected(job, false)) {
    const content = await readPageBody(job.out, event);
    if (content === undefined) job.warn(`${page.id}: its body was not kept, or is damaged`);
    else yield { ...page, content };
  }
}

/** Writes a file for each page into a new folder, named after its title. */
async function writeFiles(job: PagesJob, to: string, format: FolderFormat): Promise<void> {
  const files = { markdown: markdownFiles, html: htmlFiles }[format];
  await makeFolder(to, async (folder) => {
    for await (const { title, id, content } of files(job)) {
      const file = `${fileNameOf(title, id)}.${FOLDER_FORMATS[format]}`;
      await replaceFile(path.join(folder, file), content);
    }
  });
}

/** The longest beginning of a title in a name of a file, in characters and in bytes of UTF-8: names may have 255 bytes. */
const MAX_NAME = { characters: 60, bytes: 120 } as const;

/** The name of the file of a page: words of its title, and a hash of its address, such as `insulin-pumps-1a2b3c4d5e6f`. */
export function fileNameOf(title: string, address: string): string {
  const written = normalForm(title).toLowerCase();
  const words = written.match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['page'];
  let slug = '';
  for (const character of words.join('-')) {
    const longer = slug + character;
    if (longer.length > MAX_NAME.characters || Buffer.byteLength(longer) > MAX_NAME.bytes) break;
    slug = longer;
  }
  return `${slug.replace(/-$/, '')}-${sha256(address).slice(0, 12)}`;
}

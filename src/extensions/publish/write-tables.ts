import path from 'node:path';
import { createFileNames } from './collection/file-names.js';
import { tablesOf, type PageTable } from './collection/page-tables.js';
import type { Cut, NoteCut } from './collection/table-grid.js';
import { makeFolder } from './new-folder.js';
import { pagesWithEvents, type PageWithEvent } from '../../app/crawl/pages.js';
import type { PagesSettings } from '../../app/settings/pages-settings.js';
import { optionName } from '../../app/settings/setting-names.js';
import { readPageBody } from '../../crawling/store/page-files.js';
import { messageOf, UsageError } from '../../model/errors.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { interruptible } from '../../support/interruptible.js';
import { csvRow } from '../../support/text/csv-row.js';

/** The file that lists the tables of a folder. */
const INDEX = 'tables.csv';
const INDEX_COLUMNS = ['url', 'title', 'table', 'caption', 'rows', 'headRows', 'columns', 'file'];

/** How much was written. */
export interface WrittenTables {
  /** Pages that were read, with and without tables. */
  readonly pages: number;
  readonly tables: number;
}

/**
 * Writes the tables of data in the accepted pages of a crawl into a new folder, a CSV file each, and `tables.csv`, which lists them.
 * @param warn hears of pages that cannot be read and of tables that are too large, and where no page has a table
 * @throws UsageError for settings that say how pages are written; InputError when the folder is not of a crawl, or the target folder is not empty; OutputError
 */
export async function writeTables(
  out: string,
  settings: PagesSettings,
  to: string,
  warn: (message: string) => void,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<WrittenTables> {
  refuseOthers(settings);
  const written = { pages: 0, tables: 0 };
  const cuts = createCuts();
  const nameOf = createFileNames();
  async function* index(folder: string): AsyncGenerator<string> {
    yield csvRow(INDEX_COLUMNS);
    for await (const one of interruptible(pagesWithEvents(out, settings, warn), signal)) {
      const { id, url, title } = one.page;
      written.pages += 1;
      for await (const table of interruptible(tablesIn(out, one, cuts.noteIn(url), warn), signal)) {
        const { number, caption, rows, headRows, columns } = table;
        const file = `${nameOf(title, id)}-${String(number).padStart(3, '0')}.csv`;
        await replaceFile(path.join(folder, file), rows.map(csvRow).join(''));
        written.tables += 1;
        yield csvRow([url, title, number, caption, rows.length, headRows, columns, file]);
      }
    }
  }
  await makeFolder(to, (folder) => replaceFile(path.join(folder, INDEX), index(folder)));
  cuts.tell(warn);
  if (written.tables === 0 && written.pages > 0)
    warn(`no table of data in ${written.pages} accepted page${written.pages === 1 ? '' : 's'} of ${out}`);
  return written;
}

function refuseOthers({ format, to, dataset, chunks, text, allColumns }: PagesSettings): void {
  const others = { format: format !== 'jsonl', to, dataset, chunks, text, allColumns };
  const [other] = Object.entries(others).find(([, value]) => value !== undefined && value !== false) ?? [];
  if (other === undefined) return;
  throw new UsageError(
    `--tables writes tables as CSV, --${optionName(other)} is about pages: give one of them`,
  );
}

async function* tablesIn(
  out: string,
  { page: { id }, event }: PageWithEvent,
  note: NoteCut,
  warn: (message: string) => void,
): AsyncGenerator<PageTable> {
  try {
    const body = await readPageBody(out, event);
    if (body === undefined)
      warn(`${id}: tables could not be read, since its body was not kept, or is damaged`);
    else yield* tablesOf(body, event.contentType ?? '', note);
  } catch (error) {
    warn(`${id}: tables could not be read: ${messageOf(error)}`);
  }
}

/** What is cut, in words, by number. */
const CUT_NAMES: Readonly<Record<Cut, readonly [one: string, many: string]>> = {
  tables: ['table', 'tables'],
  rows: ['row', 'rows'],
  cells: ['cell beyond the last column', 'cells beyond the last column'],
  texts: ['text of a cell', 'texts of cells'],
  spans: ['span of a cell', 'spans of cells'],
};

interface Cuts {
  /** Counts what is cut in a page. */
  noteIn(url: string): NoteCut;
  /** Says it in one line, if anything was cut. */
  tell(warn: (message: string) => void): void;
}

function createCuts(): Cuts {
  const counts = new Map<Cut, number>();
  const urls = new Set<string>();
  return {
    noteIn: (url) => (what, count) => {
      if (count === 0) return;
      urls.add(url);
      counts.set(what, (counts.get(what) ?? 0) + count);
    },
    tell: (warn) => {
      const [first] = urls;
      if (first === undefined) return;
      const parts = [...counts].map(([what, count]) => `${count} ${CUT_NAMES[what][count === 1 ? 0 : 1]}`);
      const others = urls.size - 1;
      const where = others === 0 ? first : `${first} and ${others} other ${others === 1 ? 'page' : 'pages'}`;
      warn(`tables that are too large were cut in ${where}: ${parts.join(', ')}`);
    },
  };
}

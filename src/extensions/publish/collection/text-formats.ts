import { stringify } from 'yaml';
import { csvRow } from '../../../support/text/csv-row.js';
import type { PageColumn, PageRow } from '../../../judging/plugins/plugin.js';

/** Rows as CSV with a header; lists are separated by ` | `. */
export async function* csvOf(
  columns: readonly PageColumn[],
  rows: AsyncIterable<PageRow>,
): AsyncGenerator<string> {
  yield csvRow(columns.map(({ name }) => name));
  for await (const row of rows)
    yield csvRow(
      columns.map(({ name }) => {
        const value = row[name];
        return typeof value === 'object' ? value.join(' | ') : value;
      }),
    );
}

/** Columns that are not in the front matter. */
const BODY = new Set(['text', 'markdown']);

/** A page, or a chunk of one, as a Markdown file: its columns as YAML front matter, then its Markdown. */
export function markdownFile(columns: readonly PageColumn[], row: PageRow): string {
  const values = columns.flatMap(({ name }) =>
    BODY.has(name) || row[name] === undefined ? [] : [[name, row[name]] as const],
  );
  return `---\n${stringify(Object.fromEntries(values))}---\n\n${String(row['markdown'] ?? '')}\n`;
}

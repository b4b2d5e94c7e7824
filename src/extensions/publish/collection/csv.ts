import { csvRow } from '../../../support/text/csv-row.js';
import type { CollectionRow, Column } from './collection-columns.js';

/** Rows as CSV with a header; lists are separated by ` | `. */
export async function* csvOf(
  columns: readonly Column[],
  rows: AsyncIterable<CollectionRow>,
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

import type { CellValue, CollectionRow, Column } from './collection-columns.js';

/** Rows as CSV (RFC 4180) with a header. */
export async function* csvOf(
  columns: readonly Column[],
  rows: AsyncIterable<CollectionRow>,
): AsyncGenerator<string> {
  yield `${columns.map(({ name }) => name).join(',')}\r\n`;
  for await (const row of rows) yield `${columns.map(({ name }) => cell(row[name])).join(',')}\r\n`;
}

/**
 * A cell; lists are separated by ` | `. Texts from the Web that a spreadsheet would take for a formula begin with an apostrophe
 * (OWASP, CSV injection).
 */
function cell(value: CellValue): string {
  if (value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : value.join(' | ');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

import { stringify } from 'yaml';
import type { CollectionRow, Column } from './collection-columns.js';

/** Columns that are not in the front matter. */
const BODY = new Set(['text', 'markdown']);

/** A page, or a chunk of one, as a Markdown file: its columns as YAML front matter, then its Markdown. */
export function markdownFile(columns: readonly Column[], row: CollectionRow): string {
  const values = columns.flatMap(({ name }) =>
    BODY.has(name) || row[name] === undefined ? [] : [[name, row[name]] as const],
  );
  return `---\n${stringify(Object.fromEntries(values))}---\n\n${String(row['markdown'] ?? '')}\n`;
}

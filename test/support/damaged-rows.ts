import Database from 'libsql';
import type { Random } from '../../src/support/random.js';
import { withDamagedValue } from './damaged-files.js';

/** A stored value after the damage. */
export interface DamagedRow {
  readonly table: string;
  /** The first 200 characters. */
  readonly text: string;
}

/** A column of JSON in the database of a crawl, and the rows to damage in it. */
interface JsonColumn {
  readonly table: string;
  readonly column: string;
  readonly key: string;
  readonly where: string;
}

const columnOf = (table: string, column: string): JsonColumn => ({
  table,
  column,
  key: 'rowid',
  where: 'true',
});

/** All columns of JSON; of single values, one for each name. */
export const JSON_COLUMNS: readonly JsonColumn[] = [
  ...['crawl', 'plan', 'frontier', 'hosts', 'activity'].map((name) => ({
    ...columnOf('facts', 'value'),
    key: 'name',
    where: `name = '${name}'`,
  })),
  { ...columnOf('urls', 'entry'), where: 'entry IS NOT NULL' },
  columnOf('memory', 'value'),
  columnOf('observed', 'record'),
  columnOf('snapshot', 'json'),
  columnOf('kept', 'value'),
];

/** Damages one random value of a column. Returns undefined when the column is empty. */
export function damageRow(
  path: string,
  { table, column, key, where }: JsonColumn,
  random: Random,
): DamagedRow | undefined {
  const database = new Database(path);
  try {
    const rows = database
      .prepare(`SELECT ${key} AS id, ${column} AS json FROM ${table} WHERE ${where}`)
      .all() as { readonly id: string | number; readonly json: string }[];
    const row = rows[Math.floor(random() * rows.length)];
    if (row === undefined) return undefined;
    const pick = (most: number): number => Math.floor(random() * most);
    const ways = [
      () => row.json.slice(0, pick(row.json.length)),
      () => ['null', '[]', '7', '"text"', '{}', '1e999'][pick(6)]!,
      () => withDamagedValue('one.json', row.json, 'wrong-value', pick),
      () => withDamagedValue('one.json', row.json, 'missing-field', pick),
    ];
    const text = ways[pick(ways.length)]!();
    database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run([text, row.id]);
    return { table, text: text.slice(0, 200) };
  } finally {
    database.close();
  }
}

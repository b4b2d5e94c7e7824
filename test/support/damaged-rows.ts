import Database from 'libsql';
import type { Random } from '../../src/support/random.js';
import { withDamagedValue } from './damaged-files.js';

/** A stored value that was changed: table, column and what it was made. */
export interface DamagedRow {
  readonly table: string;
  readonly text: string;
}

/** Columns of the database of a crawl that hold JSON. */
const JSON_COLUMNS: readonly (readonly [table: string, column: string, where: string])[] = [
  ...['crawl', 'plan', 'frontier', 'hosts', 'activity'].map(
    (name) => ['facts', 'value', `name = '${name}'`] as const,
  ),
  ['urls', 'entry', 'true'],
  ['memory', 'value', 'true'],
  ['actions', 'action', 'true'],
  ['heard', 'record', 'true'],
  ['snapshot', 'json', 'true'],
];

/** Changes one JSON value in the database of a crawl, of a kind of its rows; undefined where there is no such row. */
export function damageRow(path: string, kind: number, random: Random): DamagedRow | undefined {
  const [table, column, where] = JSON_COLUMNS[kind % JSON_COLUMNS.length]!;
  const database = new Database(path);
  try {
    const rows = database
      .prepare(
        `SELECT rowid_, json_ FROM (SELECT ${keyOf(table)} AS rowid_, ${column} AS json_ FROM ${table} WHERE ${where})`,
      )
      .all() as {
      rowid_: string | number;
      json_: string;
    }[];
    const row = rows[Math.floor(random() * rows.length)];
    if (row === undefined) return undefined;
    const pick = (most: number): number => Math.floor(random() * most);
    const ways = [
      () => row.json_.slice(0, pick(row.json_.length)),
      () => ['null', '[]', '7', '"text"', '{}', '1e999'][pick(6)] ?? 'null',
      () => withDamagedValue('one.json', row.json_, 'wrong-value', pick),
      () => withDamagedValue('one.json', row.json_, 'missing-field', pick),
    ];
    const text = (ways[pick(ways.length)] ?? ways[0]!)();
    database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${keyOf(table)} = ?`).run([text, row.rowid_]);
    return { table, text: text.slice(0, 200) };
  } finally {
    database.close();
  }
}

/** How many kinds of rows there are. */
export const ROW_KINDS = JSON_COLUMNS.length;

function keyOf(table: string): string {
  return table === 'facts' ? 'name' : 'rowid';
}

import { expect, it } from '@jest/globals';
import Database from 'libsql';
import { prepareSafely } from '../../../src/support/files/database-file.js';

const database = new Database(':memory:');
database.exec(`
  CREATE TABLE things (id INTEGER PRIMARY KEY, value REAL, name TEXT, bytes BLOB);
  INSERT INTO things VALUES (1, 0.5, 'Ähre 🐝', x'00ff'), (2, 0.25, '', NULL), (3, 2, NULL, x'');
`);
const FILE = { path: 'my.db', hint: 'restore it' };
const rowsOf = (sql: string): unknown => {
  const { statement, read } = prepareSafely(database, sql, FILE);
  return (statement.all([]) as (string | number)[][]).map(read);
};

it('reads texts, numbers, bytes and nothing as they are, in their order', () => {
  const rows = rowsOf('SELECT name, value, bytes, id FROM things ORDER BY value DESC') as unknown[][];
  expect(rows.map(([name, value, , id]) => [name, value, id])).toEqual([
    [null, 2, 3],
    ['Ähre 🐝', 0.5, 1],
    ['', 0.25, 2],
  ]);
  expect(rows.map(([, , bytes]) => bytes && [...new Uint8Array(bytes as Uint8Array)])).toEqual([
    [],
    [0, 255],
    null,
  ]);
});

it('reads a text that begins with a byte order mark', () => {
  expect(rowsOf("SELECT char(65279) || 'a'")).toEqual([['\uFEFFa']]);
});

it.each([
  ['a column of texts', "SELECT CAST(x'61ff' AS TEXT)"],
  [
    'a column of numbers',
    "SELECT value FROM (SELECT value FROM things LIMIT 0) UNION ALL SELECT CAST(x'c3' AS TEXT)",
  ],
])('names the file where %s holds a text that is not UTF-8', (_, sql) => {
  expect(() => rowsOf(sql)).toThrow('my.db is damaged: a text is not UTF-8');
});

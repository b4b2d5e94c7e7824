import Database from 'libsql';
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { packTexts } from '../../src/extensions/search/packed-texts.js';
import { passagesOf } from '../../src/extensions/search/passages.js';
import type { SearchedPage } from './search-engines.js';

const TOKENIZER = 'tokenize="porter unicode61 remove_diacritics 2"';
const FACTOR = 4096;

/** How texts and their index are stored. */
interface Design {
  readonly name: string;
  readonly tables: string;
  readonly keeps: 'passages' | 'packed' | 'in the index';
}

const CONTENTLESS = "content='', contentless_delete=1";
const PACKED = 'CREATE TABLE texts (page INTEGER PRIMARY KEY, packed BLOB NOT NULL);';
const DESIGNS: readonly Design[] = [
  {
    name: 'texts in FTS5',
    tables: `CREATE VIRTUAL TABLE words USING fts5(title, text, ${TOKENIZER})`,
    keeps: 'in the index',
  },
  {
    name: 'table of passages, index without texts',
    tables: `CREATE TABLE passages (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE VIRTUAL TABLE words USING fts5(title, text, ${CONTENTLESS}, ${TOKENIZER})`,
    keeps: 'passages',
  },
  {
    name: 'packed pages, index without texts',
    tables: `${PACKED} CREATE VIRTUAL TABLE words USING fts5(title, text, ${CONTENTLESS}, ${TOKENIZER})`,
    keeps: 'packed',
  },
  {
    name: 'the same, without places (no phrases)',
    tables: `${PACKED} CREATE VIRTUAL TABLE words USING fts5(title, text, ${CONTENTLESS}, detail=column, ${TOKENIZER})`,
    keeps: 'packed',
  },
];

/** Prints what each design takes of space, relative to the text, by table. */
export function measureDesigns(folder: string, pages: readonly SearchedPage[]): void {
  const text = pages.reduce(
    (sum, page) => sum + Buffer.byteLength(page.title) + Buffer.byteLength(page.text),
    0,
  );
  console.log(`designs of the index, ${pages.length} pages, ${(text / 1e6).toFixed(1)} MB of text`);
  for (const design of DESIGNS) {
    const file = path.join(folder, 'design.db');
    const begun = process.cpuUsage();
    const parts = build(file, design, pages);
    const { user, system } = process.cpuUsage(begun);
    const share = (bytes: number): string => (bytes / text).toFixed(2);
    const listed = parts.map(([name, bytes]) => `${name} ${share(bytes)}`).join(', ');
    const time = ((user + system) / 1000 / pages.length).toFixed(2);
    console.log(
      `  ${design.name.padEnd(40)} ${share(statSync(file).size)} of the text (${listed}), ${time} ms of processor time per page`,
    );
    rmSync(file);
  }
}

function build(
  file: string,
  { tables, keeps }: Design,
  pages: readonly SearchedPage[],
): readonly (readonly [name: string, bytes: number])[] {
  const database = new Database(file);
  database.exec(`${tables}; BEGIN`);
  const insert = database.prepare('INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)');
  const store =
    keeps === 'in the index'
      ? undefined
      : database.prepare(`INSERT INTO ${keeps === 'packed' ? 'texts' : 'passages'} VALUES (?, ?)`);
  for (const [place, { title, text }] of pages.entries()) {
    const passages = passagesOf(text);
    if (keeps === 'packed') store?.run(place + 1, packTexts(passages));
    for (const [number, passage] of passages.entries()) {
      const id = (place + 1) * FACTOR + number;
      insert.run(id, title, passage);
      if (keeps === 'passages') store?.run(id, passage);
    }
    if (place % 200 === 199) database.exec('COMMIT; BEGIN');
  }
  database.exec('COMMIT');
  const sizes = database
    .prepare(
      `SELECT name, sum(pgsize) FROM dbstat WHERE name NOT LIKE 'sqlite%' GROUP BY name HAVING sum(pgsize) > 100000 ORDER BY 2 DESC`,
    )
    .raw()
    .all() as [string, number][];
  database.close();
  return sizes;
}

import { join } from 'node:path';
import Database from 'libsql';
import { cannotWrite, IN_TMPDIR } from '../../support/files/cannot-write.js';
import { makeTemporaryFolder } from '../../support/files/temporary-folder.js';
import { cdxLine, type CdxEntry } from './cdxj.js';

/** The captures of an archive, on disk: any number of them, in any order. */
export interface CaptureTable {
  /** @throws OutputError when there is no room */
  add(entry: CdxEntry): void;
  /** @param timestamp 14 digits */
  has(url: string, timestamp: string): boolean;
  /** Notes that a revisit record refers to a capture. */
  refer(url: string, timestamp: string): void;
  /** True if a capture that was referred to has not been added. */
  lacks(url: string, timestamp: string): boolean;
  /** Number of captures that were referred to and have not been added. */
  lacking(): number;
  /** The lines of an index, sorted by bytes, each once. */
  lines(): Iterable<string>;
  close(): Promise<void>;
}

/** Nothing in it is durable, and it takes at most 16 MB of memory. */
const TABLES = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000;
  CREATE TABLE captures (line TEXT PRIMARY KEY, url TEXT NOT NULL, timestamp TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX places ON captures (url, timestamp);
  CREATE TABLE referred (url TEXT, timestamp TEXT, PRIMARY KEY (url, timestamp)) WITHOUT ROWID;
  BEGIN;
`;

/** An empty table in a temporary folder, which is removed when the table is closed. @throws OutputError */
export async function openCaptureTable(): Promise<CaptureTable> {
  const folder = await makeTemporaryFolder('archive');
  const database = new Database(join(folder.path, 'index.db'));
  database.exec(TABLES);
  const insert = database.prepare('INSERT OR IGNORE INTO captures VALUES (?, ?, ?)');
  const find = database.prepare('SELECT 1 FROM captures WHERE url = ? AND timestamp = ? LIMIT 1').raw();
  const refer = database.prepare('INSERT OR IGNORE INTO referred VALUES (?, ?)');
  const findReferred = database.prepare('SELECT 1 FROM referred WHERE url = ? AND timestamp = ?').raw();
  const missing = database
    .prepare('SELECT count(*) FROM (SELECT * FROM referred EXCEPT SELECT url, timestamp FROM captures)')
    .raw();
  const select = database.prepare('SELECT line FROM captures ORDER BY line').raw();
  const write = (statement: Database.Statement, ...values: readonly string[]): void => {
    try {
      statement.run(...values);
    } catch (thrown) {
      throw cannotWrite(folder.path, thrown, { then: IN_TMPDIR });
    }
  };
  const has = (url: string, timestamp: string): boolean => find.get(url, timestamp) !== undefined;
  return {
    add: (entry) => write(insert, cdxLine(entry), entry.url, entry.timestamp),
    has,
    refer: (url, timestamp) => write(refer, url, timestamp),
    lacks: (url, timestamp) => findReferred.get(url, timestamp) !== undefined && !has(url, timestamp),
    lacking: () => Number((missing.get() as readonly unknown[])[0]),
    *lines() {
      for (const [line] of select.iterate() as IterableIterator<readonly [string]>) yield line;
    },
    async close() {
      database.close();
      await folder.remove();
    },
  };
}

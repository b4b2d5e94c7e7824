import type Database from 'libsql';
import { cdxLine, type CdxEntry } from './cdxj.js';
import { openTemporaryDatabase } from './temporary-database.js';
import { cannotWrite, IN_TMPDIR } from '../../support/files/cannot-write.js';

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

const TABLES = `
  CREATE TABLE captures (line TEXT PRIMARY KEY, url TEXT NOT NULL, timestamp TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX places ON captures (url, timestamp);
  CREATE TABLE referred (url TEXT, timestamp TEXT, PRIMARY KEY (url, timestamp)) WITHOUT ROWID;
`;

/** An empty table in a temporary folder, which is removed when the table is closed. @throws OutputError */
export async function openCaptureTable(): Promise<CaptureTable> {
  const { database, folder, close } = await openTemporaryDatabase(TABLES);
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
      throw cannotWrite(folder, thrown, { then: IN_TMPDIR });
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
    close,
  };
}

import Database from 'libsql';
import type { z } from 'zod';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../../model/errors.js';
import { failing, crawlDatabaseFile, storedValue } from './stored-value.js';
import { type Cell, createTransactions, type Steps } from './transactions.js';
import { DATABASE, unreadableCrawl } from '../../support/crawl-folder.js';
import { prepareSafely } from '../../support/files/safe-statement.js';

/** A prepared statement. Rows are arrays, in the order of the columns. */
export interface Statement {
  /** Returns how many rows were changed. */
  run(...values: Cell[]): number;
  /** The first row; ask for one only, so that nothing stays open. */
  first(...values: Cell[]): readonly Cell[] | undefined;
  all(...values: Cell[]): readonly (readonly Cell[])[];
}

/** The database of one crawl: its frontier, and what it needs to continue. */
export interface CrawlDatabase extends Steps {
  readonly path: string;
  /**
   * Before the statement runs, what was deferred is written, so that it finds what it would have found without.
   * @param how.apart it uses none of the tables with deferred rows, which continue waiting
   */
  prepare(sql: string, how?: { readonly apart?: boolean }): Statement;
  /** Leaves a single file where nobody else reads it. */
  close(): void;
}

/** Version of the tables; kept in the file (`user_version`). */
const SCHEMA_VERSION = 4;

/**
 * Tables.
 *
 * `hosts`: numbers of hosts. `urls`: what is queued or leased, by the order of discovery, with the hash of its address.
 * `ended`: the hashes of what has come to its end. Both are known; the frontier looks for hashes in memory, so that rows
 * are only appended here. `claims`: hashes of targets of redirects, with the place of the leased URL that led there; they
 * are in `ended` as well. `facts`: single values as JSON. `outbox`: events that may be missing in `events.jsonl`.
 * `snapshot`: the strategy's last snapshot, as JSON in pieces. `heard`: what it observed since. `kept`: what belongs to the
 * snapshot, by URL.
 */
const SCHEMA = `
  CREATE TABLE hosts (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE urls (place INTEGER PRIMARY KEY, hash INTEGER NOT NULL, host INTEGER NOT NULL, value REAL NOT NULL, entry TEXT NOT NULL);
  CREATE INDEX best_urls ON urls (host, value DESC, place);
  CREATE TABLE ended (hash INTEGER NOT NULL);
  CREATE TABLE claims (hash INTEGER NOT NULL, place INTEGER NOT NULL);
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE outbox (sequence INTEGER PRIMARY KEY, event TEXT NOT NULL);
  CREATE TABLE snapshot (piece INTEGER PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE heard (sequence INTEGER PRIMARY KEY, record TEXT NOT NULL, body BLOB);
  CREATE TABLE kept (place INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, bytes BLOB NOT NULL);
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Pages of 4 kB that the log holds before it is written into the file: 128 MB on the disk. URLs are written all over their
 * tables, and a page that is written often enters the file once for each log.
 */
const LOG_PAGES = 32_000;

/**
 * Opens the database of a crawl, or makes one.
 *
 * What a step may have to undo is kept in a temporary file where there is much of it: in memory it would be tens of
 * megabytes at a time, which leave as much unused memory behind that the process cannot give back.
 *
 * It writes ahead (WAL) without waiting for the disk at each transaction: when the process is killed nothing is lost that
 * was committed; when the machine loses its power, the last transactions may be, and the file is as it was before them.
 *
 * @param options.cacheBytes bytes of pages that are kept in memory
 * @param options.readOnly only to look: another process may write at the same time
 * @throws InputError for a file that is not such a database; OutputError when it cannot be written
 */
export function openCrawlDatabase(
  path: string,
  {
    cacheBytes = 16_000_000,
    readOnly = false,
  }: { readonly cacheBytes?: number; readonly readOnly?: boolean } = {},
): CrawlDatabase {
  if (!existsSync(path) && readOnly) throw unreadableCrawl(dirname(path), basename(path));
  const database = failing(path, () => new Database(path, { timeout: 10 }));
  try {
    failing(path, () => {
      if (readOnly) database.exec('PRAGMA query_only = 1');
      else
        database.exec(
          `PRAGMA temp_store = FILE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${LOG_PAGES}`,
        );
      database.exec(`PRAGMA cache_size = ${-Math.round(cacheBytes / 1024)}`);
    });
    const version = failing(path, () =>
      database.prepare('PRAGMA user_version').raw().get(),
    ) as readonly Cell[];
    if (version[0] === 0 && !readOnly)
      failing(path, () => database.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT`));
    else if (version[0] === 0) throw unreadableCrawl(dirname(path), basename(path), new Error('it is empty'));
    else if (version[0] !== SCHEMA_VERSION) {
      throw new InputError(`${path} was written by another version of sfwc`, {
        hint: 'resume the crawl with the version that began it, or start again with --force',
      });
    }
  } catch (thrown) {
    database.close();
    throw thrown;
  }
  return wrap(path, database, readOnly);
}

/** Looks into the database of the crawl in a folder, to which another process may write. @throws InputError where there is none */
export function lookInto<T>(folder: string, look: (database: CrawlDatabase) => T, cacheBytes?: number): T {
  const database = openCrawlDatabase(join(folder, DATABASE), { readOnly: true, cacheBytes });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

/** Statements that do not change tables. */
const READS = /^\s*(?:SELECT|PRAGMA)\b/i;

function wrap(path: string, database: Database.Database, readOnly: boolean): CrawlDatabase {
  let isClosed = false;
  /** libsql ends the process when `inTransaction` of a closed database is read. */
  const whileOpen = <T>(act: () => T): T => {
    if (isClosed) throw new Error(`${path} is closed`);
    return act();
  };
  const transactions = createTransactions(path, database);
  return {
    path,
    prepare(sql, { apart = false } = {}) {
      const isRead = READS.test(sql);
      return statementOf(path, database, sql, () => {
        if (!apart) transactions.flush();
        if (!isRead) transactions.save();
      });
    },
    ...transactions,
    together: (steps) => whileOpen(() => transactions.together(steps)),
    commit: () => whileOpen(() => transactions.commit()),
    close() {
      if (isClosed) return;
      isClosed = true;
      if (!readOnly) {
        // What is not committed when the crawl ends was not told.
        if (database.inTransaction) database.exec('ROLLBACK');
        // One file is left, which can be read where nothing may be written. Somebody who looks at it may prevent that.
        try {
          database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
        } catch {
          // Then the log stays next to it, which is just as safe.
        }
      }
      database.close();
    },
  };
}

/** @param before called before each run of the statement */
function statementOf(path: string, database: Database.Database, sql: string, before: () => void): Statement {
  const { statement, read } = failing(path, () => prepareSafely(database, sql, crawlDatabaseFile(path)));
  return {
    run(...values) {
      before();
      return failing(path, () => statement.run(values).changes);
    },
    first(...values) {
      before();
      return read(failing(path, () => statement.get(values)) as Cell[] | undefined);
    },
    all(...values) {
      before();
      const rows = failing(path, () => statement.all(values)) as Cell[][];
      rows.forEach(read);
      return rows;
    },
  };
}

/** A row of `facts`; undefined when there is none. @throws InputError when it is damaged */
export function fact(database: CrawlDatabase, name: string, schema: z.ZodType): unknown {
  const row = database.prepare('SELECT value FROM facts WHERE name = ?').first(name);
  return row === undefined ? undefined : storedValue(database.path, name, row[0], schema);
}

import Database from 'libsql';
import { existsSync } from 'node:fs';
import { InputError, messageOf, OutputError } from '../../model/errors.js';

/** What can be bound to a statement and comes out of one. */
export type Cell = string | number | Uint8Array | null;

/** A prepared statement. Rows are arrays, in the order of the columns. */
export interface Statement {
  /** Returns how many rows were changed. */
  run(...values: Cell[]): number;
  /** The first row; ask for one only, so that nothing stays open. */
  first(...values: Cell[]): readonly Cell[] | undefined;
  all(...values: Cell[]): readonly (readonly Cell[])[];
}

/** The database of one crawl: its frontier, and what it needs to go on. */
export interface CrawlDatabase {
  readonly path: string;
  prepare(sql: string): Statement;
  /** Does several steps as one transaction; within another they become part of it. @throws OutputError */
  together<T>(steps: () => T): T;
  /** Called before the outermost transaction ends, within it. */
  onCommit(write: () => void): void;
  /** Called when a transaction was undone: what was remembered of the database is to be forgotten. */
  onUndone(forget: () => void): void;
  /** Leaves a single file where nobody else reads it. */
  close(): void;
}

/** Version of the tables; kept in the file (`user_version`). */
const SCHEMA_VERSION = 1;

/**
 * Tables.
 *
 * `hosts`: each host with its best queued URL (value and place), so that the best URL of all is the first of an index.
 * `known`: the URLs of every state, by host and hash, in some 15 bytes each: `place` is that in `urls`, or below 0 for
 * what has come to its end. `urls`: what is queued or leased, by the order of discovery. `claims`: targets of
 * redirects, by the place of the leased URL that led there. `facts`: single values as JSON. `outbox`: events that may
 * be missing in `events.jsonl`. `heard`: what the strategy observed since its last snapshot.
 */
const SCHEMA = `
  CREATE TABLE hosts (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, value REAL, place INTEGER, held INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX best_hosts ON hosts (value DESC, place) WHERE value IS NOT NULL AND held = 0;
  CREATE INDEX held_hosts ON hosts (id) WHERE held = 1;
  CREATE TABLE known (host INTEGER NOT NULL, hash INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (host, hash)) WITHOUT ROWID;
  CREATE TABLE urls (place INTEGER PRIMARY KEY, host INTEGER NOT NULL, value REAL NOT NULL, leased INTEGER NOT NULL DEFAULT 0, entry TEXT NOT NULL);
  CREATE INDEX best_urls ON urls (host, value DESC, place) WHERE leased = 0;
  CREATE INDEX leased_urls ON urls (place) WHERE leased = 1;
  CREATE TABLE claims (host INTEGER NOT NULL, hash INTEGER NOT NULL, place INTEGER NOT NULL);
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE outbox (sequence INTEGER PRIMARY KEY, event TEXT NOT NULL);
  CREATE TABLE heard (sequence INTEGER PRIMARY KEY, record TEXT NOT NULL, body BLOB);
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Pages of 4 kB that the log holds before it is written into the file: 128 MB on the disk. URLs are written all over their
 * tables, and a page that is written often enters the file once for each log.
 */
const LOG_PAGES = 32_000;

/** How a database is opened. */
export interface DatabaseOptions {
  /** Bytes of pages that are kept in memory. Default 64 MB. */
  readonly cacheBytes?: number;
  /** Only to look: another process may write at the same time. */
  readonly readOnly?: boolean;
}

/**
 * Opens the database of a crawl, or makes one.
 *
 * It writes ahead (WAL) without waiting for the disk at each transaction: when the process is killed nothing is lost that
 * was committed; when the machine loses its power, the last transactions may be, and the file is as it was before them.
 *
 * @throws InputError for a file that is not such a database; OutputError when it cannot be written
 */
export function openCrawlDatabase(path: string, options: DatabaseOptions = {}): CrawlDatabase {
  const isNew = !existsSync(path);
  if (isNew && options.readOnly === true) throw new InputError(`${path} is not there`);
  const database = failing(path, () => new Database(path, { timeout: 10 }));
  try {
    failing(path, () => {
      if (options.readOnly === true) database.exec('PRAGMA query_only = 1');
      else
        database.exec(
          `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${LOG_PAGES}`,
        );
      database.exec(`PRAGMA cache_size = ${-Math.round((options.cacheBytes ?? 64_000_000) / 1024)}`);
    });
    const version = failing(path, () =>
      database.prepare('PRAGMA user_version').raw().get(),
    ) as readonly Cell[];
    if (version[0] === 0 && options.readOnly !== true)
      failing(path, () => database.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT`));
    else if (version[0] !== SCHEMA_VERSION) {
      throw new InputError(`${path} was written by another version of sfwc`, {
        hint: 'resume the crawl with the version that began it, or start again with --force',
      });
    }
  } catch (thrown) {
    database.close();
    throw thrown;
  }
  return wrap(path, database, options.readOnly === true);
}

function wrap(path: string, database: Database.Database, readOnly: boolean): CrawlDatabase {
  const writers: (() => void)[] = [];
  const forgetters: (() => void)[] = [];
  let depth = 0;

  const run = <T>(steps: () => T): T => {
    failing(path, () => database.exec('BEGIN IMMEDIATE'));
    depth += 1;
    try {
      const result = steps();
      for (const write of writers) write();
      failing(path, () => database.exec('COMMIT'));
      return result;
    } catch (thrown) {
      // A full disk may have undone it already.
      if (database.inTransaction) database.exec('ROLLBACK');
      for (const forget of forgetters) forget();
      throw thrown;
    } finally {
      depth -= 1;
    }
  };

  return {
    path,
    prepare(sql) {
      const statement = failing(path, () => {
        const prepared = database.prepare(sql);
        return prepared.reader ? prepared.raw() : prepared;
      });
      return {
        run: (...values) => failing(path, () => statement.run(values).changes),
        first: (...values) => failing(path, () => statement.get(values)) as readonly Cell[] | undefined,
        all: (...values) => failing(path, () => statement.all(values)) as readonly (readonly Cell[])[],
      };
    },
    together: (steps) => (depth > 0 ? steps() : run(steps)),
    onCommit: (write) => void writers.push(write),
    onUndone: (forget) => void forgetters.push(forget),
    close() {
      if (!readOnly) {
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

function failing<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    const { code } = thrown as { readonly code?: unknown };
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
      throw new InputError(`${path} is damaged: ${messageOf(thrown)}`, {
        hint: 'the folder still has the pages and events of the crawl; start a new crawl in another folder',
        cause: thrown,
      });
    }
    throw new OutputError(`cannot write ${path}: ${messageOf(thrown)}`, {
      hint: 'check free space and permissions of the folder; then go on with --resume',
      cause: thrown,
    });
  }
}

import Database from 'libsql';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';
import { DATABASE, unreadableCrawl } from '../../support/crawl-folder.js';
import { crawlDatabaseFile, failing, storedValue } from './stored-value.js';
import { prepareSafely } from '../../support/files/database-file.js';

/** Value that can be bound to a statement and comes out of one. */
export type Cell = string | number | Uint8Array | null;

/** A prepared statement. Rows are arrays, in the order of the columns. */
export type Statement = ReturnType<typeof statementOf>;

/** The database of one crawl: its frontier, and what it needs to continue. */
export type CrawlDatabase = ReturnType<typeof wrap>;

/** Version of the tables; kept in the file (`user_version`). */
const SCHEMA_VERSION = 6;

/**
 * Tables.
 *
 * `urls`: all that is known, by the order of discovery. What is leased is `queued` as well; `entry` is there until a URL ends,
 * and `value` counts, whatever the entry says. `claimed` are targets of redirects, with the place of the leased URL that led
 * there, until it ends. `facts`: single values as JSON. `outbox`: events that may be missing in `events.jsonl`.
 * `snapshot`: the strategy's last snapshot, as JSON in pieces. `observed`: what it observed since. `kept`: what belongs to the
 * snapshot, by URL, as JSON. `memory`: see `crawl-memory.ts`.
 */
const SCHEMA = `
  CREATE TABLE urls (place INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, host TEXT NOT NULL, state TEXT NOT NULL, value REAL NOT NULL, entry TEXT, claimant INTEGER);
  CREATE INDEX best_urls ON urls (host, value DESC, place) WHERE state = 'queued';
  CREATE INDEX ranked_urls ON urls (value DESC, place) WHERE state = 'queued';
  CREATE INDEX claims ON urls (claimant) WHERE claimant IS NOT NULL;
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE outbox (sequence INTEGER PRIMARY KEY, event TEXT NOT NULL);
  CREATE TABLE snapshot (piece INTEGER PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE observed (sequence INTEGER PRIMARY KEY, record TEXT NOT NULL, body BLOB);
  CREATE TABLE kept (place INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, value TEXT NOT NULL);
  CREATE TABLE memory (at INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (kind, name));
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** Pages of 4 kB that the log holds before it is written into the file: a page that is written often enters it once. */
const LOG_PAGES = 32_000;
const CACHE_KIBIBYTES = 16_000;
/** Undo data goes to a file: in memory it would be tens of megabytes, which the process cannot give back. */
const SETTINGS = `PRAGMA temp_store = FILE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${LOG_PAGES}`;

/**
 * Opens the database of a crawl, or makes one. It writes ahead (WAL) without waiting for the disk at each transaction: when the
 * machine loses its power, the last transactions may be lost, and the file is as it was before them.
 * @param readOnly only to look: another process may write at the same time
 * @throws InputError for a file that is not such a database; OutputError when it cannot be written
 */
export function openCrawlDatabase(path: string, readOnly = false): CrawlDatabase {
  if (!existsSync(path) && readOnly) throw unreadableCrawl(dirname(path), basename(path));
  const database = failing(path, () => new Database(path, { timeout: 10 }));
  try {
    failing(path, () => {
      database.exec(readOnly ? 'PRAGMA query_only = 1' : SETTINGS);
      database.exec(`PRAGMA cache_size = ${-CACHE_KIBIBYTES}`);
      const [version] = database.prepare('PRAGMA user_version').raw().get() as Cell[];
      if (version === 0 && !readOnly) database.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT`);
      else if (version !== SCHEMA_VERSION)
        throw unreadableCrawl(dirname(path), basename(path), new Error('another version of sfwc wrote it'));
    });
  } catch (thrown) {
    database.close();
    throw thrown;
  }
  return wrap(path, database, readOnly);
}

/** Looks into the database of a crawl, to which another process may write. @throws InputError where there is none */
export function lookInto<T>(folder: string, look: (database: CrawlDatabase) => T): T {
  const database = openCrawlDatabase(join(folder, DATABASE), true);
  try {
    return look(database);
  } finally {
    database.close();
  }
}

function wrap(path: string, database: Database.Database, readOnly: boolean) {
  let isClosed = false;
  /** libsql ends the process when `inTransaction` of a closed database is read. */
  const whileOpen = <T>(act: () => T): T => {
    if (isClosed) throw new Error(`${path} is closed`);
    return act();
  };
  const { transaction, commit } = transactionsOf(path, database);
  return {
    path,
    prepare: (sql: string) => statementOf(path, database, sql),
    /** Does several steps, all of them or none; within others as part of those. Durable after `commit`. @throws OutputError */
    transaction: <T>(steps: () => T): T => whileOpen(() => transaction(steps)),
    /** Makes all that was done durable, as one transaction. @throws OutputError: then nothing since the last commit was done */
    commit: () => whileOpen(commit),
    /** Leaves a single file where nobody else reads it. */
    close(): void {
      if (isClosed) return;
      isClosed = true;
      // What is not committed when the crawl ends was not told.
      if (database.inTransaction) database.exec('ROLLBACK');
      try {
        if (!readOnly) database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
      } catch {
        // Somebody looks at it: the log stays next to it, which is just as safe.
      }
      database.close();
    },
  };
}

/** One transaction from commit to commit, in which steps that fail are undone alone. */
function transactionsOf(path: string, database: Database.Database) {
  const execute = (command: string): void => void failing(path, () => database.exec(command));
  let isInStep = false;
  /** Steps were done since the last commit. */
  let isChanged = false;
  /** Present when a failure undid more than its own steps: what the next commit is to say. */
  let lost: { readonly thrown: unknown } | undefined;

  function undoAll(): void {
    if (database.inTransaction) database.exec('ROLLBACK');
    isChanged = false;
  }
  /** Undoes the step that failed, or everything where the database did so itself, as on a full disk. */
  function undo(thrown: unknown): void {
    try {
      if (!database.inTransaction) throw thrown;
      database.exec('ROLLBACK TO step; RELEASE step');
    } catch (further) {
      if (isChanged) lost ??= { thrown: further };
      undoAll();
    }
  }
  return {
    transaction: <T>(steps: () => T): T => {
      if (isInStep) return steps();
      execute(database.inTransaction ? 'SAVEPOINT step' : 'BEGIN IMMEDIATE; SAVEPOINT step');
      isInStep = true;
      try {
        const result = steps();
        execute('RELEASE step');
        isChanged = true;
        return result;
      } catch (thrown) {
        undo(thrown);
        throw thrown;
      } finally {
        isInStep = false;
      }
    },
    commit: (): void => {
      const before = lost;
      lost = undefined;
      if (before !== undefined) throw before.thrown;
      if (!database.inTransaction) return;
      try {
        execute('COMMIT');
        isChanged = false;
      } catch (thrown) {
        undoAll();
        throw thrown;
      }
    },
  };
}

function statementOf(path: string, database: Database.Database, sql: string) {
  const { statement, read } = failing(path, () => prepareSafely(database, sql, crawlDatabaseFile(path)));
  return {
    /** Returns how many rows were changed, and the number of the row that was added. */
    run: (...values: Cell[]) => failing(path, () => statement.run(values)),
    /** The first row; ask for one only, so that nothing stays open. */
    first: (...values: Cell[]) => read(failing(path, () => statement.get(values)) as Cell[] | undefined),
    all(...values: Cell[]): readonly (readonly Cell[])[] {
      const rows = failing(path, () => statement.all(values)) as Cell[][];
      rows.forEach(read);
      return rows;
    },
  };
}

/** A row of `facts`; undefined when there is none. @throws InputError when it is damaged */
export function fact(database: CrawlDatabase, name: string, schema: z.ZodType): unknown {
  const row = database.prepare('SELECT value FROM facts WHERE name = ?').first(name);
  return row && storedValue(database.path, name, row[0], schema);
}

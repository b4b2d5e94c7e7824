import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'libsql';
import type { FoundUrl } from '../../crawling/engine/crawl-types.js';
import { InputError } from '../../model/errors.js';
import { lockFile } from '../../support/files/lock-file.js';
import { failing, rowsOf, type CollectionRows, type RowValues } from './collection-rows.js';
import type { PageRecord } from './page-record.js';
import type { RoundReport } from './round-report.js';
import { begunSchema, pageSchema, reportSchema } from './stored-records.js';

/** A started round: all that its crawl needs to continue however it ended. */
export interface BegunRound {
  /** 1 for the first. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** What the crawl starts from in addition to the seeds, in this order. */
  readonly found: readonly FoundUrl[];
}

/** A feed that pages of the collection link to. */
export interface KnownFeed {
  readonly url: string;
  /** The first page that linked to it. */
  readonly page: string;
  /** Milliseconds since the epoch; 0 before it was ever asked for. */
  readonly lastAsked: number;
}

/**
 * The state of a collection in its folder: what it knows of each page, and its rounds. A round is begun, then committed in one
 * transaction with all that it brought, then published. A process that is killed leaves a round begun or committed.
 */
export interface CollectionStore {
  /** A name of the collection that stays the same, a UUID. */
  readonly id: string;
  page(url: string): PageRecord | undefined;
  pages(): Iterable<PageRecord>;
  /** Number of pages in the collection. */
  kept(): number;
  /** The last round that was committed; undefined before the first. */
  lastRound(): RoundReport | undefined;
  /** The round that was begun and not committed. */
  begun(): BegunRound | undefined;
  begin(round: BegunRound): void;
  commit(report: RoundReport, records: Iterable<PageRecord>): void;
  /** Reports of committed rounds that were not published yet, the first one first. */
  unpublished(): readonly RoundReport[];
  published(round: number): void;
  /** Reports of the last rounds, the last one first. */
  reports(most: number): readonly RoundReport[];
  /** Feeds, those first that were asked for longest ago. */
  feeds(most: number): readonly KnownFeed[];
  /** Notes a feed, unless it is known or there are {@link MOST_FEEDS}. */
  addFeed(url: string, page: string): void;
  askedFeeds(urls: readonly string[], time: number): void;
  close(): void;
}

/** Feeds that a collection remembers: pages may link to any number. */
const MOST_FEEDS = 10_000;
const DATABASE = 'collection.db';
const SCHEMA_VERSION = 1;
const SCHEMA = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE pages (url TEXT PRIMARY KEY, state TEXT NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE rounds (number INTEGER PRIMARY KEY, state TEXT NOT NULL, value TEXT NOT NULL);
  CREATE TABLE feeds (url TEXT PRIMARY KEY, page TEXT NOT NULL, asked INTEGER NOT NULL) WITHOUT ROWID;
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Opens the state of a collection, or begins one; nobody else can while it is open. What was committed survives the loss of
 * power.
 * @throws InputError when another process has it open, or it was written by another version; OutputError
 */
export function openCollectionStore(folder: string): CollectionStore {
  const path = join(folder, DATABASE);
  const unlock = lockFile(join(folder, 'collection.lock'), `another process is monitoring into ${folder}`);
  try {
    const database = failing(path, () => new Database(path));
    try {
      prepare(path, database);
      return {
        ...storeOf(rowsOf(path, database)),
        close() {
          database.close();
          unlock();
        },
      };
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  } catch (thrown) {
    unlock();
    throw thrown;
  }
}

function prepare(path: string, database: Database.Database): void {
  const version = failing(path, () => {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    return database.prepare('PRAGMA user_version').raw().get() as readonly number[];
  });
  if (version[0] === SCHEMA_VERSION) return;
  if (version[0] !== 0)
    throw new InputError(`${path} was written by another version of sfwc`, {
      hint: 'use the version that began the collection, or name another folder',
    });
  failing(path, () => {
    database.exec(`BEGIN IMMEDIATE; ${SCHEMA} INSERT INTO facts VALUES ('id', '${randomUUID()}'); COMMIT`);
  });
}

type Pages = Pick<CollectionStore, 'page' | 'pages' | 'kept'>;
type Feeds = Pick<CollectionStore, 'feeds' | 'addFeed' | 'askedFeeds'>;
type Rounds = Omit<CollectionStore, 'id' | 'close' | keyof Pages | keyof Feeds>;

function storeOf(rows: CollectionRows): Omit<CollectionStore, 'close'> {
  return {
    id: rows.texts("SELECT value FROM facts WHERE name = 'id'")[0] ?? '',
    ...pagesOf(rows),
    ...roundsOf(rows),
    ...feedsOf(rows),
  };
}

function pagesOf({ texts, all, first }: CollectionRows): Pages {
  return {
    page: (url) => first('SELECT record FROM pages WHERE url = ?', pageSchema, url) as PageRecord | undefined,
    pages: () => all('SELECT record FROM pages ORDER BY url', pageSchema) as Iterable<PageRecord>,
    kept: () => Number(texts("SELECT count(*) FROM pages WHERE state = 'kept'")[0]),
  };
}

function roundsOf({ prepared, together, all, first }: CollectionRows): Rounds {
  const setPage = prepared('INSERT OR REPLACE INTO pages VALUES (?, ?, ?)');
  const setRound = prepared('INSERT OR REPLACE INTO rounds VALUES (?, ?, ?)');
  const publish = prepared("UPDATE rounds SET state = 'published' WHERE number = ?");
  const reports = (sql: string, ...values: RowValues): readonly RoundReport[] =>
    [...all(sql, reportSchema, ...values)] as RoundReport[];
  return {
    lastRound: () =>
      first("SELECT value FROM rounds WHERE state <> 'begun' ORDER BY number DESC LIMIT 1", reportSchema) as
        RoundReport | undefined,
    begun: () =>
      first("SELECT value FROM rounds WHERE state = 'begun'", begunSchema) as BegunRound | undefined,
    begin: (round) => setRound(round.number, 'begun', JSON.stringify(round)),
    commit: (report, records) =>
      together(() => {
        for (const record of records) setPage(record.url, record.state, JSON.stringify(record));
        setRound(report.round, 'committed', JSON.stringify(report));
      }),
    unpublished: () => reports("SELECT value FROM rounds WHERE state = 'committed' ORDER BY number"),
    published: (round) => publish(round),
    reports: (most) =>
      reports("SELECT value FROM rounds WHERE state <> 'begun' ORDER BY number DESC LIMIT ?", most),
  };
}

function feedsOf({ prepared, together, rows }: CollectionRows): Feeds {
  const addFeed = prepared(
    `INSERT OR IGNORE INTO feeds SELECT ?, ?, 0 WHERE (SELECT count(*) FROM feeds) < ${MOST_FEEDS}`,
  );
  const askFeed = prepared('UPDATE feeds SET asked = ? WHERE url = ?');
  return {
    feeds: (most) =>
      rows('SELECT url, page, asked FROM feeds ORDER BY asked, url LIMIT ?', most).map(
        ([url, page, asked]) => ({ url: String(url), page: String(page), lastAsked: Number(asked) }),
      ),
    addFeed: (url, page) => addFeed(url, page),
    askedFeeds: (urls, time) =>
      together(() => {
        for (const url of urls) askFeed(time, url);
      }),
  };
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { InputError, messageOf } from '../../../model/errors.js';
import { given } from '../../../support/given.js';
import type { Logger } from '../../../support/logger.js';
import type { IndexedCapture } from './choose-captures.js';
import { cannotWrite } from '../../../support/files/cannot-write.js';

/** Answers of an archive about URLs, kept in the folder of the crawl, so that nothing is looked up twice. */
export interface CaptureStore {
  /** Result of a look-up of this scope: all captures, too much to be read, or undefined if it was never looked up. */
  scope(name: string): 'whole' | 'large' | undefined;
  /** Keeps the answer to a look-up. @throws OutputError */
  keep(
    name: string,
    state: 'whole' | 'large',
    captures: readonly (readonly [key: string, capture: IndexedCapture])[],
  ): void;
  /** The captures under a key, in one part of the archive. */
  captures(key: string, collection: string): readonly IndexedCapture[];
  close(): Promise<void>;
}

/** Its name in the folder of a crawl. */
export const STORE_FILE = 'captures.db';

const TABLES = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000;
  CREATE TABLE IF NOT EXISTS about (what TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS scopes (name TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS captures (
    key TEXT, collection TEXT, timestamp TEXT, url TEXT, place TEXT, mime TEXT, status INTEGER, digest TEXT,
    filename TEXT, offset INTEGER, length INTEGER, PRIMARY KEY (key, collection, timestamp, url, place)
  ) WITHOUT ROWID;
`;

/**
 * Opens the store of a crawl. One of another archive, or that is damaged, is replaced: it is a cache.
 * @param about the archive and the query parameters that its answers depend on
 * @throws InputError when it cannot be opened
 */
export async function openCaptureStore(out: string, about: string, logger: Logger): Promise<CaptureStore> {
  const file = join(out, STORE_FILE);
  const database = await openDatabase(file, about, logger);
  const insertScope = database.prepare('INSERT OR REPLACE INTO scopes VALUES (?, ?)');
  const insert = database.prepare('INSERT OR REPLACE INTO captures VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const find = database.prepare('SELECT state FROM scopes WHERE name = ?').raw();
  const select = database.prepare('SELECT * FROM captures WHERE key = ? ORDER BY collection, timestamp');
  const write = database.transaction((...[name, state, captures]: Parameters<CaptureStore['keep']>) => {
    for (const [key, capture] of captures) insert.run(...rowOf(key, capture));
    insertScope.run(name, state);
  });
  return {
    scope: (name) => (find.get(name) as ['whole' | 'large'] | undefined)?.[0],
    keep(...answer) {
      try {
        write(...answer);
      } catch (thrown) {
        throw cannotWrite(file, thrown, { then: 'then continue with sfwc crawl --resume' });
      }
    },
    captures: (key, collection) =>
      (select.all(key) as readonly Row[]).map(captureOf).filter((one) => one.collection === collection),
    close: () => Promise.resolve(void database.close()),
  };
}

interface Row {
  readonly collection: string;
  readonly timestamp: string;
  readonly url: string;
  readonly mime: string | null;
  readonly status: number | null;
  readonly digest: string | null;
  readonly filename: string | null;
  readonly offset: number | null;
  readonly length: number | null;
}

function rowOf(key: string, capture: IndexedCapture): (string | number | null)[] {
  const { collection = '', timestamp, url, mime, status, digest, filename, offset, length } = capture;
  const place = `${filename ?? ''}#${offset ?? ''}`;
  const rest = [mime, status, digest, filename, offset, length].map((value) => value ?? null);
  return [key, collection, timestamp, url, place, ...rest];
}

function captureOf({ collection, timestamp, url, ...rest }: Row): IndexedCapture {
  const { mime, status, digest, filename, offset, length } = rest;
  return given({
    ...{ timestamp, url, collection: collection === '' ? undefined : collection },
    ...{ mime: mime ?? undefined, status: status ?? undefined, digest: digest ?? undefined },
    ...{ filename: filename ?? undefined, offset: offset ?? undefined, length: length ?? undefined },
  });
}

/** Opens the database; one of another archive, or that is damaged, is replaced. @throws InputError */
async function openDatabase(file: string, about: string, logger: Logger): Promise<Database.Database> {
  for (let isAgain = false; ; isAgain = true) {
    let database: Database.Database | undefined;
    try {
      database = new Database(file);
      database.exec(TABLES);
      database.prepare('INSERT INTO about SELECT ? WHERE NOT EXISTS (SELECT 1 FROM about)').run(about);
      const [what] = database.prepare('SELECT what FROM about').raw().get() as [string];
      if (what === about) return database;
    } catch (thrown) {
      const message = `${file} cannot be opened: ${messageOf(thrown)}`;
      if (isAgain) throw new InputError(message, { cause: thrown });
      logger.warn(`${message}; URLs are looked up again`);
    }
    database?.close();
    for (const ending of ['', '-wal', '-shm']) await rm(`${file}${ending}`, { force: true });
  }
}

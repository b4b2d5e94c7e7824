import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { noteFinished, noteUnfinished } from '../support/files/unfinished.js';

/** A database that lasts as long as it is open. */
export interface TemporaryDatabase {
  readonly database: Database.Database;
  /** The folder in which it lies, for messages. */
  readonly folder: string;
  /** Closes it and removes it. */
  readonly close: () => Promise<void>;
}

/** Makes a database in a temporary folder. Nothing in it is durable, and it takes 16 MB of memory at most. */
export async function openTemporaryDatabase(tables: string): Promise<TemporaryDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'sfwc-archive-'));
  noteUnfinished(folder);
  const database = new Database(join(folder, 'index.db'));
  database.exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000; ${tables} BEGIN;`,
  );
  return {
    database,
    folder,
    async close() {
      database.close();
      await rm(folder, { recursive: true, force: true });
      noteFinished(folder);
    },
  };
}

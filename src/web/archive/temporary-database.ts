import { join } from 'node:path';
import Database from 'libsql';
import { makeTemporaryFolder } from '../../support/files/temporary-folder.js';

/** A database that lasts as long as it is open. */
export interface TemporaryDatabase {
  readonly database: Database.Database;
  /** The folder in which it lies, for messages. */
  readonly folder: string;
  /** Closes it and removes it. */
  readonly close: () => Promise<void>;
}

/** Makes a database in a temporary folder. Nothing in it is durable, and it takes at most 16 MB of memory. @throws OutputError */
export async function openTemporaryDatabase(tables: string): Promise<TemporaryDatabase> {
  const folder = await makeTemporaryFolder('archive');
  const database = new Database(join(folder.path, 'index.db'));
  database.exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000; ${tables} BEGIN;`,
  );
  return {
    database,
    folder: folder.path,
    async close() {
      database.close();
      await folder.remove();
    },
  };
}

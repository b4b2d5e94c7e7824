import Database from 'libsql';
import { join } from 'node:path';
import { InputError, OutputError } from '../../model/errors.js';
import {
  damagedDatabase,
  isDamage,
  type DatabaseFile,
  prepareSafely,
  type SafeStatement,
} from '../../support/files/database-file.js';
import { unpackTexts } from './packed-texts.js';
import {
  APPLICATION,
  EMPTY_INDEX,
  INDEX_FILE,
  MAKE_INDEX,
  MAKE_SHOWN,
  SCHEMA_VERSION,
} from './index-schema.js';
import { cannotWrite } from '../../support/files/cannot-write.js';

/** A value of a row. Texts in columns that are declared as BLOB stay bytes. */
export type Cell = string | number | Uint8Array | null;

/** The index of one crawl. All methods throw InputError where the file is damaged, OutputError where it cannot be used. */
export interface IndexFile {
  readonly path: string;
  rows(sql: string, ...values: readonly Cell[]): readonly (readonly Cell[])[];
  run(sql: string, ...values: readonly Cell[]): void;
  /** Takes steps in one transaction that writes, which may not await anything: another process may wait for its end. */
  together<T>(steps: () => T): T;
  /** Takes steps that read in one transaction, so that they see one state. */
  reading<T>(steps: () => T): T;
  /** The passages of a page. */
  passages(id: number): readonly string[];
  /** Removes everything from it. Only within {@link IndexFile.together}. */
  empty(): void;
  close(): void;
}

const REMOVE = 'remove the file, and the next search makes it again';

/** Time for which a search waits while another one writes, in milliseconds. A transaction takes much less. */
const PATIENCE = 20_000;

/**
 * Opens the index in the folder of a crawl; makes an empty one where there is none. Any number of processes may have it open.
 * @throws InputError for a file that is damaged, or is no index of this version; OutputError
 */
export function openIndex(out: string): IndexFile {
  const path = join(out, INDEX_FILE);
  const database = failing(path, () => new Database(path, { timeout: PATIENCE }));
  try {
    prepare(path, database);
    return wrap(path, database);
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function prepare(path: string, database: Database.Database): void {
  const read = (pragma: string): number =>
    (failing(path, () => database.prepare(`PRAGMA ${pragma}`).raw().get()) as readonly number[])[0] ?? 0;
  const isEmpty = (): boolean => read('schema_version') === 0;
  if (isEmpty())
    failing(path, () => {
      database.exec('BEGIN IMMEDIATE');
      // Another search may have made it meanwhile.
      if (isEmpty()) database.exec(MAKE_INDEX);
      database.exec('COMMIT');
    });
  if (read('application_id') !== APPLICATION)
    throw new InputError(`${path} is not an index of sfwc search`, {
      hint: 'move the file away',
    });
  if (read('user_version') !== SCHEMA_VERSION)
    throw new InputError(`${path} was written by another version of sfwc`, {
      hint: REMOVE,
    });
  failing(path, () => void database.exec(MAKE_SHOWN));
}

function wrap(path: string, database: Database.Database): IndexFile {
  const named = databaseFile(path);
  const statements = new Map<string, SafeStatement>();
  const prepared = (sql: string): SafeStatement => {
    const statement = statements.get(sql) ?? prepareSafely(database, sql, named);
    statements.set(sql, statement);
    return statement;
  };
  const within = <T>(begin: string, steps: () => T): T =>
    failing(path, () => {
      database.exec(begin);
      try {
        const result = steps();
        database.exec('COMMIT');
        return result;
      } catch (thrown) {
        if (database.inTransaction) database.exec('ROLLBACK');
        throw thrown;
      }
    });
  const file: IndexFile = {
    path,
    rows: (sql, ...values) =>
      failing(path, () => {
        const { statement, read } = prepared(sql);
        return (statement.all(values) as Cell[][]).map(read);
      }),
    run: (sql, ...values) => failing(path, () => void prepared(sql).statement.run(values)),
    together: (steps) => within('BEGIN IMMEDIATE', steps),
    reading: (steps) => within('BEGIN', steps),
    passages: (id) => {
      const [row] = file.rows('SELECT packed FROM texts WHERE page = ?', id);
      const [packed] = row ?? [];
      return packed instanceof Uint8Array ? unpackTexts(packed, named) : [];
    },
    empty: () => failing(path, () => void database.exec(EMPTY_INDEX)),
    close: () => void database.close(),
  };
  return file;
}

/** The result of work on the index. @throws InputError where it is damaged; OutputError where it cannot be used */
function failing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof InputError || thrown instanceof OutputError) throw thrown;
    if (isDamage(thrown)) throw damagedDatabase(databaseFile(path), thrown);
    throw cannotWrite(path, thrown, { what: `the index ${path}`, then: 'or search a copy of the folder' });
  }
}

function databaseFile(path: string): DatabaseFile {
  return { path, hint: `the pages of the crawl are not affected; ${REMOVE}` };
}

import type Database from 'libsql';
import { damagedDatabase, type DatabaseFile } from './damaged-database.js';

/** Value of a row. */
type Cell = string | number | Uint8Array | null;

/** A prepared statement whose rows are arrays, and the function that decodes the texts of a row in place. */
export interface SafeStatement {
  readonly statement: Database.Statement;
  readonly read: <T extends Cell[] | undefined>(row: T) => T;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Prepares a statement that survives damaged text. libsql aborts the process when it reads a text that is not UTF-8, and
 * damage can turn a value of any column into such a text. A SELECT therefore reads texts as bytes, which `read` decodes.
 * @throws what libsql throws; `read` throws InputError for a text that is not UTF-8
 */
export function prepareSafely(database: Database.Database, sql: string, file: DatabaseFile): SafeStatement {
  const plain = database.prepare(sql);
  if (!plain.reader) return { statement: plain, read: (row) => row };
  if (!/^\s*SELECT\b/i.test(sql)) return { statement: plain.raw(), read: (row) => row };
  const columns = plain.columns();
  const names = columns.map((_, index) => `c${index}`);
  const values = names.map(
    (name) => `CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) ELSE ${name} END`,
  );
  const statement = database
    .prepare(`WITH safe (${names.join(', ')}) AS (${sql}) SELECT ${values.join(', ')} FROM safe`)
    .raw();
  const texts = columns.flatMap(({ type }, index) => (type === 'BLOB' ? [] : [index]));
  return {
    statement,
    read(row) {
      if (row === undefined) return row;
      for (const index of texts) {
        const cell: unknown = row[index];
        if (cell !== null && typeof cell === 'object') row[index] = decode(cell as Uint8Array, file);
      }
      return row;
    },
  };
}

function decode(bytes: Uint8Array | ArrayBuffer, file: DatabaseFile): string {
  try {
    return utf8.decode(bytes);
  } catch (thrown) {
    throw damagedDatabase(file, thrown, 'a text is not UTF-8');
  }
}

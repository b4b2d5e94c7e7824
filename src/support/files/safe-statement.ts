import type Database from 'libsql';
import { InputError, messageOf } from '../../model/errors.js';

/** What a row holds. */
type Cell = string | number | Uint8Array | null;

/** A statement with what turns a row of it into its values, in place. */
export interface SafeStatement {
  readonly statement: Database.Statement;
  readonly read: <T extends Cell[] | undefined>(row: T) => T;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Prepares a statement whose rows are arrays. libsql ends the process at a text that is not UTF-8, as a damaged file may
 * have it, in any of its columns: so the texts of a SELECT are read as bytes, and decoded here.
 * @param path the file, for messages
 * @param hint what to do where it is damaged
 * @throws what libsql throws; `read` an InputError for a text that is not UTF-8
 */
export function prepareSafely(
  database: Database.Database,
  sql: string,
  path: string,
  hint: string,
): SafeStatement {
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
  const textOf = (bytes: Uint8Array | ArrayBuffer): string => {
    try {
      return utf8.decode(bytes);
    } catch (cause) {
      throw new InputError(`${path} is damaged: it holds a text that is not UTF-8: ${messageOf(cause)}`, {
        hint,
        cause,
      });
    }
  };
  const texts = columns.flatMap(({ type }, index) => (type === 'BLOB' ? [] : [index]));
  return {
    statement,
    read(row) {
      if (row === undefined) return row;
      for (const index of texts) {
        const cell: unknown = row[index];
        if (cell !== null && typeof cell === 'object') row[index] = textOf(cell as Uint8Array);
      }
      return row;
    },
  };
}

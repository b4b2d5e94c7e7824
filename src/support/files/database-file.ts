import Database from 'libsql';
import type { z } from 'zod';
import { InputError } from '../../model/errors.js';
import { firstIssue } from '../parse-json.js';
import { cannotWrite, isInUse } from './cannot-write.js';

/** A database file, as messages about damage describe it. */
export interface DatabaseFile {
  readonly path: string;
  /** Remedy for a damaged file. */
  readonly hint: string;
}

/** The error for a damaged database. @param what the damaged part, where it is known */
export function damagedDatabase({ path, hint }: DatabaseFile, cause: unknown, what?: string): InputError {
  const part = what === undefined ? '' : `${what}: `;
  return new InputError(`${path} is damaged: ${part}${firstIssue(cause)}`, { hint, cause });
}

/** True if SQLite reports a damaged file: pages that are not a database, or a value that is not JSON. */
export function isDamage(thrown: unknown): boolean {
  const { code, message } = thrown as { readonly code?: unknown; readonly message?: unknown };
  return code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT' || /malformed JSON/.test(String(message));
}

/** Parses a JSON value from a database and checks it against a schema. @throws InputError */
export function storedJson(file: DatabaseFile, text: unknown, schema: z.ZodType, what?: string): unknown {
  try {
    const value: unknown = JSON.parse(String(text));
    schema.parse(value);
    return value;
  } catch (thrown) {
    throw damagedDatabase(file, thrown, what);
  }
}

/** Value of a row. */
type Cell = string | number | Uint8Array | null;

/** A prepared statement whose rows are arrays, and the function that decodes the texts of a row in place. */
export interface SafeStatement {
  readonly statement: Database.Statement;
  readonly read: <T extends Cell[] | undefined>(row: T) => T;
}

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
  const values = names.map((name) => `iif(typeof(${name}) = 'text', CAST(${name} AS BLOB), ${name})`);
  const safe = `WITH safe (${names.join(', ')}) AS (${sql}) SELECT ${values.join(', ')} FROM safe`;
  const texts = columns.flatMap(({ type }, index) => (type === 'BLOB' ? [] : [index]));
  return {
    statement: database.prepare(safe).raw(),
    read(row) {
      for (const index of row === undefined ? [] : texts) {
        const cell: unknown = row?.[index];
        if (row && cell !== null && typeof cell === 'object') row[index] = decode(cell as Uint8Array, file);
      }
      return row;
    },
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array, file: DatabaseFile): string {
  try {
    return utf8.decode(bytes);
  } catch (thrown) {
    throw damagedDatabase(file, thrown, 'a text is not UTF-8');
  }
}

/** Holds a file that another process cannot hold meanwhile; the end of the process, whatever it is, gives it back. */
export function lockFile(path: string, refusal: string, hint?: string): () => void {
  let file: Database.Database | undefined;
  try {
    file = new Database(path);
    file.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    file?.close();
    if (isInUse(thrown)) throw new InputError(refusal, { hint, cause: thrown });
    if (isDamage(thrown)) throw damagedDatabase({ path, hint: 'remove the file' }, thrown);
    throw cannotWrite(path, thrown);
  }
  const held = file;
  return () => {
    held.exec('ROLLBACK');
    held.close();
  };
}

import type { z } from 'zod';
import { InputError } from '../../model/errors.js';
import { firstIssue } from '../text/first-issue.js';

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

import type Database from 'libsql';
import type { z } from 'zod';
import { InputError } from '../../model/errors.js';
import {
  damagedDatabase,
  isDamage,
  storedJson,
  type DatabaseFile,
} from '../../support/files/damaged-database.js';
import { prepareSafely, type SafeStatement } from '../../support/files/safe-statement.js';
import { cannotWrite } from '../../support/files/cannot-write.js';

/** What replaces the question marks of a statement. */
export type RowValues = readonly (string | number)[];

/** Statements on the database of a collection. All throw as {@link failing}. */
export interface CollectionRows {
  /** A statement that writes. */
  readonly prepared: (sql: string) => (...values: RowValues) => void;
  /** Takes steps in one transaction. */
  readonly together: (steps: () => void) => void;
  readonly rows: (sql: string, ...values: RowValues) => readonly (readonly unknown[])[];
  /** The first column. */
  readonly texts: (sql: string, ...values: RowValues) => readonly string[];
  /** The JSON in the first column, read row by row. */
  readonly all: (sql: string, schema: z.ZodType, ...values: RowValues) => Iterable<unknown>;
  /** The JSON in the first column of the first row; undefined if there is none. */
  readonly first: (sql: string, schema: z.ZodType, ...values: RowValues) => unknown;
}

/** Statements on an open database. */
export function rowsOf(path: string, database: Database.Database): CollectionRows {
  const file = collectionFile(path);
  const readers = new Map<string, SafeStatement>();
  const readerOf = (sql: string): SafeStatement => {
    const reader = readers.get(sql) ?? prepareSafely(database, sql, file);
    readers.set(sql, reader);
    return reader;
  };
  const rows: CollectionRows['rows'] = (sql, ...values) =>
    failing(path, () => {
      const { statement, read } = readerOf(sql);
      return (statement.all(...values) as (string | number)[][]).map(read);
    });
  const texts: CollectionRows['texts'] = (sql, ...values) =>
    rows(sql, ...values).map(([text]) => String(text));
  return {
    prepared(sql) {
      const statement = database.prepare(sql);
      return (...values) => failing(path, () => void statement.run(...values));
    },
    together: (steps) => failing(path, () => database.transaction(steps)()),
    rows,
    texts,
    *all(sql, schema, ...values) {
      for (const text of texts(sql, ...values)) yield storedJson(file, text, schema);
    },
    first(sql, schema, ...values) {
      const [text] = texts(sql, ...values);
      return text === undefined ? undefined : storedJson(file, text, schema);
    },
  };
}

/** The result of work on the database at a path. @throws InputError where it is damaged; OutputError where it cannot be used */
export function failing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof InputError) throw thrown;
    if (isDamage(thrown)) throw damagedDatabase(collectionFile(path), thrown);
    throw cannotWrite(path, thrown);
  }
}

function collectionFile(path: string): DatabaseFile {
  return { path, hint: 'restore the folder of the collection from a copy, or begin another one' };
}

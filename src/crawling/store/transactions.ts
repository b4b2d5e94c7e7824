import type Database from 'libsql';
import { failing } from './stored-value.js';

/** What can be bound to a statement and comes out of one. */
export type Cell = string | number | Uint8Array | null;

/** A statement for any number of rows: what stands before them, each of them, and after them. */
export interface RowsShape {
  readonly before: string;
  /** With a parameter for each cell of the row. */
  readonly row: string;
  readonly after?: string;
}

/** Rows that are written later, many of them in one statement. */
export interface DeferredRows {
  add(...row: Cell[]): void;
  /** Rows that wait. */
  readonly size: number;
}

/** Deferred rows of all statements. */
export interface Deferral {
  /** Makes room for the rows of a statement; they are written after those of the statements before. */
  defer(shape: RowsShape): DeferredRows;
  /** Whether there is anything to write. */
  waits(): boolean;
  /** Writes what waits. @throws what the database throws; then all of it is to be restored or forgotten */
  write(): void;
  /** A step begins, which may be undone. */
  begin(): void;
  /** What waited when the last step began waits again, and nothing else, whether it was written meanwhile or not. */
  restore(): void;
  forget(): void;
}

type RowsInHand = DeferredRows & Omit<Deferral, 'defer' | 'waits'>;

/** Rows of one statement; what is left over of them is written by smaller ones, so that few statements are prepared. */
const SIZES = [32, 8, 1] as const;

/** Runs a statement with all its cells. */
type Run = (cells: readonly Cell[]) => void;

/** @param prepare called for each size of a statement when it is first needed */
export function createDeferral(prepare: (sql: string) => Run): Deferral {
  const all: RowsInHand[] = [];
  return {
    defer(shape) {
      const rows = deferRows(shape, prepare);
      all.push(rows);
      return rows;
    },
    waits: () => all.some(({ size }) => size > 0),
    write: () => all.forEach((rows) => rows.write()),
    begin: () => all.forEach((rows) => rows.begin()),
    restore: () => all.forEach((rows) => rows.restore()),
    forget: () => all.forEach((rows) => rows.forget()),
  };
}

function deferRows({ before, row, after = '' }: RowsShape, prepare: (sql: string) => Run): RowsInHand {
  const width = row.split('?').length - 1;
  const statements = new Map<number, Run>();
  /** Row after row. An array that was written is never changed, so that a step can be undone. */
  let cells: Cell[] = [];
  let begun = { cells, length: 0 };
  const prepareFor = (rows: number): Run =>
    prepare(`${before} ${Array<string>(rows).fill(row).join(', ')} ${after}`);
  return {
    add(...added) {
      for (const cell of added) cells.push(cell);
    },
    get size() {
      return cells.length / width;
    },
    write() {
      if (cells.length === 0) return;
      const written = cells;
      cells = [];
      let at = 0;
      for (const rows of SIZES)
        for (; written.length - at >= rows * width; at += rows * width) {
          const run = statements.get(rows) ?? prepareFor(rows);
          statements.set(rows, run);
          run(written.slice(at, at + rows * width));
        }
    },
    begin() {
      begun = { cells, length: cells.length };
    },
    restore() {
      cells = begun.cells.slice(0, begun.length);
    },
    forget() {
      cells = [];
    },
  };
}

/** Steps that are done together, and become durable together. */
export interface Steps {
  /**
   * Rows that are written with others before the next commit, and before any statement that is not apart. Of several such
   * statements, those deferred first come first. They belong to the step in which they are added.
   */
  defer(shape: RowsShape): DeferredRows;
  /**
   * Does several steps, all of them or none; within others they become part of those. They belong to the transaction that
   * is open, and are durable after the next {@link commit}. @throws OutputError
   */
  together<T>(steps: () => T): T;
  /** Makes all that was done durable, as one transaction. @throws OutputError: then nothing since the last commit was done */
  commit(): void;
  /** Called before the outermost steps. */
  onStep(begin: () => void): void;
  /** Called before a transaction is committed, within it. */
  onCommit(write: () => void): void;
  /**
   * Called when steps were undone: what was remembered of the database is to be read again.
   * @param forget receives whether everything since the last commit was undone with them
   */
  onUndone(forget: (everything: boolean) => void): void;
}

/** The transactions of a database. */
export interface Transactions extends Steps {
  /** Writes what was deferred. @throws OutputError */
  readonly flush: () => void;
  /** Called before a statement that writes: from here on the step can be undone. @throws OutputError */
  readonly save: () => void;
}

/** Rows of a kind that wait at most, so that memory does not grow with what comes between two commits. */
const MOST_DEFERRED = 2000;

interface Standing {
  readonly database: Database.Database;
  readonly deferral: Deferral;
  readonly execute: (command: string) => void;
  readonly starters: (() => void)[];
  readonly writers: (() => void)[];
  readonly forgetters: ((everything: boolean) => void)[];
  inStep: boolean;
  /** The step has a savepoint, to which it can be undone. */
  isSaved: boolean;
  /** Steps were done since the last commit. */
  isChanged: boolean;
  /** Present when a failure undid more than its own steps: what the next commit is to say. */
  lost: { readonly thrown: unknown } | undefined;
}

/**
 * One transaction from commit to commit, in which steps that fail are undone alone. It begins with the first statement that
 * writes, so that a step whose rows are all deferred does not run any.
 */
export function createTransactions(path: string, database: Database.Database): Transactions {
  const standing: Standing = {
    database,
    deferral: createDeferral((sql) => {
      const statement = failing(path, () => database.prepare(sql));
      return (cells) => void failing(path, () => statement.run(cells));
    }),
    execute: (command) => void failing(path, () => database.exec(command)),
    ...{ starters: [], writers: [], forgetters: [] },
    ...{ inStep: false, isSaved: false, isChanged: false, lost: undefined },
  };
  return {
    together: (steps) => together(steps, standing),
    commit: () => commit(standing),
    flush: () => flush(standing),
    save: () => save(standing),
    defer: (shape) => defer(shape, standing),
    onStep: (begin) => void standing.starters.push(begin),
    onCommit: (write) => void standing.writers.push(write),
    onUndone: (forget) => void standing.forgetters.push(forget),
  };
}

function together<T>(steps: () => T, standing: Standing): T {
  if (standing.inStep) return steps();
  standing.deferral.begin();
  for (const begin of standing.starters) begin();
  standing.inStep = true;
  try {
    const result = steps();
    if (standing.isSaved) standing.execute('RELEASE steps');
    standing.isChanged = true;
    return endStep(result, standing);
  } catch (thrown) {
    undo(thrown, endStep(standing.isSaved, standing), standing);
    throw thrown;
  }
}

function endStep<T>(result: T, standing: Standing): T {
  standing.inStep = false;
  standing.isSaved = false;
  return result;
}

function save(standing: Standing): void {
  if (!standing.inStep || standing.isSaved) return;
  standing.execute(standing.database.inTransaction ? 'SAVEPOINT steps' : 'BEGIN IMMEDIATE; SAVEPOINT steps');
  standing.isSaved = true;
}

/** Undoes the step that failed, or everything where the database did so itself, as on a full disk. */
function undo(thrown: unknown, wasSaved: boolean, standing: Standing): void {
  const { database, deferral, forgetters } = standing;
  try {
    if (wasSaved && !database.inTransaction) throw thrown;
    if (wasSaved) database.exec('ROLLBACK TO steps; RELEASE steps');
    deferral.restore();
    // Who reads the database again is to find the steps before.
    if (deferral.waits() && !database.inTransaction) standing.execute('BEGIN IMMEDIATE');
    deferral.write();
  } catch (further) {
    if (standing.isChanged) standing.lost ??= { thrown: further };
    forgetEverything(standing);
    return;
  }
  for (const forget of forgetters) forget(false);
}

function forgetEverything(standing: Standing): void {
  const { database, deferral, forgetters } = standing;
  if (database.inTransaction) database.exec('ROLLBACK');
  deferral.forget();
  standing.isChanged = false;
  for (const forget of forgetters) forget(true);
}

function flush(standing: Standing): void {
  const { deferral } = standing;
  if (!deferral.waits()) return;
  const write = (): void => {
    save(standing);
    deferral.write();
  };
  together(write, standing);
}

function commit(standing: Standing): void {
  const { database, deferral, execute, writers, lost } = standing;
  standing.lost = undefined;
  if (lost !== undefined) throw lost.thrown;
  if (!standing.isChanged && !database.inTransaction) return;
  try {
    if (!database.inTransaction) execute('BEGIN IMMEDIATE');
    deferral.write();
    for (const write of writers) write();
    execute('COMMIT');
    standing.isChanged = false;
  } catch (thrown) {
    forgetEverything(standing);
    throw thrown;
  }
}

function defer(shape: RowsShape, standing: Standing): DeferredRows {
  const rows = standing.deferral.defer(shape);
  const add = (row: Parameters<typeof rows.add>): void => {
    rows.add(...row);
    if (rows.size >= MOST_DEFERRED) flush(standing);
  };
  return {
    add(...row) {
      if (standing.inStep) add(row);
      else together(() => add(row), standing);
    },
    get size() {
      return rows.size;
    },
  };
}

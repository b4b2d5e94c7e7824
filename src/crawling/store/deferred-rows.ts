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

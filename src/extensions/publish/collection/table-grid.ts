import { cutAt } from '../../../support/text/cut-text.js';

/** What is written of tables at most; real pages stay far below. Spans can make a page of a few kilobytes into gigabytes. */
export const TABLE_LIMITS = {
  /** Tables of a page. */
  tables: 1_000,
  /** Rows and columns of a table. */
  rows: 100_000,
  columns: 1_000,
  /** Columns and rows that a cell spans, as in the HTML standard. */
  columnSpan: 1_000,
  rowSpan: 65_534,
  /** Cells of all tables of a page, and the characters in them, with those that spans fill. */
  cells: 1_000_000,
  characters: 20_000_000,
  /** Characters of a cell: as many as spreadsheets take. */
  cell: 32_767,
} as const;

export type TableLimits = { readonly [Limit in keyof typeof TABLE_LIMITS]: number };

/** What is beyond a limit and was left out; `texts` are those of cells. */
export type Cut = 'tables' | 'rows' | 'cells' | 'texts' | 'spans';

/** Counts what is left out. */
export type NoteCut = (what: Cut, count: number) => void;

/** A cell as its markup has it. */
export interface SpannedCell {
  readonly text: string;
  /** A `th`. */
  readonly isHead: boolean;
  /** Columns that it spans, from 1 on. */
  readonly columns: number;
  /** Rows that it spans; 0 for all that follow in its group. */
  readonly rows: number;
}

/** Rows of one `thead`, `tbody` or `tfoot`, which no cell spans beyond. */
export interface RowGroup {
  /** A `thead`. */
  readonly isHead: boolean;
  readonly rows: readonly (readonly SpannedCell[])[];
}

/** Rows of as many cells each. */
export interface Grid {
  readonly rows: readonly (readonly string[])[];
  readonly columns: number;
  /** How many of the first rows are heads: those of a `thead`, and further ones that hold heads alone. */
  readonly headRows: number;
}

/** What the further tables of a page may have. */
export interface TableBudget {
  cells: number;
  characters: number;
}

/** Where a cell stands: ends are exclusive. */
interface Place {
  readonly text: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

interface GridRow {
  readonly cells: readonly string[];
  readonly isHead: boolean;
}

/**
 * The rows of a table, in which a cell stands in all places that it spans. Columns at the right in which no cell begins are
 * left out: they hold what spans repeat and nothing else. So are rows without text.
 * @param budget is lowered by what the table has
 */
export function gridOf(
  groups: readonly RowGroup[],
  budget: TableBudget,
  note: NoteCut,
  limits: TableLimits = TABLE_LIMITS,
): Grid {
  const within = firstRows(groups, limits.rows, note);
  const places = within.map(({ rows }) => placesOf(rows, limits, note));
  const columns = places.flat().reduce((most, { left }) => Math.max(most, left + 1), 0);
  const filled: GridRow[] = [];
  for (const [index, { isHead, rows }] of within.entries()) {
    const fitting = Math.min(rows.length, Math.floor(budget.cells / Math.max(columns, 1)));
    budget.cells -= fitting * columns;
    note('rows', rows.length - fitting);
    const lines = fill(places[index] ?? [], fitting, columns);
    for (const [number, cells] of lines.entries())
      if (cells.some((text) => text !== ''))
        filled.push({ cells, isHead: isHead || holdsHeads(rows[number] ?? []) });
  }
  const kept = affordable(filled, budget, note);
  const firstData = kept.findIndex(({ isHead }) => !isHead);
  return {
    rows: kept.map(({ cells }) => cells),
    columns,
    headRows: firstData < 0 ? kept.length : firstData,
  };
}

/** Whether a row has heads of columns alone; its first cell may be the empty corner above heads of rows. */
function holdsHeads(cells: readonly SpannedCell[]): boolean {
  return cells.every(({ isHead, text }, index) => isHead || (index === 0 && text === ''));
}

function firstRows(groups: readonly RowGroup[], most: number, note: NoteCut): readonly RowGroup[] {
  let left = most;
  return groups.map((group) => {
    const rows = group.rows.slice(0, left);
    left -= rows.length;
    note('rows', group.rows.length - rows.length);
    return { ...group, rows };
  });
}

/** Where the cells of a group stand, as the HTML standard forms tables. */
function placesOf(rows: RowGroup['rows'], limits: TableLimits, note: NoteCut): readonly Place[] {
  const places: Place[] = [];
  /** By column: the row from which on it is free. */
  const freeFrom: number[] = [];
  for (const [top, cells] of rows.entries()) {
    let left = 0;
    for (const { text, columns, rows: height } of cells) {
      while ((freeFrom[left] ?? 0) > top) left += 1;
      if (left >= limits.columns) {
        note('cells', 1);
        continue;
      }
      if (columns > limits.columnSpan || height > limits.rowSpan) note('spans', 1);
      const right = Math.min(left + Math.min(columns, limits.columnSpan), limits.columns);
      const bottom = height === 0 ? rows.length : Math.min(top + height, rows.length);
      if (text.length > limits.cell) note('texts', 1);
      places.push({ text: text.slice(0, cutAt(text, limits.cell)), top, bottom, left, right });
      for (let column = left; column < right; column += 1)
        freeFrom[column] = Math.max(freeFrom[column] ?? 0, bottom);
      left = right;
    }
  }
  return places;
}

/** Where cells overlap, the one that begins in an earlier row stays. */
function fill(places: readonly Place[], height: number, width: number): readonly (readonly string[])[] {
  const lines = Array.from({ length: height }, () => new Array<string | undefined>(width).fill(undefined));
  for (const { text, top, bottom, left, right } of places)
    for (const line of lines.slice(top, bottom))
      for (let column = left; column < Math.min(right, width); column += 1) line[column] ??= text;
  return lines.map((line) => line.map((text) => text ?? ''));
}

/** The first rows whose characters the budget has. */
function affordable(rows: readonly GridRow[], budget: TableBudget, note: NoteCut): readonly GridRow[] {
  for (const [index, { cells }] of rows.entries()) {
    const characters = cells.reduce((sum, { length }) => sum + length, 0);
    if (characters > budget.characters) {
      note('rows', rows.length - index);
      return rows.slice(0, index);
    }
    budget.characters -= characters;
  }
  return rows;
}

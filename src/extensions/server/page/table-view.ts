import { h, renew, shown } from '../control-room/page/dom-elements.js';
import { barred, divergingBar, shareBar, tableOf } from '../control-room/page/page-parts.js';
import type { Rows, Term } from './answers.js';
import { termContent, type Showing } from './cells.js';
import { literalText, numberOf } from './term-texts.js';

/** Rows that are shown at first, and with each request for more. */
const STEP = 50;
/** Rows from which on they can be searched. */
const MANY = 12;

/** A column of an answer. */
interface Column {
  readonly name: string;
  readonly isNumeric: boolean;
  /** Bar of a number; absent in columns whose numbers are all the same, or count the rows. */
  readonly bar?: (value: number) => SVGElement;
}

/** Rows as a table that is sorted by its heads and searched; numbers have bars. */
export function tableView(answer: Rows, showing: Showing): HTMLElement {
  const columns = answer.columns.map((name, place) => columnOf(name, valuesOf(answer, place)));
  const order: { column: number | undefined; down: boolean } = { column: undefined, down: false };
  let [most, wanted] = [STEP, ''];
  const place = h('div', {});
  const draw = (): void => {
    const rows = ordered(filtered(answer.rows, wanted, showing), order.column, order.down);
    const heads = columns.map(({ name, isNumeric }, column) => {
      const sorted = order.column !== column ? undefined : order.down ? 'descending' : 'ascending';
      const mark = sorted === undefined ? '' : order.down ? ' ↓' : ' ↑';
      const click = (): void => sort(column);
      return h(
        'th',
        { scope: 'col', class: isNumeric ? 'number' : undefined, 'aria-sort': sorted },
        h('button', { type: 'button', 'aria-label': `sort by ${name}`, click }, name, mark),
      );
    });
    const rest = rows.length - most;
    const more = h('button', { type: 'button', click: showMore }, `Show ${shown(Math.min(STEP, rest))} more`);
    const count = `${shown(rows.length)} of ${shown(answer.rows.length)} rows`;
    renew(
      place,
      tableOf(
        'rows',
        heads,
        rows.slice(0, most).map((row) => rowOf(row, columns, showing)),
      ),
      rest > 0 ? more : undefined,
      rows.length < answer.rows.length ? h('p', { class: 'quiet', role: 'status' }, count) : undefined,
    );
  };
  const showMore = (): void => {
    most += STEP;
    draw();
  };
  const sort = (column: number): void => {
    order.down = order.column === column ? !order.down : columns[column]?.isNumeric === true;
    order.column = column;
    draw();
  };
  draw();
  const search = h('input', {
    type: 'search',
    'aria-label': 'Search the rows',
    placeholder: 'search the rows',
    input: ({ target }) => {
      wanted = (target as HTMLInputElement).value.trim().toLowerCase();
      draw();
    },
  });
  return h('div', { class: 'table-view' }, answer.rows.length >= MANY ? search : undefined, place);
}

/** The numbers of a column; undefined where a row has something else. */
function valuesOf({ rows }: Rows, place: number): readonly number[] | undefined {
  const terms = rows.flatMap((row) => row[place] ?? []);
  const values = terms.flatMap((term) => numberOf(term) ?? []);
  return rows.length > 0 && values.length === terms.length ? values : undefined;
}

/** @param values its numbers; undefined where they are no numbers */
export function columnOf(name: string, values: readonly number[] | undefined): Column {
  if (values === undefined) return { name, isNumeric: false };
  const isRank = values.every((value, at) => value === at + 1);
  if (isRank || new Set(values).size < 2) return { name, isNumeric: true };
  const largest = Math.max(...values.map(Math.abs)) || 1;
  const draw = values.some((value) => value < 0) ? divergingBar : shareBar;
  return { name, isNumeric: true, bar: (value) => draw(value / largest) };
}

function rowOf(row: Rows['rows'][number], columns: readonly Column[], showing: Showing): HTMLElement {
  const cells = columns.map(({ name, isNumeric, bar }, place) => {
    const value = numberOf(row[place]);
    const content = termContent(row[place], showing);
    const isBarred = bar !== undefined && value !== undefined;
    return h(
      'td',
      { class: isBarred ? 'number with-bar' : isNumeric ? 'number' : undefined, 'data-label': name },
      isBarred ? barred(bar(value), content) : content,
    );
  });
  return h('tr', {}, cells);
}

function filtered(rows: Rows['rows'], wanted: string, { facts }: Showing): Rows['rows'] {
  if (wanted === '') return rows;
  const text = (term: Term | undefined): string =>
    term === undefined
      ? ''
      : `${term.value} ${literalText(term)} ${facts.get(term.value)?.label ?? ''}`.toLowerCase();
  return rows.filter((row) => row.some((term) => text(term).includes(wanted)));
}

function ordered(rows: Rows['rows'], column: number | undefined, down: boolean): Rows['rows'] {
  if (column === undefined) return rows;
  const found = [...rows].sort((a, b) => compared(a[column], b[column]));
  return down ? found.reverse() : found;
}

function compared(a: Term | undefined, b: Term | undefined): number {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) return left - right;
  return (a?.value ?? '').localeCompare(b?.value ?? '', 'en');
}

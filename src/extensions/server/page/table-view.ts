import { h, renew, shown } from '../control-room/page/dom-elements.js';
import { tableOf } from '../control-room/page/page-parts.js';
import type { Rows, Term } from './answers.js';
import { termContent, type Showing } from './cells.js';
import { literalText, numberOf } from './term-texts.js';

/** Rows that are shown at first, and with each request for more. */
const STEP = 50;
/** Rows from which on they can be searched. */
const MANY = 12;

/** Rows as a table that is sorted by its heads and searched. */
export function tableView(answer: Rows, showing: Showing): HTMLElement {
  const numbers = answer.columns.map((_, place) => isNumeric(answer, place));
  const order: { column: number | undefined; down: boolean } = { column: undefined, down: false };
  let [most, wanted] = [STEP, ''];
  const place = h('div', {});
  const draw = (): void => {
    const rows = ordered(filtered(answer.rows, wanted, showing), order.column, order.down);
    const heads = answer.columns.map((name, column) => {
      const sorted = order.column !== column ? undefined : order.down ? 'descending' : 'ascending';
      const mark = sorted === undefined ? '' : order.down ? ' ↓' : ' ↑';
      return h(
        'th',
        { scope: 'col', class: numbers[column] === true ? 'number' : undefined, 'aria-sort': sorted },
        h(
          'button',
          { type: 'button', 'aria-label': `sort by ${name}`, click: () => sort(column) },
          name,
          mark,
        ),
      );
    });
    const body = rows.slice(0, most).map((row) => rowOf(row, answer.columns, numbers, showing));
    renew(
      place,
      tableOf('rows', heads, body),
      rows.length > most
        ? h(
            'button',
            { type: 'button', click: more },
            `Show ${shown(Math.min(STEP, rows.length - most))} more`,
          )
        : undefined,
      rows.length < answer.rows.length
        ? h(
            'p',
            { class: 'quiet', role: 'status' },
            `${shown(rows.length)} of ${shown(answer.rows.length)} rows`,
          )
        : undefined,
    );
  };
  const more = (): void => {
    most += STEP;
    draw();
  };
  const sort = (column: number): void => {
    order.down = order.column === column ? !order.down : numbers[column] === true;
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

function rowOf(
  row: Rows['rows'][number],
  columns: Rows['columns'],
  numbers: readonly boolean[],
  showing: Showing,
): HTMLElement {
  const cells = row.map((term, place) =>
    h(
      'td',
      { class: numbers[place] === true ? 'number' : undefined, 'data-label': columns[place] },
      termContent(term, showing),
    ),
  );
  return h('tr', {}, cells);
}

function isNumeric({ rows }: Rows, place: number): boolean {
  return (
    rows.length > 0 && rows.every((row) => row[place] === undefined || numberOf(row[place]) !== undefined)
  );
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

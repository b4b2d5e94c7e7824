import { h, renew, shown } from '../control-room/page/dom-elements.js';
import { divergingBar, shareBar } from '../control-room/page/page-parts.js';
import type { Rows } from './answers.js';
import { termContent, type Showing } from './cells.js';
import type { BarColumns } from './columns.js';
import { literalText, numberOf } from './term-texts.js';

/** Bars that are shown before somebody asks for more. */
const FIRST = 40;

/** A bar for each row: to the right, or to both sides where there are negative numbers. */
export function barView(answer: Rows, columns: BarColumns, showing: Showing): HTMLElement {
  let [label = 0] = columns.labels;
  let [number = 0] = columns.numbers;
  let most = FIRST;
  const place = h('div', {});
  const draw = (): void => {
    const values = answer.rows.map((row) => numberOf(row[number]) ?? 0);
    const largest = Math.max(...values.map(Math.abs)) || 1;
    const isSigned = values.some((value) => value < 0);
    const items = answer.rows.slice(0, most).map((row, at) => {
      const share = (values[at] ?? 0) / largest;
      const term = row[number];
      return h(
        'li',
        {},
        h('span', { class: 'name' }, termContent(row[label], showing)),
        isSigned ? divergingBar(share) : shareBar(share),
        h('span', { class: 'value' }, term === undefined ? '–' : literalText(term)),
      );
    });
    const rest = answer.rows.length - most;
    const more = h('button', { type: 'button', click: showAll }, `Show ${shown(rest)} more`);
    const caption = `${answer.columns[number] ?? ''} by ${answer.columns[label] ?? ''}`;
    renew(place, h('ol', { class: 'bars', 'aria-label': caption }, items), rest > 0 ? more : undefined);
  };
  const showAll = (): void => {
    most = Infinity;
    draw();
  };
  draw();
  return h(
    'div',
    { class: 'bar-view' },
    sameInAll(answer, showing),
    h(
      'div',
      { class: 'choosers' },
      chooser('Bars', answer, columns.numbers, (column) => {
        number = column;
        draw();
      }),
      chooser('by', answer, columns.labels, (column) => {
        label = column;
        draw();
      }),
    ),
    place,
  );
}

/** Values that are the same in all rows, which bars do not show. */
function sameInAll({ columns, rows }: Rows, showing: Showing): HTMLElement | undefined {
  const same = columns.flatMap((name, place) => {
    const term = rows[0]?.[place];
    return term !== undefined && rows.every((row) => row[place]?.value === term.value)
      ? [{ name, term }]
      : [];
  });
  if (same.length === 0) return undefined;
  const facts = same.map(({ name, term }) =>
    h('div', {}, h('dt', {}, name), h('dd', {}, termContent(term, showing))),
  );
  return h('dl', { class: 'same' }, facts);
}

/** A choice of a column; its name where there is no choice. */
function chooser(
  text: string,
  { columns }: Rows,
  among: readonly number[],
  take: (column: number) => void,
): HTMLElement {
  if (among.length < 2) return h('span', {}, `${text} ${columns[among[0] ?? 0] ?? ''}`);
  const change = ({ target }: Event): void => take(Number((target as HTMLSelectElement).value));
  const options = among.map((column) => h('option', { value: column }, columns[column]));
  return h('label', {}, `${text} `, h('select', { change }, options));
}

import { h, renew, shown, type Content } from '../control-room/page/dom-elements.js';
import { rowsOfTriples, type Answer, type Rows } from './answers.js';
import { barView } from './bar-view.js';
import type { Showing } from './cells.js';
import { barColumns, edgesOfRows, edgesOfTriples } from './columns.js';
import type { Answered } from './endpoint.js';
import { graphView } from './graph-view.js';
import { tableView } from './table-view.js';

type ViewName = 'table' | 'bars' | 'graph';
const NAMES: Readonly<Record<ViewName, string>> = { table: 'Table', bars: 'Bars', graph: 'Graph' };

/** Formats in which an answer is saved. */
const FORMATS = {
  rows: [
    ['CSV', 'text/csv', 'csv'],
    ['JSON', 'application/sparql-results+json', 'json'],
  ],
  triples: [
    ['Turtle', 'text/turtle', 'ttl'],
    ['JSON-LD', 'application/ld+json', 'jsonld'],
  ],
} as const;

/** Saves the answer to the query in a format. */
export type Save = (mediaType: string, ending: string) => void;

/** An answer: as a table, and as bars and as a graph where it can be one. @param first the view that is shown first */
export function resultContent(
  { answer, seconds, cutAfter }: Answered,
  showing: Showing,
  first: ViewName,
  save: Save,
): Content {
  if (answer.kind === 'truth') return h('p', { class: 'truth' }, answer.value ? 'Yes' : 'No');
  const views = viewsOf(answer, showing);
  const place = h('div', { class: 'result' });
  const buttons = new Map<ViewName, HTMLElement>();
  const open = (name: ViewName): void => {
    for (const [other, button] of buttons) button.setAttribute('aria-pressed', String(other === name));
    renew(place, views.get(name)?.());
  };
  for (const name of views.keys())
    buttons.set(name, h('button', { type: 'button', click: () => open(name) }, NAMES[name]));
  open(views.has(first) ? first : 'table');
  const count = answer.kind === 'rows' ? answer.rows.length : answer.triples.length;
  const unit = answer.kind === 'rows' ? 'row' : 'triple';
  return [
    h(
      'div',
      { class: 'result-head' },
      views.size > 1
        ? h('div', { class: 'views', role: 'group', 'aria-label': 'Show as' }, [...buttons.values()])
        : undefined,
      h(
        'p',
        { class: 'quiet' },
        `${shown(count)} ${unit}${count === 1 ? '' : 's'} in ${shown(seconds, 2)} s`,
        cutAfter === undefined
          ? undefined
          : `; only the first ${shown(cutAfter)} are shown: the limit of this server`,
      ),
      count === 0
        ? undefined
        : h(
            'div',
            { class: 'downloads', role: 'group', 'aria-label': 'Download' },
            FORMATS[answer.kind].map(([name, mediaType, ending]) =>
              h(
                'button',
                { type: 'button', 'aria-label': `Download as ${name}`, click: () => save(mediaType, ending) },
                `↓ ${name}`,
              ),
            ),
          ),
    ),
    count === 0 ? h('p', {}, 'Nothing was found.') : place,
  ];
}

/** The views that an answer can have. */
function viewsOf(
  answer: Exclude<Answer, { kind: 'truth' }>,
  showing: Showing,
): ReadonlyMap<ViewName, () => HTMLElement> {
  const rows: Rows = answer.kind === 'rows' ? answer : rowsOfTriples(answer.triples);
  const edges = answer.kind === 'rows' ? edgesOfRows(answer) : edgesOfTriples(answer.triples);
  const columns = answer.kind === 'rows' ? barColumns(answer) : undefined;
  const found = new Map<ViewName, () => HTMLElement>([['table', () => tableView(rows, showing)]]);
  if (columns !== undefined) found.set('bars', () => barView(rows, columns, showing));
  if (edges.length > 0) found.set('graph', () => graphView(edges, showing));
  return found;
}

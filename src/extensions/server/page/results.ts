import { h, shown, type Content } from '../control-room/page/dom-elements.js';
import { rowsOfTriples } from './answers.js';
import type { Showing } from './cells.js';
import type { Answered } from './endpoint.js';
import { tableView } from './table-view.js';

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

/** An answer as a table, with its size and downloads. */
export function resultContent(
  { answer, seconds, cutAfter }: Answered,
  showing: Showing,
  save: Save,
): Content {
  if (answer.kind === 'truth') return h('p', { class: 'truth' }, answer.value ? 'Yes' : 'No');
  const rows = answer.kind === 'rows' ? answer : rowsOfTriples(answer.triples);
  const count = rows.rows.length;
  const unit = answer.kind === 'rows' ? 'row' : 'triple';
  const size = `${shown(count)} ${unit}${count === 1 ? '' : 's'} in ${shown(seconds, 2)} s`;
  const cut =
    cutAfter === undefined ? '' : `; only the first ${shown(cutAfter)} are shown: the limit of this server`;
  const head = h('p', { class: 'quiet' }, size, cut);
  if (count === 0) return [h('div', { class: 'result-head' }, head), h('p', {}, 'Nothing was found.')];
  const downloads = FORMATS[answer.kind].map(([name, mediaType, ending]) =>
    h(
      'button',
      { type: 'button', 'aria-label': `Download as ${name}`, click: () => save(mediaType, ending) },
      `↓ ${name}`,
    ),
  );
  return [
    h(
      'div',
      { class: 'result-head' },
      head,
      h('div', { class: 'downloads', role: 'group', 'aria-label': 'Download' }, downloads),
    ),
    tableView(rows, showing),
  ];
}

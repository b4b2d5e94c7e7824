import { h, renew, shown } from './dom-elements.js';
import { table, widePanel, type Room, type View } from './page-parts.js';

/** A view that a plugin brings, as the server lists it. */
export interface ListedView {
  readonly name: string;
  readonly title: string;
}

/** What it shows. */
interface ViewTable {
  readonly text?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The view of a plugin: a table, fetched when the view is opened and when a person asks for it again. */
export function ownView({ api, attempt }: Room, { name, title }: ListedView): View {
  const place = h('div', {}, 'loading …');
  const refresh = h('button', { type: 'button' }, 'Refresh');
  const load = (): void => {
    void attempt(async () => {
      const { text, columns, rows } = await api.get<ViewTable>(`views/${encodeURIComponent(name)}`);
      const numbers = columns.flatMap((_, column) =>
        rows.length > 0 && rows.every((row) => typeof row[column] === 'number') ? [column] : [],
      );
      const cells = rows.map((row) => row.map(written));
      const said = text ?? `${shown(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`;
      renew(place, h('p', { class: 'quiet' }, said), table(title, columns, cells, numbers));
    }).then(() => {
      if (place.textContent === 'loading …') renew(place, 'The view could not be shown.');
    });
  };
  refresh.addEventListener('click', load);
  load();
  return { content: h('div', {}, widePanel(title, place, h('p', {}, refresh))) };
}

function written(cell: string | number): string {
  return typeof cell === 'string' ? cell : shown(cell, Number.isInteger(cell) ? 0 : 3);
}

import type { HostLink, HostRow } from './api.js';
import { hostMap } from './charts.js';
import { h, percent, renew, shown } from './elements.js';
import { panel, type Room, type View } from './parts.js';

type HostColumn = Exclude<keyof HostRow, 'host'>;

const COLUMNS: readonly HostColumn[] = ['fetched', 'accepted', 'rejected', 'skipped', 'failed'];
/** Rows that are shown. */
const SHOWN = 200;

/** Hosts, sortable and searchable, and the map of them. */
export function hosts({ api, act, attempt }: Room): View {
  const list = h('div');
  const map = h('div');
  const search = h('input', { id: 'search', type: 'search', placeholder: 'part of a host' });
  let rows: readonly HostRow[] = [];
  let by: HostColumn | 'host' = 'accepted';
  const sortBy = (column: HostColumn | 'host'): void => {
    by = column;
    show();
  };
  const show = (): void => {
    const order = (a: HostRow, b: HostRow): number =>
      by === 'host' ? a.host.localeCompare(b.host) : b[by] - a[by] || a.host.localeCompare(b.host);
    const found = rows.filter(({ host }) => host.includes(search.value.trim())).sort(order);
    const body = found.slice(0, SHOWN).map((row) => hostRow(row, act));
    renew(
      list,
      h('p', {}, `${shown(found.length)} hosts`),
      h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'hosts' },
        h(
          'table',
          {},
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              hostHead('host', by, sortBy),
              ...COLUMNS.map((column) => hostHead(column, by, sortBy)),
              h('th', { scope: 'col', class: 'number' }, 'yield'),
              h('th', { scope: 'col' }, 'Steer'),
            ),
          ),
          h('tbody', {}, ...body),
        ),
      ),
    );
  };
  const load = (): Promise<void> =>
    attempt(async () => {
      rows = await api.get<readonly HostRow[]>('hosts');
      show();
      map.replaceChildren(hostMap(rows, await api.get<readonly HostLink[]>('links')));
    });
  search.addEventListener('input', show);
  void load();
  return {
    content: h(
      'div',
      {},
      h(
        'p',
        {},
        h('label', {}, 'Hosts with ', search),
        ' ',
        h('button', { type: 'button', click: () => void load() }, 'Refresh'),
      ),
      h(
        'div',
        { class: 'panels' },
        panel('Hosts', list),
        panel('Hosts of accepted pages, and the links that led there', map),
      ),
    ),
  };
}

function hostRow(row: HostRow, act: Room['act']): HTMLElement {
  const button = (label: string, action: Readonly<Record<string, unknown>>): HTMLElement =>
    h(
      'button',
      { type: 'button', click: () => void act(action), 'aria-label': `${label} ${row.host}` },
      label,
    );
  return h(
    'tr',
    {},
    h('td', {}, row.host),
    ...COLUMNS.map((column) => h('td', { class: 'number' }, shown(row[column]))),
    h('td', { class: 'number' }, percent(row.fetched === 0 ? null : row.accepted / row.fetched)),
    h(
      'td',
      {},
      h(
        'div',
        { class: 'buttons' },
        button('Block', { kind: 'block', what: row.host }),
        button('Boost', { kind: 'boost', what: row.host, by: 1 }),
      ),
    ),
  );
}

function hostHead(
  column: HostColumn | 'host',
  by: HostColumn | 'host',
  sortBy: (column: HostColumn | 'host') => void,
): HTMLElement {
  return h(
    'th',
    {
      scope: 'col',
      class: column === 'host' ? undefined : 'number',
      'aria-sort': column === by ? (by === 'host' ? 'ascending' : 'descending') : undefined,
    },
    h('button', { type: 'button', click: () => sortBy(column) }, column),
  );
}

import type { HostLink, HostList, HostRow } from './api.js';
import { hostMap } from './charts.js';
import { h, percent, renew, shown, type Content } from './dom-elements.js';
import { blockedText, isSealed, reasonLink, widePanel, type Room, type View } from './page-parts.js';

type Action = Readonly<Record<string, unknown>>;
/** Asks for something, and shows the hosts again. */
type Steer = (action: Action) => void;

/** Columns by which hosts are sorted, with their names. */
const COLUMNS = {
  host: 'host',
  fetched: 'fetched',
  accepted: 'accepted',
  rejected: 'rejected',
  failed: 'failed',
  yield: 'yield',
  queued: 'queued',
  best: 'best waiting',
  nextAt: 'next request',
  busy: 'back-off',
} as const;
type Column = keyof typeof COLUMNS;
/** Columns of texts and times, the smallest first. */
const ASCENDING: readonly string[] = ['host', 'nextAt'];
/** Rows that are shown. */
const SHOWN = 200;
/** Larger priorities are those of seeds, of pinned URLs and of random samples. */
const FIRST = 1e8;

/** Hosts, sortable and searchable, and the map of them. */
export function hosts({ api, act, attempt, state }: Room): View {
  const list = h('div');
  const map = h('div', { class: 'map' });
  const search = h('input', { id: 'search', type: 'search', placeholder: 'part of a host' });
  let by: Column = 'accepted';
  let asked = 0;
  const load = (): Promise<void> =>
    attempt(async () => {
      const mine = (asked += 1);
      const found = await api.get<HostList>('hosts', { by, text: search.value, count: SHOWN });
      // A later question may have been answered before.
      if (mine === asked) renew(list, ...hostTable(found, by, sortBy, steer));
    });
  const steer = isSealed(state()) ? undefined : (action: Action): void => void act(action).then(load);
  const sortBy = (column: Column): void => {
    by = column;
    void load();
  };
  const loadMap = (): Promise<void> =>
    attempt(async () => {
      const { hosts: best } = await api.get<HostList>('hosts', { by: 'accepted', count: SHOWN });
      map.replaceChildren(hostMap(best, await api.get<readonly HostLink[]>('links')));
    });
  const refresh = (): void => void load().then(loadMap);
  search.addEventListener('input', () => void load());
  refresh();
  return {
    content: h(
      'div',
      {},
      h(
        'p',
        {},
        h('label', {}, 'Hosts with ', search),
        ' ',
        h('button', { type: 'button', click: refresh }, 'Refresh'),
      ),
      h(
        'div',
        { class: 'panels' },
        widePanel('Hosts', list),
        widePanel('Hosts of accepted pages, and the links that led there', map),
      ),
    ),
  };
}

function hostTable(
  { total, hosts: rows }: HostList,
  by: Column,
  sortBy: (column: Column) => void,
  steer: Steer | undefined,
): readonly Content[] {
  const heads = (Object.keys(COLUMNS) as Column[]).map((column) => hostHead(column, by, sortBy));
  const cut = rows.length < total ? `, the first ${shown(rows.length)} are shown` : '';
  return [
    h('p', {}, `${shown(total)} hosts${cut}`),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'hosts' },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...heads, h('th', { scope: 'col' }, 'Steer'))),
        h('tbody', {}, ...rows.map((row) => hostRow(row, steer))),
      ),
    ),
  ];
}

function hostRow(row: HostRow, steer: Steer | undefined): HTMLElement {
  const { host, fetched, accepted, rejected, failed, lastFailure, queued, best } = row;
  const numbers: readonly Content[] = [
    shown(fetched),
    shown(accepted),
    shown(rejected),
    lastFailure === undefined ? shown(failed) : [shown(failed), ' ', reasonLink(lastFailure)],
    percent(row.yield),
    shown(queued),
    best !== null && best > FIRST ? 'first' : shown(best, 3),
    nextText(row),
    backoffText(row),
  ];
  return h(
    'tr',
    {},
    h('td', { class: 'host' }, host),
    ...numbers.map((number) => h('td', { class: 'number' }, number)),
    h(
      'td',
      {},
      h(
        'div',
        { class: 'buttons' },
        // 'other hosts' and 'no host' are rows, and not hosts.
        ...(host.includes(' ') || steer === undefined ? [] : steering(row, steer)),
      ),
    ),
  );
}

/** What can be done with a host: one that is blocked can only be unblocked. */
function steering({ host, blocks = [] }: HostRow, steer: Steer): readonly Content[] {
  const button = (label: string, action: Action): HTMLElement =>
    h('button', { type: 'button', click: () => steer(action), 'aria-label': `${label} ${host}` }, label);
  if (blocks.length > 0) return blockedText(blocks, host, (what) => steer({ kind: 'unblock', what }));
  return [
    button('Block', { kind: 'block', what: host }),
    button('Boost', { kind: 'boost', what: host, by: 1 }),
  ];
}

/** When a host is requested next at the earliest. */
function nextText({ queued, contacted, nextAt, givenUpUntil, blocks = [] }: HostRow): string {
  if (blocks.some(({ waits }) => waits === undefined)) return 'never';
  if (contacted) return 'under way';
  if (givenUpUntil !== undefined) return `given up until ${timeOf(givenUpUntil)}`;
  if (nextAt !== undefined) return timeOf(nextAt);
  return queued === 0 ? '–' : 'now';
}

function backoffText({ busy }: HostRow): string {
  return busy === 0 ? '–' : `${shown(busy)} × busy`;
}

function timeOf(time: string): string {
  return new Date(time).toLocaleTimeString('en-GB');
}

function hostHead(column: Column, by: Column, sortBy: (column: Column) => void): HTMLElement {
  const order = ASCENDING.includes(column) ? 'ascending' : 'descending';
  return h(
    'th',
    {
      scope: 'col',
      class: column === 'host' ? undefined : 'number',
      'aria-sort': column === by ? order : undefined,
    },
    h('button', { type: 'button', click: () => sortBy(column) }, COLUMNS[column]),
  );
}

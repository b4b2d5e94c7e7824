import type { HostList, HostRow } from './api.js';
import { clockTime, h, percent, renew, shown, type Content } from './dom-elements.js';
import {
  barred,
  blockedText,
  FIRST,
  followed,
  hostLink,
  isNarrow,
  isSealed,
  reasonLink,
  shareBar,
  steadily,
  tableOf,
  widePanel,
  type Room,
  type View,
} from './page-parts.js';
import { hostTreemap } from './treemap.js';

type Action = Readonly<Record<string, unknown>>;
/** Asks for something, and shows the hosts again. */
type Steer = (action: Action) => void;

/** Columns by which hosts are sorted, with their names. */
const COLUMNS = {
  host: 'host',
  fetched: 'requested',
  accepted: 'accepted',
  yield: 'share accepted',
  rejected: 'rejected',
  failed: 'failed',
  queued: 'waiting',
  best: 'best waiting',
  nextAt: 'next request',
  busy: 'told to wait',
} as const;
type Column = keyof typeof COLUMNS;
/** Columns of texts and times, the smallest first. */
const ASCENDING: readonly string[] = ['host', 'nextAt'];
/** Rows that are shown. */
const SHOWN = 100;

/** Hosts as a picture, then as a table, sortable and searchable. */
export function hosts({ api, act, attempt, state }: Room): View {
  const [picture, list] = [h('div'), h('div')];
  const [showPicture, showList] = [steadily(picture), steadily(list)];
  const search = h('input', { id: 'search', type: 'search', placeholder: 'part of a host' });
  let by: Column = 'accepted';
  let asked = 0;
  const load = (now = true): Promise<void> =>
    attempt(async () => {
      const mine = now ? (asked += 1) : asked;
      const found = await api.get<HostList>('hosts', { by, text: search.value, count: SHOWN });
      // A later question may have been answered before.
      if (mine !== asked) return;
      const parts = (): readonly Content[] => hostTable(found, by, sortBy, steer);
      if (now) renew(list, ...parts());
      else showList(parts);
    });
  const steer = isSealed(state()) ? undefined : (action: Action): void => void act(action).then(() => load());
  const sortBy = (column: Column): void => {
    by = column;
    void load();
  };
  const loadPicture = (): Promise<void> =>
    attempt(async () => {
      const { hosts: most } = await api.get<HostList>('hosts', { by: 'fetched', count: SHOWN });
      showPicture(() => [hostTreemap(most, isNarrow())]);
    });
  search.addEventListener('input', () => void load());
  void load().then(loadPicture);
  return {
    content: h(
      'div',
      { class: 'panels' },
      widePanel('Where the requests went', picture),
      widePanel('Hosts', h('p', {}, h('label', {}, 'Hosts with ', search)), list),
    ),
    update: followed(() => load(false).then(loadPicture), state()),
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
    h('p', { class: 'quiet' }, `${shown(total)} hosts${cut}`),
    tableOf(
      'hosts',
      [...heads, h('th', { scope: 'col' }, 'Steer')],
      rows.map((row) => hostRow(row, steer)),
    ),
  ];
}

function hostRow(row: HostRow, steer: Steer | undefined): HTMLElement {
  const { host, fetched, accepted, rejected, failed, lastFailure, queued, best } = row;
  const cells: Readonly<Record<Exclude<Column, 'host'>, Content>> = {
    fetched: shown(fetched),
    accepted: shown(accepted),
    yield: barred(shareBar(row.yield ?? 0, 'bar-accepted'), percent(row.yield)),
    rejected: shown(rejected),
    failed:
      lastFailure === undefined ? shown(failed) : h('span', {}, shown(failed), ' ', reasonLink(lastFailure)),
    queued: shown(queued),
    best: best !== null && best > FIRST ? 'first' : shown(best, 3),
    nextAt: nextText(row),
    busy: backoffText(row),
  };
  return h(
    'tr',
    {},
    h('td', { class: 'host', 'data-label': 'host' }, hostLink(host)),
    (Object.keys(cells) as Exclude<Column, 'host'>[]).map((column) =>
      h('td', { class: cellKind(column, cells[column]), 'data-label': COLUMNS[column] }, cells[column]),
    ),
    h(
      'td',
      { 'data-label': 'Steer' },
      h(
        'div',
        { class: 'buttons' },
        // 'other hosts' and 'no host' are rows, and not hosts.
        ...(host.includes(' ') || steer === undefined ? [] : steering(row, steer)),
      ),
    ),
  );
}

/** In a narrow window, what there is not is left out. */
function cellKind(column: Column, content: Content): string {
  if (column === 'yield') return 'number with-bar';
  return content === '–' || content === '0' ? 'number none' : 'number';
}

/** Buttons for a host: one that is blocked can only be unblocked. */
function steering({ host, blocks = [] }: HostRow, steer: Steer): readonly Content[] {
  const button = (label: string, action: Action): HTMLElement =>
    h('button', { type: 'button', click: () => steer(action), 'aria-label': `${label} ${host}` }, label);
  if (blocks.length > 0) return blockedText(blocks, host, (what) => steer({ kind: 'unblock', what }));
  return [
    button('Block', { kind: 'block', what: host }),
    button('Boost', { kind: 'boost', what: host, by: 1 }),
  ];
}

/** Earliest time of the next request to a host. */
function nextText({ queued, contacted, nextAt, givenUpUntil, blocks = [] }: HostRow): string {
  if (blocks.some(({ waits }) => waits === undefined)) return 'never';
  if (contacted) return 'under way';
  if (givenUpUntil !== undefined) return `given up until ${clockTime(givenUpUntil)}`;
  if (nextAt !== undefined) return timeOf(nextAt);
  return queued === 0 ? '–' : 'now';
}

function backoffText({ busy }: HostRow): string {
  return busy === 0 ? '–' : `${shown(busy)} ×`;
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

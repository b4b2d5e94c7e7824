import type { HostList, HostRow } from './api.js';
import { clockTime, h, percent, quiet, renew, shown, type Content } from './dom-elements.js';
import {
  barred,
  blockedText,
  FIRST,
  followed,
  hostLink,
  isSealed,
  reasonLink,
  shareBar,
  steadily,
  tableOf,
  type Room,
  type View,
} from './page-parts.js';

type Action = Readonly<Record<string, unknown>>;

/** Columns by which hosts are sorted, with their names. */
const COLUMNS = {
  host: 'host',
  fetched: 'requested',
  accepted: 'accepted',
  yield: 'share accepted',
  rejected: 'rejected',
  failed: 'failed',
  queued: 'waiting',
} as const;
type Column = keyof typeof COLUMNS;
/** Rows that are shown. */
const SHOWN = 100;

/** Hosts as a table, sortable and searchable, with what can be done with each. */
export function hosts({ api, act, attempt, state }: Room): View {
  const list = h('div');
  const showList = steadily(list);
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
  search.addEventListener('input', () => void load());
  void load();
  return {
    content: h('section', { class: 'panel wide' }, h('p', {}, h('label', {}, 'Hosts with ', search)), list),
    update: followed(() => load(false), state()),
  };
}

function hostTable(
  { total, hosts: rows }: HostList,
  by: Column,
  sortBy: (column: Column) => void,
  steer: ((action: Action) => void) | undefined,
): readonly Content[] {
  const heads = (Object.keys(COLUMNS) as Column[]).map((column) => {
    const order = column === 'host' ? 'ascending' : 'descending';
    return h(
      'th',
      {
        ...{ scope: 'col', class: column === 'host' ? undefined : 'number' },
        'aria-sort': column === by ? order : undefined,
      },
      h('button', { type: 'button', click: () => sortBy(column) }, COLUMNS[column]),
    );
  });
  const others = ['Next request', ...(steer === undefined ? [] : ['Steer'])];
  const cut = rows.length < total ? `, the first ${shown(rows.length)} are shown` : '';
  return [
    quiet(`${shown(total)} hosts${cut}`),
    tableOf(
      'hosts',
      [...heads, ...others.map((name) => h('th', { scope: 'col' }, name))],
      rows.map((row) => hostRow(row, steer)),
    ),
  ];
}

function hostRow(row: HostRow, steer: ((action: Action) => void) | undefined): HTMLElement {
  const { host, fetched, accepted, rejected, failed, lastFailure, queued, best } = row;
  const cell = (label: string, content: Content, kind?: string): HTMLElement =>
    h('td', { class: kind, 'data-label': label }, content);
  const share = barred(shareBar(row.yield ?? 0, 'bar-accepted'), percent(row.yield));
  const waiting = best === null ? '' : `, the best ${best > FIRST ? 'first' : shown(best, 3)}`;
  // 'other hosts' and 'no host' are rows, and not hosts.
  const isHost = !host.includes(' ');
  return h(
    'tr',
    {},
    cell('host', hostLink(host), 'host'),
    cell('requested', shown(fetched), 'number'),
    cell('accepted', shown(accepted), 'number'),
    cell('share accepted', share, 'number with-bar'),
    cell('rejected', shown(rejected), 'number'),
    cell('failed', [shown(failed), ' ', lastFailure && reasonLink(lastFailure)], 'number'),
    cell('waiting', `${shown(queued)}${waiting}`, 'number'),
    cell('Next request', nextText(row)),
    steer && cell('Steer', isHost ? h('div', { class: 'buttons' }, steering(row, steer)) : undefined),
  );
}

/** Buttons for a host: one that is blocked can only be unblocked. */
function steering({ host, blocks }: HostRow, steer: (action: Action) => void): readonly Content[] {
  const button = (label: string, action: Action): HTMLElement =>
    h('button', { type: 'button', click: () => steer(action), 'aria-label': `${label} ${host}` }, label);
  if (blocks.length > 0) return blockedText(blocks, host, (what) => steer({ kind: 'unblock', what }));
  return [
    button('Block', { kind: 'block', what: host }),
    button('Boost', { kind: 'boost', what: host, by: 1 }),
    button('Lower', { kind: 'boost', what: host, by: -1 }),
  ];
}

/** Earliest time of the next request to a host. */
function nextText({ queued, contacted, nextAt, givenUpUntil, blocks, busy }: HostRow): string {
  const told = busy === 0 ? '' : `; told to wait ${shown(busy)} ×`;
  if (blocks.some(({ waits }) => waits === undefined)) return 'never';
  if (contacted) return `under way${told}`;
  if (givenUpUntil !== undefined) return `given up until ${clockTime(givenUpUntil)}`;
  if (nextAt !== undefined) return `${new Date(nextAt).toLocaleTimeString('en-GB')}${told}`;
  return queued === 0 ? '–' : `now${told}`;
}

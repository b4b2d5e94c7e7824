import { expect, it } from '@jest/globals';
import {
  blocksOf,
  listHosts,
  type HostWish,
} from '../../../../src/extensions/server/control-room/host-list.js';
import type { HostsView } from '../../../../src/crawling/store/frontier-view.js';
import { takenAction } from '../../../support/taken-action.js';

const NOW = Date.UTC(2024, 0, 1);
const nothing = { fetched: 0, accepted: 0, rejected: 0, skipped: 0, failed: 0 };
const ROWS = [
  { host: 'a.example', ...nothing, fetched: 4, accepted: 1, rejected: 3 },
  { host: 'b.example', ...nothing, fetched: 2, accepted: 2 },
  { host: 'c.example', ...nothing, failed: 1, fetched: 1, lastFailure: 'busy' as const },
];
const VIEW: HostsView = {
  queues: [
    { host: 'a.example', queued: 7, best: 0.5 },
    { host: 'new.example', queued: 1, best: 0.9 },
  ],
  contacted: new Set(['b.example']),
  resting: new Map([
    ['a.example', NOW + 2000],
    ['new.example', NOW - 1],
  ]),
  busy: new Map([['c.example', { failures: 3, readyAt: NOW + 60_000, givenUp: NOW + 90_000 }]]),
};

const TAKEN = [
  takenAction({ kind: 'block', what: 'a.example' }),
  takenAction({ kind: 'block', what: 'B.example' }, { by: 'ben' }),
  takenAction({ kind: 'block', what: 'c.example' }, { refused: true }),
  takenAction({ kind: 'block', what: 'http://new.example/calendar/*' }),
];
const WAITING = [
  { id: '1', by: 'ada', action: { kind: 'unblock', what: 'a.example' } },
  { id: '2', by: 'ada', action: { kind: 'block', what: '*//c.example/*' } },
] as const;

function listed(wish: Partial<HostWish> = {}): ReturnType<typeof listHosts> {
  return listHosts(
    ROWS,
    VIEW,
    { by: 'accepted', text: '', count: 10, ...wish },
    NOW,
    blocksOf(TAKEN, WAITING),
  );
}

it('tells what waits at each host, and when it may be contacted', () => {
  const { total, hosts } = listed();
  expect(total).toBe(4);
  expect(hosts).toMatchObject([
    { host: 'b.example', yield: 1, queued: 0, best: null, contacted: true, busy: 0 },
    { host: 'a.example', yield: 0.25, queued: 7, best: 0.5, nextAt: '2024-01-01T00:00:02.000Z' },
    {
      host: 'c.example',
      lastFailure: 'busy',
      busy: 3,
      nextAt: '2024-01-01T00:01:00.000Z',
      givenUpUntil: '2024-01-01T00:01:30.000Z',
    },
    { host: 'new.example', fetched: 0, yield: null, queued: 1, best: 0.9 },
  ]);
  expect(hosts[3]?.nextAt).toBeUndefined();
});

it('tells which hosts are blocked as a whole, as what and by whom, and what waits', () => {
  const blocks = listed({ by: 'host' }).hosts.map(({ host, blocks: found }) => [host, found]);
  expect(blocks).toEqual([
    ['a.example', []],
    ['b.example', [{ what: 'B.example', by: 'ben' }]],
    ['c.example', [{ what: '*//c.example/*', by: 'ada', waits: true }]],
    ['new.example', []],
  ]);
  const { ofUrl } = blocksOf(TAKEN, WAITING);
  expect(ofUrl('http://new.example/calendar/1')).toHaveLength(1);
  expect(ofUrl('http://new.example/')).toEqual([]);
});

it('sorts by a column, what is missing last, finds a part of a name, and cuts the list', () => {
  const order = listed({ by: 'yield' }).hosts.map(({ host }) => host.split('.')[0]);
  expect(order).toEqual(['b', 'a', 'c', 'new']);
  const { total, hosts } = listed({ text: ' N', count: 1, by: 'queued' });
  expect([total, hosts.map(({ host }) => host)]).toEqual([1, ['new.example']]);
  expect(listed({ count: 2 })).toMatchObject({ total: 4, hosts: [{}, {}] });
});

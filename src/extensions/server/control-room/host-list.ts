import type { WaitingCommand } from '../../../crawling/steering/command-folder.js';
import { createSteering } from '../../../crawling/steering/steering.js';
import type { HostsView } from '../../../crawling/store/frontier-view.js';
import type { HostRow } from './crawl-tables.js';
import type { TakenAction } from '../../../model/steering.js';

/** A host in a list: what the crawl did there, what waits there, and when it may be contacted. JSON. */
export interface ListedHost extends HostRow {
  /** The share of accepted pages among its requests; null before the first. */
  readonly yield: number | null;
  /** URLs that wait, those under way included. */
  readonly queued: number;
  /** The priority of the best of them; null where none waits. */
  readonly best: number | null;
  /** True if it is being contacted. */
  readonly contacted: boolean;
  /** Time at which it may be contacted again, ISO 8601; absent when it may be contacted now. */
  readonly nextAt?: string;
  /** Times in a row that it answered 429 or 503. */
  readonly busy: number;
  /** Until when it is left alone because it was busy too often, ISO 8601. */
  readonly givenUpUntil?: string;
  /** The blocks that keep all of it from being requested: as they were written, and by whom. */
  readonly blocks: readonly Blocked[];
}

/** A block that is in force, or that waits until the crawl is resumed. JSON. */
export interface Blocked {
  readonly what: string;
  readonly by: string;
  readonly waits?: true;
}

/** All blocks of a crawl, and those that a host or an address is a target of. */
export interface Blocks {
  readonly all: () => readonly Blocked[];
  readonly ofHost: (host: string) => readonly Blocked[];
  readonly ofUrl: (url: string) => readonly Blocked[];
}

/** By what hosts can be sorted. */
export const HOST_ORDERS = ['host', 'fetched', 'accepted', 'yield', 'rejected', 'failed', 'queued'] as const;

/** Which hosts, and in what order: names ascending, numbers descending. */
export interface HostWish {
  readonly by: (typeof HOST_ORDERS)[number];
  /** Hosts with this text in their name. */
  readonly text: string;
  readonly count: number;
}

/** Hosts in a list, and how many there are. JSON. */
export interface HostList {
  readonly total: number;
  readonly hosts: readonly ListedHost[];
}

const NOTHING_YET = { fetched: 0, accepted: 0, rejected: 0, skipped: 0, failed: 0 };

/** The hosts that were requested and those that wait, as they were wished for. */
export function listHosts(
  rows: readonly HostRow[],
  { queues, contacted, resting, busy }: HostsView,
  { by, text, count }: HostWish,
  now: number,
  blocks: Blocks,
): HostList {
  const all = new Map<string, HostRow>(rows.map((row) => [row.host, row]));
  const waiting = new Map(queues.map((queue) => [queue.host, queue]));
  for (const host of waiting.keys()) if (!all.has(host)) all.set(host, { host, ...NOTHING_YET });
  const wanted = text.trim().toLowerCase();
  const found = [...all.values()].filter(({ host }) => host.includes(wanted));
  const hosts = found.map((row): ListedHost => {
    const { host, accepted, fetched } = row;
    const { queued = 0, best = null } = waiting.get(host) ?? {};
    const { failures = 0, givenUp = 0, readyAt = 0 } = busy.get(host) ?? {};
    return {
      ...row,
      yield: fetched === 0 ? null : accepted / fetched,
      queued,
      best,
      contacted: contacted.has(host),
      nextAt: later(Math.max(readyAt, resting.get(host) ?? 0), now),
      busy: failures,
      givenUpUntil: later(givenUp, now),
      blocks: blocks.ofHost(host),
    };
  });
  hosts.sort((a, b) => compare(a[by], b[by]) || compare(a.accepted, b.accepted) || compare(a.host, b.host));
  return { total: found.length, hosts: hosts.slice(0, count) };
}

function later(time: number, now: number): string | undefined {
  return time > now ? new Date(time).toISOString() : undefined;
}

/** Texts ascending, numbers descending, what is missing last. */
function compare(a: string | number | null | undefined, b: string | number | null | undefined): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  if (typeof a === 'number' && typeof b === 'number') return b - a;
  return Number(a === null || a === undefined) - Number(b === null || b === undefined);
}

/** A path that no block names by chance: who blocks it on a host blocks all of the host. */
const ANY_PATH = ['', '~sfwc/any?path=1'] as const;

/**
 * The blocks of a crawl as it will continue: those in force, without those that a waiting command takes back, and those that wait.
 * @param waiting commands that were sent and not taken, in order
 */
export function blocksOf(actions: readonly TakenAction[], waiting: readonly WaitingCommand[]): Blocks {
  const later = waiting.map((command): TakenAction => ({ time: '', after: 0, effect: '', ...command }));
  const now = createSteering(actions).blocks();
  const targets = createSteering([...actions, ...later])
    .blocks()
    .map(({ what, by, includes }) => {
      const isInForce = now.some((one) => one.what === what);
      return { includes, blocked: { what, by, ...(isInForce ? {} : { waits: true as const }) } };
    });
  const blockedWhere = (isMeant: (includes: (url: string) => boolean) => boolean): readonly Blocked[] =>
    targets.filter(({ includes }) => isMeant(includes)).map(({ blocked }) => blocked);
  return {
    all: () => targets.map(({ blocked }) => blocked),
    ofUrl: (url) => blockedWhere((includes) => includes(url)),
    ofHost: (host) =>
      blockedWhere((includes) =>
        ['http', 'https'].some((scheme) => ANY_PATH.every((path) => includes(`${scheme}://${host}/${path}`))),
      ),
  };
}

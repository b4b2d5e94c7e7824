import { hash } from 'node:crypto';
import type { Frontier, HostTimes, QueuedUrl } from '../../model/crawl.js';
import type { CrawlDatabase } from '../store/crawl-database.js';
import { openDiskCounts, type DiskCounts } from './disk-counts.js';
import { openDiskHosts, type DiskHost, type DiskHosts } from './disk-hosts.js';
import { frontierStatements, type FrontierStatements } from './disk-statements.js';
import { hostOf } from '../urls/urls.js';
import { createValueCounts, type ValueCounts } from './value-counts.js';
import { createWorkbench, type Workbench } from './workbench.js';

/** Values of `known.place` for URLs that are finished. */
const ENDED = { done: -1, skipped: -2, failed: -3, claimed: -4 } as const;

interface Lease {
  readonly host: DiskHost;
  readonly hash: number;
  readonly value: number;
  readonly place: number;
  /** What was claimed for it. */
  readonly claims: (readonly [host: number, hash: number])[];
}

type DiskValues = Omit<ValueCounts, 'size'>;

/** What a frontier on disk is made of. */
interface Disk {
  readonly sql: FrontierStatements;
  readonly hosts: DiskHosts;
  readonly bench: Workbench;
  readonly leases: Map<string, Lease>;
  readonly counts: DiskCounts;
  /** The values of what is queued. */
  readonly values: DiskValues;
}

/**
 * A frontier on disk, in the database of a crawl. In memory are only the leases, the hosts that wait, and what the
 * database caches; so it does not grow with the frontier. Opening it queues again what was leased when its process ended.
 *
 * A URL is known by its host and 52 bits of the SHA-1 of its address. Two addresses of one host are taken for one with a
 * probability of n² / 2⁵³ at n addresses there: at a million, once in nine thousand crawls.
 */
export function openDiskFrontier(database: CrawlDatabase): Frontier {
  const counts = openDiskCounts(database);
  const disk: Disk = {
    sql: frontierStatements(database),
    hosts: openDiskHosts(database, counts),
    bench: createWorkbench(),
    leases: new Map(),
    counts,
    values: diskValues(database),
  };
  const together = <T>(steps: () => T): T => database.together(steps);
  together(() => queueLeased(disk));
  return {
    enqueue: (entry) => together(() => enqueueAll([entry], disk)[0] === true),
    enqueueAll: (entries) => together(() => enqueueAll(entries, disk)),
    knows: (url) => placeOf(url, disk) !== undefined,
    waiting: (url) => waiting(url, disk)?.entry,
    requeue: (entry) => together(() => requeue(entry, disk)),
    claim: (url, by) => together(() => claim(url, by, disk)),
    lease: (times, atLeast = Number.NEGATIVE_INFINITY) => together(() => lease(times, atLeast, disk)),
    waitFor: (times, atLeast = Number.NEGATIVE_INFINITY) =>
      disk.bench.waitFor(times, (name) => {
        const best = disk.hosts.find(name)?.best;
        if (best !== undefined && best.value >= atLeast) return true;
        disk.hosts.setHeld(name, false);
        return false;
      }),
    valueAt: (rank) => disk.values.valueAt(rank),
    release: (url) => together(() => release(url, disk)),
    acknowledge: (url, state) => together(() => acknowledge(url, state, disk)),
    queued: () => queued(disk),
    count: (state) => (state === 'leased' ? disk.leases.size : counts[state]),
    hostCount: () => counts.hosts,
    heldHosts: () => disk.bench.size,
    together,
  };
}

/** Rows that are read at a time. */
const ROWS = 10_000;

/** The values of what is queued: read when one is first asked for, and again after a transaction was undone. */
function diskValues(database: CrawlDatabase): DiskValues {
  const select = database.prepare(
    'SELECT place, value FROM urls WHERE leased = 0 AND place > ? ORDER BY place LIMIT ?',
  );
  let known: ValueCounts | undefined;
  database.onUndone(() => (known = undefined));

  function read(): ValueCounts {
    const counts = createValueCounts();
    for (let rows = select.all(-1, ROWS); rows.length > 0; rows = select.all(rows.at(-1)?.[0] ?? 0, ROWS))
      for (const [, value] of rows) counts.add(Number(value));
    return counts;
  }

  return {
    add: (value) => known?.add(value),
    remove: (value) => known?.remove(value),
    valueAt: (rank) => (known ??= read()).valueAt(rank),
  };
}

/** Rows of entries that are read at a time. */
const QUEUED_BATCH = 1000;

function* queued({ sql }: Disk): Generator<readonly QueuedUrl[]> {
  let rows = sql.queued.all(-1, QUEUED_BATCH);
  for (; rows.length > 0; rows = sql.queued.all(rows.at(-1)?.[0] ?? 0, QUEUED_BATCH))
    yield rows.map(([, entry]) => entryOf([entry]));
}

/** 52 bits, which a number holds exactly. */
function hashOf(url: string): number {
  return Number.parseInt(hash('sha1', url).slice(0, 13), 16);
}

/** Leases of a process that ended; its claims are void. */
function queueLeased({ sql, hosts, counts }: Disk): void {
  sql.dropClaimed.run();
  sql.clearClaims.run();
  sql.wakeAll.run();
  for (const [place = null, name] of sql.leased.all()) {
    sql.giveBack.run(place);
    hosts.refresh(hosts.named(String(name)));
    counts.queued += 1;
  }
}

/** All in two statements, whose rows come as JSON: calls into the database are what takes the time. */
function enqueueAll(entries: readonly QueuedUrl[], { sql, hosts, counts, values }: Disk): readonly boolean[] {
  const found = entries.map((entry, n) => ({
    entry,
    host: hosts.named(hostOf(entry.url)),
    place: counts.next + n,
  }));
  const keys = found.map(({ entry, host, place }) => [host.id, hashOf(entry.url), place]);
  const places = new Set(sql.knowAll.all(JSON.stringify(keys)).map(([place]) => place));
  const fresh = found.filter(({ place }) => places.has(place));
  if (fresh.length > 0) {
    const rows = fresh.map(({ entry, host, place }) => [
      place,
      host.id,
      entry.priority.value,
      JSON.stringify(entry),
    ]);
    sql.queueAll.run(JSON.stringify(rows));
    counts.next += entries.length;
    counts.queued += fresh.length;
    for (const { entry, host, place } of fresh) {
      values.add(entry.priority.value);
      raise(host, entry.priority.value, place, hosts);
    }
  }
  return found.map(({ place }) => places.has(place));
}

/** A URL of the host was queued: it may be the best one. */
function raise(host: DiskHost, value: number, place: number, hosts: DiskHosts): void {
  const { best } = host;
  if (best === undefined || value > best.value || (value === best.value && place < best.place))
    hosts.setBest(host, { value, place });
}

/** Place of a URL that is on its way, a number below 0 for one that has come to its end. */
function placeOf(url: string, { sql, hosts }: Disk): { host: DiskHost; place: number } | undefined {
  const host = hosts.find(hostOf(url));
  const row = host === undefined ? undefined : sql.find.first(host.id, hashOf(url));
  return host === undefined || row === undefined ? undefined : { host, place: Number(row[0]) };
}

function waiting(
  url: string,
  disk: Disk,
): { readonly host: DiskHost; readonly place: number; readonly entry: QueuedUrl } | undefined {
  if (disk.leases.has(url)) return undefined;
  const found = placeOf(url, disk);
  if (found === undefined || found.place < 0) return undefined;
  return { ...found, entry: entryOf(disk.sql.entry.first(found.place)) };
}

function entryOf(row: readonly unknown[] | undefined): QueuedUrl {
  return JSON.parse(String(row?.[0])) as QueuedUrl;
}

function requeue(entry: QueuedUrl, disk: Disk): boolean {
  const found = waiting(entry.url, disk);
  if (found === undefined) return false;
  disk.values.remove(found.entry.priority.value);
  disk.values.add(entry.priority.value);
  disk.sql.revalue.run(entry.priority.value, JSON.stringify(entry), found.place);
  if (found.host.best?.place === found.place) disk.hosts.refresh(found.host);
  else raise(found.host, entry.priority.value, found.place, disk.hosts);
  return true;
}

function claim(url: string, by: string, { sql, hosts, leases }: Disk): boolean {
  const host = hosts.named(hostOf(url));
  const key = hashOf(url);
  if (sql.know.run(host.id, key, ENDED.claimed) === 0) return false;
  const owner = leases.get(by);
  if (owner === undefined) return true;
  owner.claims.push([host.id, key]);
  sql.claim.run(host.id, key, owner.place);
  return true;
}

function lease(times: HostTimes, atLeast: number, disk: Disk): QueuedUrl | undefined {
  const { hosts, bench } = disk;
  for (const name of bench.wake(times)) hosts.setHeld(name, false);
  for (let host = hosts.best(); host?.best !== undefined; host = hosts.best()) {
    if (host.best.value < atLeast) return undefined;
    const readyAt = times.readyAt(host.name);
    if (readyAt !== undefined && readyAt <= times.now) return take(host, host.best, disk);
    bench.hold(host.name, times);
    hosts.setHeld(host.name, true);
  }
  return undefined;
}

function take(host: DiskHost, best: NonNullable<DiskHost['best']>, disk: Disk): QueuedUrl {
  const entry = entryOf(disk.sql.lease.first(best.place));
  disk.hosts.refresh(host);
  disk.leases.set(entry.url, { host, hash: hashOf(entry.url), ...best, claims: [] });
  disk.values.remove(best.value);
  disk.counts.queued -= 1;
  return entry;
}

function endLease(url: string, leases: Map<string, Lease>): Lease {
  const ended = leases.get(url);
  if (ended === undefined) throw new Error(`${url} is not leased`);
  leases.delete(url);
  return ended;
}

function release(url: string, { sql, hosts, leases, counts, values }: Disk): void {
  const { host, value, place, claims } = endLease(url, leases);
  for (const claimed of claims) sql.unknow.run(...claimed);
  if (claims.length > 0) sql.endClaims.run(place);
  sql.giveBack.run(place);
  values.add(value);
  raise(host, value, place, hosts);
  counts.queued += 1;
}

function acknowledge(url: string, state: 'done' | 'skipped' | 'failed', disk: Disk): void {
  const { host, hash: key, place, claims } = endLease(url, disk.leases);
  disk.sql.end.run(ENDED[state], host.id, key);
  disk.sql.drop.run(place);
  if (claims.length > 0) disk.sql.endClaims.run(place);
  disk.counts[state] += 1;
}

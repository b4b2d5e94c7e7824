import type { QueuedUrl } from '../../model/crawl-event.js';
import type { Frontier, HostTimes } from '../../model/frontier.js';
import type { CrawlDatabase, Statement } from '../store/crawl-database.js';
import type { DeferredRows, RowsShape } from '../store/transactions.js';
import { openDiskCounts, type DiskCounts } from './disk-counts.js';
import { openDiskEntries, type DiskEntries } from './disk-entries.js';
import { openDiskHosts, type DiskHost, type DiskHosts } from './disk-hosts.js';
import { openKnownUrls, ENDED, type KnownUrls } from './disk-known.js';
import { hostOf } from '../urls/urls.js';
import { hash52 } from '../../support/hash.js';
import { remember } from '../../support/remember.js';
import { queuedUrlOf } from './queued-values.js';
import { createValueCounts, type ValueCounts } from './value-counts.js';
import { createWorkbench, type Workbench } from './workbench.js';

/** URLs that are known in memory at most; some 250 MB. */
const KNOWN_IN_MEMORY = 12_000_000;

interface Lease {
  readonly host: string;
  readonly hash: number;
  readonly value: number;
  readonly place: number;
  /** What was claimed for it. */
  readonly claims: number[];
}

interface DiskValues extends Omit<ValueCounts, 'size'> {
  /** Whether values are counted, which they are since one was asked for. */
  readonly isKnown: boolean;
}

/** What a frontier on disk is made of. */
interface Disk {
  /** The file of the database, as messages name it. */
  readonly path: string;
  readonly sql: FrontierStatements;
  readonly rows: FrontierRows;
  readonly known: Omit<KnownUrls, 'size'>;
  readonly hosts: DiskHosts;
  readonly bench: Workbench;
  readonly leases: Map<string, Lease>;
  readonly counts: DiskCounts;
  /** The values of what is queued. */
  readonly values: DiskValues;
  /** The entries of what is queued, by place. */
  readonly entries: DiskEntries;
  queued: number;
}

/** The tables are explained in `crawl-database.ts`. */
const STATEMENTS = {
  queued: 'SELECT place, value, entry FROM urls WHERE place > ? ORDER BY place LIMIT ?',
  end: 'INSERT INTO ended (hash) VALUES (?)',
  /** Claims are few, and most of them stay: the table is searched from end to end. */
  unend: 'DELETE FROM ended WHERE hash = ?',
  claim: 'INSERT INTO claims (hash, place) VALUES (?, ?)',
  endClaims: 'DELETE FROM claims WHERE place = ?',
  claims: 'SELECT hash FROM claims',
  clearClaims: 'DELETE FROM claims',
  count: 'SELECT count(*) FROM urls',
} as const;

type FrontierStatements = Readonly<Record<keyof typeof STATEMENTS, Statement>>;

/** What is written for many URLs at a time, after the entries of {@link openDiskEntries}. */
const ROWS_OF = {
  drop: { before: 'DELETE FROM urls WHERE place IN (', row: '?', after: ')' },
  end: { before: 'INSERT INTO ended (hash) VALUES', row: '(?)' },
} as const satisfies Readonly<Record<string, RowsShape>>;

type FrontierRows = Readonly<Record<keyof typeof ROWS_OF, DeferredRows>>;

/** The hash of an address. The pages of a site link to the same URLs, and each link is looked up several times. */
const keyOf = remember(hash52, 20_000);

/**
 * A frontier on disk, in the database of a crawl. In memory are a number for each known URL, the best URLs of each host,
 * and the leases; the entries of URLs are on disk. A lease is not written: opening the frontier queues again what was
 * leased when its process ended.
 *
 * A URL is known by 52 bits of the SHA-1 of its address. Two addresses are taken for one with a probability of
 * n² / 2⁵³ at n addresses: at a million, once in nine thousand crawls.
 *
 * @param knownInMemory URLs whose hashes are kept in memory at most; others are looked up on disk
 */
export function openDiskFrontier(database: CrawlDatabase, knownInMemory = KNOWN_IN_MEMORY): Frontier {
  const sql = prepareAll(database);
  dropLostClaims(database, sql);
  const disk = openDisk(database, sql, knownInMemory);
  const together = <T>(steps: () => T): T => database.together(steps);
  return {
    enqueue: (entry) => together(() => enqueueAll([entry], disk)[0] === true),
    enqueueAll: (entries) => together(() => enqueueAll(entries, disk)),
    knows: (url) => disk.known.get(keyOf(url)) !== undefined,
    waits: (url) => placeOf(url, disk) !== undefined,
    waiting: (url) => {
      const place = placeOf(url, disk);
      return place === undefined ? undefined : disk.entries.at(place);
    },
    requeue: (entry) => together(() => requeue(entry, disk)),
    queuedValue: (url) => {
      const place = placeOf(url, disk);
      return place === undefined ? undefined : disk.entries.valueAt(place);
    },
    revalue: (url, value) => together(() => revalue(url, value, disk)),
    claim: (url, by) => together(() => claim(url, by, disk)),
    lease: (times, atLeast = Number.NEGATIVE_INFINITY) => lease(times, atLeast, disk),
    waitFor: (times, atLeast = Number.NEGATIVE_INFINITY) =>
      disk.bench.waitFor(times, (name) => {
        const best = disk.hosts.find(name)?.best[0];
        if (best !== undefined && best.value >= atLeast) return true;
        disk.hosts.setHeld(name, false);
        return false;
      }),
    valueAt: (rank) => disk.values.valueAt(rank),
    release: (url) => together(() => release(url, disk)),
    acknowledge: (url, state) => together(() => acknowledge(url, state, disk)),
    queued: () => queued(disk),
    count: (state) => countOf(state, disk),
    hostCount: () => disk.hosts.size,
    heldHosts: () => disk.bench.size,
    together,
    commit: () => database.commit(),
  };
}

function prepareAll(database: CrawlDatabase): FrontierStatements {
  const prepared = Object.entries(STATEMENTS).map(([name, text]) => [name, database.prepare(text)]);
  return Object.fromEntries(prepared) as FrontierStatements;
}

/** Claims of leases of a process that ended are void. */
function dropLostClaims(database: CrawlDatabase, sql: FrontierStatements): void {
  const claims = sql.claims.all();
  if (claims.length === 0) return;
  database.together(() => {
    for (const [key = null] of claims) sql.unend.run(key);
    sql.clearClaims.run();
  });
  database.commit();
}

function openDisk(database: CrawlDatabase, sql: FrontierStatements, knownInMemory: number): Disk {
  const leases = new Map<string, Lease>();
  const counts = openDiskCounts(database, () => ({
    queued: disk.queued + leases.size,
    hosts: disk.hosts.size,
    waiting: disk.bench.size,
  }));
  const disk: Disk = {
    path: database.path,
    sql,
    entries: openDiskEntries(database),
    rows: { drop: database.defer(ROWS_OF.drop), end: database.defer(ROWS_OF.end) },
    known: openKnownUrls(database, knownInMemory),
    hosts: openDiskHosts(database, () => leases.values()),
    bench: createWorkbench(),
    leases,
    counts,
    values: diskValues(database, leases),
    queued: Number(sql.count.first()?.[0]),
  };
  database.onUndone(() => (disk.queued = Number(sql.count.first()?.[0]) - leases.size));
  return disk;
}

/** Rows that are read at a time. */
const ROWS = 10_000;

/** The values of what is queued: read when one is first asked for, and again after a step was undone. */
function diskValues(database: CrawlDatabase, leases: ReadonlyMap<string, Lease>): DiskValues {
  const select = database.prepare('SELECT place, value FROM urls WHERE place > ? ORDER BY place LIMIT ?');
  let known: ValueCounts | undefined;
  database.onUndone(() => (known = undefined));

  function read(): ValueCounts {
    const counts = createValueCounts();
    for (let rows = select.all(-1, ROWS); rows.length > 0; rows = select.all(rows.at(-1)?.[0] ?? 0, ROWS))
      for (const [, value] of rows) counts.add(Number(value));
    for (const { value } of leases.values()) counts.remove(value);
    return counts;
  }

  return {
    add: (value) => known?.add(value),
    remove: (value) => known?.remove(value),
    get isKnown() {
      return known !== undefined;
    },
    valueAt: (rank) => (known ??= read()).valueAt(rank),
  };
}

/** Rows of entries that are read at a time. */
const QUEUED_BATCH = 1000;

function* queued({ path, sql, leases }: Disk): Generator<readonly QueuedUrl[]> {
  let rows = sql.queued.all(-1, QUEUED_BATCH);
  for (; rows.length > 0; rows = sql.queued.all(rows.at(-1)?.[0] ?? 0, QUEUED_BATCH))
    yield rows
      .map(([, value, entry]) => queuedUrlOf(path, entry, value))
      .filter(({ url }) => !leases.has(url));
}

function countOf(state: Parameters<Frontier['count']>[0], { queued, leases, counts }: Disk): number {
  if (state === 'queued') return queued;
  return state === 'leased' ? leases.size : counts[state];
}

function enqueueAll(entries: readonly QueuedUrl[], disk: Disk): readonly boolean[] {
  return entries.map((entry) => {
    const key = keyOf(entry.url);
    if (disk.known.get(key) !== undefined) return false;
    const { counts, hosts } = disk;
    const place = counts.next;
    counts.next += 1;
    disk.known.set(key, place);
    const host = hosts.named(hostOf(entry.url));
    const { value } = entry.priority;
    disk.entries.write({ place, hash: key, host: host.id, entry });
    disk.queued += 1;
    disk.values.add(value);
    hosts.add(host, { value, place });
    return true;
  });
}

/** Place of a URL that is queued. */
function placeOf(url: string, { known, leases }: Disk): number | undefined {
  const place = known.get(keyOf(url));
  return place === undefined || place === ENDED || leases.has(url) ? undefined : place;
}

function requeue(entry: QueuedUrl, disk: Disk): boolean {
  const place = placeOf(entry.url, disk);
  if (place === undefined) return false;
  const { value } = entry.priority;
  const host = disk.hosts.named(hostOf(entry.url));
  countValue(place, value, disk);
  disk.entries.write({ place, hash: keyOf(entry.url), host: host.id, entry });
  disk.hosts.revalue(host, { value, place });
  return true;
}

function revalue(url: string, value: number, disk: Disk): boolean {
  const place = placeOf(url, disk);
  if (place === undefined) return false;
  countValue(place, value, disk);
  disk.entries.revalue(place, value);
  disk.hosts.revalue(disk.hosts.named(hostOf(url)), { value, place });
  return true;
}

/** Counts another value of what is queued, before it is written. */
function countValue(place: number, value: number, disk: Disk): void {
  if (disk.values.isKnown) disk.values.remove(disk.entries.valueAt(place));
  disk.values.add(value);
}

function claim(url: string, by: string, { sql, known, leases }: Disk): boolean {
  const key = keyOf(url);
  if (known.get(key) !== undefined) return false;
  known.set(key, ENDED);
  sql.end.run(key);
  const owner = leases.get(by);
  if (owner === undefined) return true;
  owner.claims.push(key);
  sql.claim.run(key, owner.place);
  return true;
}

function lease(times: HostTimes, atLeast: number, disk: Disk): QueuedUrl | undefined {
  const { hosts, bench } = disk;
  for (const name of bench.wake(times)) hosts.setHeld(name, false);
  for (let host = hosts.best(); host?.best[0] !== undefined; host = hosts.best()) {
    if (host.best[0].value < atLeast) return undefined;
    const readyAt = times.readyAt(host.name);
    if (readyAt !== undefined && readyAt <= times.now) return take(host, disk);
    bench.hold(host.name, times);
    hosts.setHeld(host.name, true);
  }
  return undefined;
}

function take(host: DiskHost, disk: Disk): QueuedUrl | undefined {
  const best = disk.hosts.take(host);
  if (best === undefined) return undefined;
  const entry = disk.entries.at(best.place);
  disk.leases.set(entry.url, { host: host.name, hash: keyOf(entry.url), ...best, claims: [] });
  disk.values.remove(best.value);
  disk.queued -= 1;
  return entry;
}

function endLease(url: string, leases: Map<string, Lease>): Lease {
  const ended = leases.get(url);
  if (ended === undefined) throw new Error(`${url} is not leased`);
  leases.delete(url);
  return ended;
}

function release(url: string, disk: Disk): void {
  const { sql, known, hosts, leases, values } = disk;
  const { host, value, place, claims } = endLease(url, leases);
  for (const claimed of claims) {
    known.delete(claimed);
    sql.unend.run(claimed);
  }
  if (claims.length > 0) sql.endClaims.run(place);
  values.add(value);
  hosts.giveBack(hosts.named(host), { value, place });
  disk.queued += 1;
}

function acknowledge(url: string, state: 'done' | 'skipped' | 'failed', disk: Disk): void {
  const { sql, rows, known, hosts, leases, counts } = disk;
  const { host, hash: key, place, claims } = endLease(url, leases);
  known.set(key, ENDED);
  rows.drop.add(place);
  rows.end.add(key);
  if (claims.length > 0) sql.endClaims.run(place);
  hosts.ended(hosts.named(host), place);
  counts[state] += 1;
}

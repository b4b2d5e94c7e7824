import { hash } from 'node:crypto';
import type { Frontier, HostTimes, QueuedUrl } from '../../model/crawl.js';
import type { CrawlDatabase, Statement } from '../store/crawl-database.js';
import type { DeferredRows, RowsShape } from '../store/deferred-rows.js';
import { createRecent, type Recent } from '../../support/recent.js';
import { openDiskCounts, type DiskCounts } from './disk-counts.js';
import { openDiskHosts, type DiskHost, type DiskHosts } from './disk-hosts.js';
import { openKnownUrls } from './disk-known.js';
import { ENDED, type KnownUrls } from './known-urls.js';
import { hostOf } from '../urls/urls.js';
import { queuedUrlOf, withValue } from './queued-values.js';
import { createValueCounts, type ValueCounts } from './value-counts.js';
import { createWorkbench, type Workbench } from './workbench.js';

/** URLs that are known in memory at most; some 250 MB. */
const KNOWN_IN_MEMORY = 12_000_000;

/** Entries that were written or read lately are in memory: twice as many at most. */
const RECENT = 4000;

interface Lease {
  readonly host: string;
  readonly hash: number;
  readonly value: number;
  readonly place: number;
  /** What was claimed for it. */
  readonly claims: number[];
}

/** An entry with its value: as the database has it, where nobody has looked at it yet. */
interface KnownEntry {
  readonly value: number;
  readonly entry: QueuedUrl | string;
}

interface DiskValues extends Omit<ValueCounts, 'size'> {
  /** Whether values are counted, which they are since one was asked for. */
  readonly isKnown: boolean;
}

/** What a frontier on disk is made of. */
interface Disk {
  readonly sql: FrontierStatements;
  readonly rows: FrontierRows;
  readonly known: Omit<KnownUrls, 'size'>;
  readonly hosts: DiskHosts;
  readonly bench: Workbench;
  readonly leases: Map<string, Lease>;
  readonly counts: DiskCounts;
  /** The values of what is queued. */
  readonly values: DiskValues;
  queued: number;
  /** Entries by their places. */
  entries: Recent<number, KnownEntry>;
  /** Entries that may not be in the database yet. */
  readonly unwritten: Map<number, KnownEntry>;
  /** Places whose entries have other values since; these may not be in the database yet. */
  readonly revalued: Map<number, number>;
}

/** The tables are explained in `crawl-database.ts`. */
const STATEMENTS = {
  entry: 'SELECT value, entry FROM urls WHERE place = ?',
  value: 'SELECT value FROM urls WHERE place = ?',
  revalue: 'UPDATE urls SET value = ? WHERE place = ?',
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

/** What is written for many URLs at a time, in this order: a place is queued, gets other values, and is dropped once. */
const ROWS_OF = {
  queue: {
    before: 'INSERT INTO urls (place, hash, host, value, entry) VALUES',
    row: '(?, ?, ?, ?, ?)',
    after: 'ON CONFLICT (place) DO UPDATE SET value = excluded.value, entry = excluded.entry',
  },
  revalue: {
    before: 'UPDATE urls SET value = changed.column2 FROM (VALUES',
    row: '(?, ?)',
    after: ') AS changed WHERE place = changed.column1',
  },
  drop: { before: 'DELETE FROM urls WHERE place IN (', row: '?', after: ')' },
  end: { before: 'INSERT INTO ended (hash) VALUES', row: '(?)' },
} as const satisfies Readonly<Record<string, RowsShape>>;

type FrontierRows = Readonly<Record<keyof typeof ROWS_OF, DeferredRows>>;

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
    knows: (url) => disk.known.get(hashOf(url)) !== undefined,
    waits: (url) => placeOf(url, disk) !== undefined,
    waiting: (url) => {
      const place = placeOf(url, disk);
      return place === undefined ? undefined : entryAt(place, disk);
    },
    requeue: (entry) => together(() => requeue(entry, disk)),
    queuedValue: (url) => {
      const place = placeOf(url, disk);
      return place === undefined ? undefined : valueAt(place, disk);
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

/** These read what is not written yet from memory. */
const READ_APART: readonly string[] = [STATEMENTS.entry, STATEMENTS.value];

function prepareAll(database: CrawlDatabase): FrontierStatements {
  const prepared = Object.entries(STATEMENTS).map(([name, text]) => [
    name,
    database.prepare(text, { apart: READ_APART.includes(text) }),
  ]);
  return Object.fromEntries(prepared) as FrontierStatements;
}

function deferAll(database: CrawlDatabase): FrontierRows {
  return {
    queue: database.defer(ROWS_OF.queue),
    revalue: database.defer(ROWS_OF.revalue),
    drop: database.defer(ROWS_OF.drop),
    end: database.defer(ROWS_OF.end),
  };
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
    sql,
    rows: deferAll(database),
    known: openKnownUrls(database, knownInMemory),
    hosts: openDiskHosts(database, () => leases.values()),
    bench: createWorkbench(),
    leases,
    counts,
    values: diskValues(database, leases),
    queued: Number(sql.count.first()?.[0]),
    entries: createRecent(RECENT),
    unwritten: new Map(),
    revalued: new Map(),
  };
  database.onUndone(() => {
    disk.queued = Number(sql.count.first()?.[0]) - leases.size;
    disk.entries = createRecent(RECENT);
    disk.unwritten.clear();
    disk.revalued.clear();
  });
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

function* queued({ sql, leases }: Disk): Generator<readonly QueuedUrl[]> {
  let rows = sql.queued.all(-1, QUEUED_BATCH);
  for (; rows.length > 0; rows = sql.queued.all(rows.at(-1)?.[0] ?? 0, QUEUED_BATCH))
    yield rows.map(([, value, entry]) => queuedUrlOf(entry, value)).filter(({ url }) => !leases.has(url));
}

/** 52 bits, which a number holds exactly; not 0. */
function hashOf(url: string): number {
  return Number.parseInt(hash('sha1', url).slice(0, 13), 16) || 1;
}

function countOf(state: Parameters<Frontier['count']>[0], { queued, leases, counts }: Disk): number {
  if (state === 'queued') return queued;
  return state === 'leased' ? leases.size : counts[state];
}

function enqueueAll(entries: readonly QueuedUrl[], disk: Disk): readonly boolean[] {
  return entries.map((entry) => {
    const key = hashOf(entry.url);
    if (disk.known.get(key) !== undefined) return false;
    const { counts, hosts } = disk;
    const place = counts.next;
    counts.next += 1;
    disk.known.set(key, place);
    const host = hosts.named(hostOf(entry.url));
    const { value } = entry.priority;
    write(place, key, host, entry, disk);
    disk.queued += 1;
    disk.values.add(value);
    hosts.add(host, { value, place });
    return true;
  });
}

/** Writes an entry as it is now: what its strategy would say of it later does not count. */
function write(place: number, key: number, host: DiskHost, entry: QueuedUrl, disk: Disk): void {
  const { rows, unwritten, entries, revalued, sql } = disk;
  const { value } = entry.priority;
  const known = { value, entry: JSON.stringify(entry) };
  if (rows.queue.size === 0) unwritten.clear();
  rows.queue.add(place, key, host.id, value, known.entry);
  unwritten.set(place, known);
  entries.set(place, known);
  if (!hasRevalued(place, disk)) return;
  // Values are written after entries, so that the former one would stay.
  sql.revalue.run(value, place);
  revalued.delete(place);
}

/** Whether another value of an entry waits to be written. */
function hasRevalued(place: number, { rows, revalued }: Disk): boolean {
  if (rows.revalue.size === 0) revalued.clear();
  return revalued.has(place);
}

/** Place of a URL that is queued. */
function placeOf(url: string, { known, leases }: Disk): number | undefined {
  const place = known.get(hashOf(url));
  return place === undefined || place === ENDED || leases.has(url) ? undefined : place;
}

function entryAt(place: number, disk: Disk): QueuedUrl {
  const known = knownAt(place, disk);
  if (typeof known.entry !== 'string') return known.entry;
  const entry = queuedUrlOf(known.entry, known.value);
  disk.entries.set(place, { value: known.value, entry });
  return entry;
}

function knownAt(place: number, { entries, unwritten, revalued, sql }: Disk): KnownEntry {
  const known = entries.get(place) ?? unwritten.get(place);
  if (known !== undefined) return known;
  const [value, entry] = sql.entry.first(place) ?? [];
  return { value: revalued.get(place) ?? Number(value), entry: String(entry) };
}

function valueAt(place: number, { entries, unwritten, revalued, sql }: Disk): number {
  const known = revalued.get(place) ?? entries.get(place)?.value ?? unwritten.get(place)?.value;
  return known ?? Number(sql.value.first(place)?.[0]);
}

function requeue(entry: QueuedUrl, disk: Disk): boolean {
  const place = placeOf(entry.url, disk);
  if (place === undefined) return false;
  const { value } = entry.priority;
  const host = disk.hosts.named(hostOf(entry.url));
  countValue(place, value, disk);
  write(place, hashOf(entry.url), host, entry, disk);
  disk.hosts.revalue(host, { value, place });
  return true;
}

function revalue(url: string, value: number, disk: Disk): boolean {
  const place = placeOf(url, disk);
  if (place === undefined) return false;
  countValue(place, value, disk);
  writeValue(place, value, disk);
  disk.hosts.revalue(disk.hosts.named(hostOf(url)), { value, place });
  return true;
}

function writeValue(place: number, value: number, disk: Disk): void {
  const { rows, entries, unwritten, revalued, sql } = disk;
  const known = entries.get(place) ?? unwritten.get(place);
  if (known !== undefined) {
    const { entry } = known;
    const changed = { value, entry: typeof entry === 'string' ? entry : withValue(entry, value) };
    entries.set(place, changed);
    if (unwritten.has(place)) unwritten.set(place, changed);
  }
  // Of two values in one statement either might stay.
  if (hasRevalued(place, disk)) sql.revalue.run(value, place);
  else rows.revalue.add(place, value);
  revalued.set(place, value);
}

/** Counts another value of what is queued, before it is written. */
function countValue(place: number, value: number, disk: Disk): void {
  if (disk.values.isKnown) disk.values.remove(valueAt(place, disk));
  disk.values.add(value);
}

function claim(url: string, by: string, { sql, known, leases }: Disk): boolean {
  const key = hashOf(url);
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
  const entry = entryAt(best.place, disk);
  disk.leases.set(entry.url, { host: host.name, hash: hashOf(entry.url), ...best, claims: [] });
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

import TinyQueue from 'tinyqueue';
import type { QueuedUrl } from '../../model/crawl-event.js';
import type { Frontier, FrontierCounts, HostTimes } from '../../model/frontier.js';
import { openCrawlDatabase, type CrawlDatabase, type Statement } from '../store/crawl-database.js';
import { hostOf } from '../urls/urls.js';
import { without } from '../../support/without.js';
import { queuedUrlSchema, storedValue } from '../store/stored-value.js';

/** A frontier of this process. */
interface LocalFrontier extends Frontier {
  /** @param place in the order of discovery; default: behind all others */
  enqueue(entry: QueuedUrl, place?: number): boolean;
  /** Forgets a URL that is queued or leased, as if it had never been known. */
  forget(url: string): void;
}

/** The table is explained in `crawl-database.ts`. */
const STATEMENTS = {
  find: "SELECT place, value, state = 'queued' FROM urls WHERE url = ?",
  add: "INSERT INTO urls (place, url, host, state, value, entry) VALUES (?, ?, ?, 'queued', ?, ?)",
  entry: 'SELECT entry, value FROM urls WHERE place = ?',
  requeue: 'UPDATE urls SET value = ?, entry = ? WHERE place = ?',
  revalue: 'UPDATE urls SET value = ? WHERE place = ?',
  end: 'UPDATE urls SET state = ?, entry = NULL WHERE place = ?',
  forget: 'DELETE FROM urls WHERE place = ?',
  claim: "INSERT INTO urls (url, host, state, value, claimant) VALUES (?, '', 'claimed', 0, ?)",
  keepClaims: 'UPDATE urls SET claimant = NULL WHERE claimant = ?',
  dropClaims: 'DELETE FROM urls WHERE claimant = ?',
  dropAllClaims: 'DELETE FROM urls WHERE claimant IS NOT NULL',
  best: "SELECT value, place FROM urls WHERE state = 'queued' AND host = ? ORDER BY value DESC, place LIMIT ?",
  ranked: "SELECT value FROM urls WHERE state = 'queued' ORDER BY value DESC LIMIT 1 OFFSET ?",
  queued: "SELECT place, value, entry FROM urls WHERE state = 'queued' AND place > ? ORDER BY place LIMIT ?",
  hosts: "SELECT DISTINCT host FROM urls WHERE state = 'queued'",
  states: 'SELECT state, count(*) FROM urls GROUP BY state',
  figures: "INSERT OR REPLACE INTO facts (name, value) VALUES ('frontier', ?)",
} as const;

/** Rows of entries that are read at a time. */
const QUEUED_BATCH = 1000;

/** Parts of a frontier. */
interface Table {
  readonly database: CrawlDatabase;
  readonly sql: Readonly<Record<keyof typeof STATEMENTS, Statement>>;
  order: HostOrder;
  /** Leased URLs, with their values and places. They are queued in the database. */
  readonly leases: Map<string, BestUrl>;
  /** Hosts whose best URL may be another one than the order says. */
  readonly changed: Set<string>;
  /** Rows by state. */
  counts: Record<'queued' | 'done' | 'skipped' | 'failed', number>;
  /** The figures that were written last. */
  figures: string;
}

/** A frontier in memory. */
export function createFrontier(): LocalFrontier {
  return openFrontier(openCrawlDatabase(':memory:'));
}

/**
 * Opens the frontier in the database of a crawl. In memory are the best URL of each host and the leases. A lease is not
 * written: opening the frontier queues again what was leased when its process ended.
 */
export function openFrontier(database: CrawlDatabase): LocalFrontier {
  const prepared = Object.entries(STATEMENTS).map(([name, text]) => [name, database.prepare(text)]);
  const table: Table = {
    database,
    sql: Object.fromEntries(prepared) as Table['sql'],
    ...{ order: createHostOrder(), leases: new Map(), changed: new Set() },
    ...{ counts: { queued: 0, done: 0, skipped: 0, failed: 0 }, figures: '' },
  };
  // Claims of leases of a process that ended are void.
  table.sql.dropAllClaims.run();
  read(table);
  const transaction = <T>(steps: () => T): T => rereading(() => database.transaction(steps), table);
  return {
    enqueue: (entry, place) => transaction(() => enqueue(entry, place, table)),
    requeue: (entry) => transaction(() => requeue(entry, table)),
    revalue: (url, value) => transaction(() => revalue(url, value, table)),
    claim: (url, by) => transaction(() => claim(url, by, table)),
    release: (url) => transaction(() => release(url, table)),
    end: (url, state) => transaction(() => end(url, state, table)),
    forget: (url) => transaction(() => forget(url, table)),
    transaction,
    commit: () => rereading(() => commit(table), table),
    ...looks(table),
  };
}

function looks(
  table: Table,
): Pick<Frontier, 'knows' | 'waiting' | 'valueOf' | 'valueAt' | 'queued' | 'counts' | 'lease' | 'waitFor'> {
  const { sql } = table;
  return {
    lease: (hosts, atLeast = Number.NEGATIVE_INFINITY) => {
      refresh(table);
      const best = table.order.first(hosts, atLeast);
      return best && lease(best, table);
    },
    waitFor: (hosts, atLeast = Number.NEGATIVE_INFINITY) => {
      refresh(table);
      return table.order.waitFor(hosts, atLeast);
    },
    knows: (url) => sql.find.first(url) !== undefined,
    waiting: (url) => {
      const found = find(url, table);
      return found && entryAt(found.place, table);
    },
    valueOf: (url) => find(url, table)?.value,
    valueAt: (rank) => valueAt(rank, table),
    queued: () => queued(table),
    counts: () => counts(table),
  };
}

/** Reads what is remembered of the database. */
function read(table: Table): void {
  const { sql, changed } = table;
  const states = Object.fromEntries(sql.states.all()) as Partial<Table['counts']>;
  table.counts = { queued: 0, done: 0, skipped: 0, failed: 0, ...states };
  table.order = createHostOrder();
  for (const [host] of sql.hosts.all()) changed.add(String(host));
}

/** Runs what may fail, and be undone in the database then. */
function rereading<T>(act: () => T, table: Table): T {
  try {
    return act();
  } catch (thrown) {
    read(table);
    throw thrown;
  }
}

/** Puts hosts where they belong whose best URL may be another one. */
function refresh({ sql, order, leases, changed }: Table): void {
  for (const host of changed) {
    const leased = [...leases.values()].filter((lease) => lease.host === host);
    const [best] = sql.best
      .all(host, leased.length + 1)
      .map(([value, place]) => ({ host, value: Number(value), place: Number(place) }))
      .filter(({ place }) => !leased.some((lease) => lease.place === place));
    order.set(host, best);
  }
  changed.clear();
}

function commit(table: Table): void {
  const { database, sql } = table;
  const { queued, leased, hosts, heldHosts } = counts(table);
  const figures = JSON.stringify({ queued: queued + leased, hosts, waiting: heldHosts });
  if (figures !== table.figures) database.transaction(() => sql.figures.run(figures));
  database.commit();
  table.figures = figures;
}

function counts(table: Table): FrontierCounts {
  refresh(table);
  const { counts: rows, leases, order } = table;
  return {
    ...rows,
    ...{ queued: rows.queued - leases.size, leased: leases.size },
    ...{ hosts: order.size, heldHosts: order.held },
  };
}

/** Place and value of a URL that is queued. */
function find(url: string, { sql, leases }: Table): Pick<BestUrl, 'value' | 'place'> | undefined {
  const [place, value, isQueued] = sql.find.first(url) ?? [];
  return isQueued === 1 && !leases.has(url) ? { place: Number(place), value: Number(value) } : undefined;
}

function entryAt(place: number, { database, sql }: Table): QueuedUrl {
  const [entry, value] = sql.entry.first(place) ?? [];
  return queuedUrlOf(database.path, entry, value);
}

/** Leased URLs are queued in the database: as many are passed over as are worth no less. */
function valueAt(rank: number, { sql, leases }: Table): number | undefined {
  for (let at = rank; ;) {
    const [value] = sql.ranked.first(at - 1) ?? [];
    if (value === undefined) return undefined;
    const leased = [...leases.values()].filter((lease) => lease.value >= Number(value)).length;
    if (rank + leased <= at) return Number(value);
    at = rank + leased;
  }
}

function* queued({ database, sql, leases }: Table): Generator<readonly QueuedUrl[]> {
  let rows = sql.queued.all(-1, QUEUED_BATCH);
  for (; rows.length > 0; rows = sql.queued.all(rows.at(-1)?.[0] ?? 0, QUEUED_BATCH))
    yield rows
      .map(([, value, entry]) => queuedUrlOf(database.path, entry, value))
      .filter(({ url }) => !leases.has(url));
}

function enqueue(
  entry: QueuedUrl,
  place: number | undefined,
  { sql, order, counts, changed }: Table,
): boolean {
  const { url, priority } = entry;
  if (sql.find.first(url) !== undefined) return false;
  const host = hostOf(url);
  sql.add.run(place ?? null, url, host, priority.value, JSON.stringify(entry));
  counts.queued += 1;
  const best = order.valueOf(host);
  if (best === undefined || best < priority.value || place !== undefined) changed.add(host);
  return true;
}

function requeue(entry: QueuedUrl, table: Table): boolean {
  const found = find(entry.url, table);
  if (found === undefined) return false;
  table.sql.requeue.run(entry.priority.value, JSON.stringify(entry), found.place);
  table.changed.add(hostOf(entry.url));
  return true;
}

function revalue(url: string, value: number, table: Table): boolean {
  const found = find(url, table);
  if (found === undefined || found.value === value) return found !== undefined;
  table.sql.revalue.run(value, found.place);
  table.changed.add(hostOf(url));
  return true;
}

function claim(url: string, by: string, { sql, leases }: Table): boolean {
  if (sql.find.first(url) !== undefined) return false;
  sql.claim.run(url, leases.get(by)?.place ?? null);
  return true;
}

function lease(best: BestUrl, table: Table): QueuedUrl {
  const entry = entryAt(best.place, table);
  table.leases.set(entry.url, best);
  table.changed.add(best.host);
  return entry;
}

function endLease(url: string, { leases, changed }: Table): number {
  const lease = leases.get(url);
  if (lease === undefined) throw new Error(`${url} is not leased`);
  leases.delete(url);
  changed.add(lease.host);
  return lease.place;
}

function release(url: string, table: Table): void {
  table.sql.dropClaims.run(endLease(url, table));
}

function end(url: string, state: 'done' | 'skipped' | 'failed', table: Table): void {
  const { sql, counts } = table;
  const place = endLease(url, table);
  sql.end.run(state, place);
  sql.keepClaims.run(place);
  counts.queued -= 1;
  counts[state] += 1;
}

function forget(url: string, { sql, leases, counts, changed }: Table): void {
  const [place = null, , isQueued] = sql.find.first(url) ?? [];
  if (isQueued !== 1) return;
  leases.delete(url);
  sql.forget.run(place);
  counts.queued -= 1;
  changed.add(hostOf(url));
}

/** A frontier to which further addresses are known, as if they had come to their end; they count under no state. */
export function knownFrontier(frontier: Frontier, isKnown: (url: string) => boolean): Frontier {
  return {
    ...frontier,
    enqueue: (entry) => !isKnown(entry.url) && frontier.enqueue(entry),
    knows: (url) => frontier.knows(url) || isKnown(url),
    claim: (url, by) => !isKnown(url) && frontier.claim(url, by),
  };
}

/** An entry with another value; its reason stays. */
export function withValue(entry: QueuedUrl, value: number): QueuedUrl {
  return { ...entry, priority: { ...entry.priority, value }, revalued: true };
}

/**
 * An entry of the queue from its JSON and the value column next to it. The column wins: it may hold a later value.
 * @param path the file of the database
 * @throws InputError for a damaged entry
 */
function queuedUrlOf(path: string, text: unknown, value: unknown): QueuedUrl {
  const entry = storedValue(path, 'a queued URL', text, queuedUrlSchema) as QueuedUrl;
  return entry.priority.value === value ? entry : withValue(entry, Number(value));
}

/** As {@link queuedUrlOf}, for people: where the value is a later one, the reason says that it is not. */
export function shownUrlOf(path: string, text: unknown, value: unknown): QueuedUrl {
  const entry = storedValue(path, 'a queued URL', text, queuedUrlSchema) as QueuedUrl;
  if (entry.priority.value === value) return without(entry, 'revalued');
  const reason = `when it was found: ${entry.priority.reason}; valued again since`;
  return { ...without(entry, 'revalued'), priority: { value: Number(value), reason } };
}

/** The best queued URL of a host. */
export interface BestUrl {
  /** With port. */
  readonly host: string;
  readonly value: number;
  /** In the order of discovery. */
  readonly place: number;
}

/**
 * The hosts with queued URLs, by the best URL of each. A host that may not be contacted is held, so that nobody looks at
 * its URLs until it may: after the workbench of BUbiNG (Boldi, Marino, Santini and Vigna 2018, "BUbiNG: massive crawling
 * for the masses", section 4.3).
 */
type HostOrder = ReturnType<typeof createHostOrder>;

/** Entries of the queue that no longer stand for the best URL of a host, in addition to as many as there are hosts. */
const MAX_OLD = 1000;

/** Larger value first, then first come first served. */
function compare(a: BestUrl, b: BestUrl): number {
  return b.value - a.value || a.place - b.place;
}

interface Resting {
  readonly host: string;
  readonly readyAt: number;
}

/** Hosts that may not be contacted: each either rests or is being contacted. */
interface HeldHosts {
  readonly all: Set<string>;
  readonly contacted: Set<string>;
  readonly resting: TinyQueue<Resting>;
}

/** An order of no hosts. Finding the first of them takes O(log n), and looks at each host that is being contacted. */
export function createHostOrder() {
  const bests = new Map<string, BestUrl>();
  const resting = new TinyQueue<Resting>([], (a, b) => a.readyAt - b.readyAt);
  const held: HeldHosts = { all: new Set(), contacted: new Set(), resting };
  let queue = new TinyQueue<BestUrl>([], compare);

  function add(host: string): void {
    const best = bests.get(host);
    if (best === undefined || held.all.has(host)) return;
    queue.push(best);
    if (queue.length <= 2 * bests.size + MAX_OLD) return;
    const free = [...bests.values()].filter((one) => !held.all.has(one.host));
    queue = new TinyQueue(free, compare);
  }

  return {
    /** Sets the best queued URL of a host; undefined: it has none. */
    set(host: string, best: BestUrl | undefined): void {
      const before = bests.get(host);
      if (best === undefined) bests.delete(host);
      else if (before?.value !== best.value || before.place !== best.place) {
        bests.set(host, best);
        add(host);
      }
    },
    /** The value of the best queued URL of a host. */
    valueOf: (host: string) => bests.get(host)?.value,
    /** The best URL of that value whose host may be contacted now. Hosts before it that may not are held. */
    first(hosts: HostTimes, atLeast: number): BestUrl | undefined {
      for (const host of due(hosts, held)) if (bests.has(host) && !isHeld(host, hosts, held)) add(host);
      for (let best = queue.peek(); best !== undefined; best = queue.peek()) {
        if (bests.get(best.host) === best && !held.all.has(best.host)) {
          if (best.value < atLeast) return undefined;
          if (!isHeld(best.host, hosts, held)) return best;
        }
        queue.pop();
      }
      return undefined;
    },
    /** As `Frontier.waitFor`. */
    waitFor(hosts: HostTimes, atLeast: number): number | undefined {
      const isWorth = (host: string): boolean => (bests.get(host)?.value ?? Number.NaN) >= atLeast;
      const ready = [...held.contacted].filter(isWorth).map((host) => hosts.readyAt(host) ?? Infinity);
      for (let next = resting.peek(); next !== undefined && !isWorth(next.host); next = resting.peek()) {
        resting.pop();
        held.all.delete(next.host);
        add(next.host);
      }
      const first = Math.min(...ready, resting.peek()?.readyAt ?? Infinity);
      return first === Infinity ? undefined : Math.max(0, first - hosts.now);
    },
    /** Hosts with queued URLs. */
    get size(): number {
      return bests.size;
    },
    get held(): number {
      return held.all.size;
    },
  };
}

/** Holds a host if it may not be contacted. */
function isHeld(host: string, hosts: HostTimes, { all, contacted, resting }: HeldHosts): boolean {
  const readyAt = hosts.readyAt(host);
  if (readyAt !== undefined && readyAt <= hosts.now) return false;
  all.add(host);
  if (readyAt === undefined) contacted.add(host);
  else resting.push({ host, readyAt });
  return true;
}

/** Releases hosts that were being contacted, and hosts whose time has come. */
function due({ now }: HostTimes, { all, contacted, resting }: HeldHosts): readonly string[] {
  const hosts = [...contacted];
  contacted.clear();
  for (let next = resting.peek(); next !== undefined && next.readyAt <= now; next = resting.peek()) {
    hosts.push(next.host);
    resting.pop();
  }
  for (const host of hosts) all.delete(host);
  return hosts;
}

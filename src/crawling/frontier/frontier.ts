import TinyQueue from 'tinyqueue';
import type { QueuedUrl } from '../../model/crawl-event.js';
import type { Frontier, FrontierCounts, HostTimes } from '../../model/frontier.js';
import { openCrawlDatabase, type Cell, type CrawlDatabase, type Statement } from '../store/crawl-database.js';
import { hostOf } from '../urls/urls.js';
import { createRecent } from '../../support/remember.js';
import { without } from '../../support/without.js';
import { queuedUrlSchema, storedValue } from '../store/stored-value.js';

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

/** URLs whose rows are remembered: pages of a site link to the same ones again and again. */
const REMEMBERED = 20_000;

/** Rows of entries that are read at a time. */
const QUEUED_BATCH = 1000;

/** A frontier in memory. */
export function createFrontier(): LocalFrontier {
  return openFrontier(openCrawlDatabase(':memory:'));
}

/** The table of URLs, and what is remembered of it: the best URL of each host and the leases. */
function openTable(database: CrawlDatabase) {
  const prepared = Object.entries(STATEMENTS).map(([name, text]) => [name, database.prepare(text)]);
  const sql = Object.fromEntries(prepared) as Readonly<Record<keyof typeof STATEMENTS, Statement>>;
  /** Leased URLs, with their values and places. They are queued in the database. */
  const leases = new Map<string, BestUrl>();
  /** Hosts whose best URL may be another one than the order says. */
  const changed = new Set<string>();
  const table = {
    ...{ database, sql, leases, changed, order: createHostOrder(), figures: '' },
    known: createRecent<string, readonly Cell[]>(REMEMBERED / 2),
    rows: { queued: 0, done: 0, skipped: 0, failed: 0 },
    /** Reads what is remembered of the database. */
    read(): void {
      table.known = createRecent(REMEMBERED / 2);
      const states = Object.fromEntries(sql.states.all()) as Partial<typeof table.rows>;
      table.rows = { queued: 0, done: 0, skipped: 0, failed: 0, ...states };
      table.order = createHostOrder();
      for (const [host] of sql.hosts.all()) changed.add(String(host));
    },
    /** The order, with hosts where they belong whose best URL is another one by now. */
    refreshed(): ReturnType<typeof createHostOrder> {
      for (const host of changed) {
        const leased = [...leases.values()].filter((lease) => lease.host === host);
        const [best] = sql.best
          .all(host, leased.length + 1)
          .map(([value, place]) => ({ host, value: Number(value), place: Number(place) }))
          .filter(({ place }) => !leased.some((lease) => lease.place === place));
        table.order.set(host, best);
      }
      changed.clear();
      return table.order;
    },
    /** The row of a URL: its place, its value, and 1 if it is queued. Empty if it is not in the table. */
    rowOf(url: string): readonly Cell[] {
      let row = table.known.get(url);
      if (row === undefined) table.known.set(url, (row = sql.find.first(url) ?? []));
      return row;
    },
    /** Place and value of a URL that is queued. */
    find: (url: string): Pick<BestUrl, 'value' | 'place'> | undefined => {
      const [place, value, isQueued] = table.rowOf(url);
      return isQueued === 1 && !leases.has(url) ? { place: Number(place), value: Number(value) } : undefined;
    },
    entryAt(place: number): QueuedUrl {
      const [entry, value] = sql.entry.first(place) ?? [];
      return queuedUrlOf(database.path, entry, value);
    },
    counts: (): FrontierCounts => {
      const sizes = table.refreshed().sizes();
      const { rows } = table;
      return { ...rows, queued: rows.queued - leases.size, leased: leases.size, ...sizes };
    },
    /** Ends a lease, and returns the place of its URL. The best other URL of its host stays the same. */
    endLease(url: string): number {
      const lease = leases.get(url);
      if (lease === undefined) throw new Error(`${url} is not leased`);
      leases.delete(url);
      return lease.place;
    },
  };
  // Claims of leases of a process that ended are void.
  sql.dropAllClaims.run();
  table.read();
  return table;
}

type Table = ReturnType<typeof openTable>;

/**
 * Opens the frontier in the database of a crawl. In memory are the best URL of each host and the leases. A lease is not
 * written: opening the frontier queues again what was leased when its process ended.
 */
export function openFrontier(database: CrawlDatabase): LocalFrontier {
  const table = openTable(database);
  const { leases, changed, find } = table;
  /** Runs what may fail, and be undone in the database then. */
  const rereading = <T>(act: () => T): T => {
    try {
      return act();
    } catch (thrown) {
      table.read();
      throw thrown;
    }
  };
  const transaction = <T>(steps: () => T): T => rereading(() => database.transaction(steps));
  return {
    ...looks(table),
    ...changes(table, transaction),
    transaction,
    commit: () => rereading(() => commit(table)),
    lease(hosts, atLeast = Number.NEGATIVE_INFINITY) {
      const best = table.refreshed().first(hosts, atLeast);
      if (best === undefined) return undefined;
      const entry = table.entryAt(best.place);
      leases.set(entry.url, best);
      changed.add(best.host);
      return entry;
    },
    waitFor: (hosts, atLeast = Number.NEGATIVE_INFINITY) => table.refreshed().waitFor(hosts, atLeast),
    knows: (url) => table.rowOf(url).length > 0,
    waiting(url) {
      const found = find(url);
      return found && table.entryAt(found.place);
    },
    valueOf: (url) => find(url)?.value,
    counts: table.counts,
  };
}

/** Writes the figures of the frontier where they have changed, and commits. */
function commit(table: Table): void {
  const { queued, leased, hosts, heldHosts } = table.counts();
  const figures = JSON.stringify({ queued: queued + leased, hosts, waiting: heldHosts });
  if (figures !== table.figures) table.database.transaction(() => table.sql.figures.run(figures));
  table.database.commit();
  table.figures = figures;
}

function looks({ sql, leases, database }: Table): Pick<Frontier, 'valueAt' | 'queued'> {
  return {
    // Leased URLs are queued in the database: as many are passed over as are worth no less.
    valueAt(rank) {
      for (let at = rank; ;) {
        const [value] = sql.ranked.first(at - 1) ?? [];
        if (value === undefined) return undefined;
        const leased = [...leases.values()].filter((lease) => lease.value >= Number(value)).length;
        if (rank + leased <= at) return Number(value);
        at = rank + leased;
      }
    },
    *queued() {
      let rows = sql.queued.all(-1, QUEUED_BATCH);
      for (; rows.length > 0; rows = sql.queued.all(rows.at(-1)?.[0] ?? 0, QUEUED_BATCH))
        yield rows
          .map(([, value, entry]) => queuedUrlOf(database.path, entry, value))
          .filter(({ url }) => !leases.has(url));
    },
  };
}

function changes(
  table: Table,
  transaction: Frontier['transaction'],
): Pick<LocalFrontier, 'enqueue' | 'requeue' | 'revalue' | 'claim' | 'release' | 'end' | 'forget'> {
  const { sql, leases, changed, find } = table;
  const write = (url: string, value: number, entry?: QueuedUrl): boolean =>
    transaction(() => {
      const found = find(url);
      if (found === undefined) return false;
      if (entry !== undefined) sql.requeue.run(value, JSON.stringify(entry), found.place);
      else if (found.value === value) return true;
      else sql.revalue.run(value, found.place);
      table.known.set(url, [found.place, value, 1]);
      changed.add(hostOf(url));
      return true;
    });
  return {
    enqueue: (entry, place) =>
      transaction(() => {
        const { url, priority } = entry;
        if (table.rowOf(url).length > 0) return false;
        const host = hostOf(url);
        const row = sql.add.run(place ?? null, url, host, priority.value, JSON.stringify(entry));
        const added = Number(row.lastInsertRowid);
        table.known.set(url, [added, priority.value, 1]);
        table.rows.queued += 1;
        const best = table.order.valueOf(host);
        if (place !== undefined) changed.add(host);
        else if (!changed.has(host) && (best === undefined || best < priority.value))
          table.order.set(host, { host, value: priority.value, place: added });
        return true;
      }),
    requeue: (entry) => write(entry.url, entry.priority.value, entry),
    revalue: (url, value) => write(url, value),
    claim: (url, by) =>
      transaction(() => {
        if (table.rowOf(url).length > 0) return false;
        sql.claim.run(url, leases.get(by)?.place ?? null);
        table.known.delete(url);
        return true;
      }),
    release: (url) =>
      transaction(() => {
        changed.add(hostOf(url));
        // Which URLs it had claimed is not known here.
        if (sql.dropClaims.run(table.endLease(url)).changes > 0) table.known = createRecent(REMEMBERED / 2);
      }),
    end: (url, state) =>
      transaction(() => {
        const place = table.endLease(url);
        sql.end.run(state, place);
        table.known.delete(url);
        sql.keepClaims.run(place);
        table.rows.queued -= 1;
        table.rows[state] += 1;
      }),
    forget: (url) =>
      transaction(() => {
        const [place = null, , isQueued] = table.rowOf(url);
        if (isQueued !== 1) return;
        leases.delete(url);
        sql.forget.run(place);
        table.known.delete(url);
        table.rows.queued -= 1;
        changed.add(hostOf(url));
      }),
  };
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

/** An entry of the queue from its JSON and the value column, which may hold a later value. @throws InputError */
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

/** The best queued URL of a host (with port), and its place in the order of discovery. */
interface BestUrl {
  readonly host: string;
  readonly value: number;
  readonly place: number;
}

/** Entries of the queue that no longer stand for the best URL of a host, in addition to as many as there are hosts. */
const MAX_OLD = 1000;

/** Larger value first, then first come first served. */
const compare = (a: BestUrl, b: BestUrl): number => b.value - a.value || a.place - b.place;

/** Hosts that may not be contacted: each either rests or is being contacted. */
function createHeldHosts() {
  const held = new Set<string>();
  const contacted = new Set<string>();
  type Rest = Readonly<{ host: string; readyAt: number }>;
  const resting = new TinyQueue<Rest>([], (a, b) => a.readyAt - b.readyAt);
  return {
    ...{ held, contacted, resting },
    /** Holds a host if it may not be contacted. */
    hold: (host: string, hosts: HostTimes): boolean => {
      const readyAt = hosts.readyAt(host);
      if (readyAt !== undefined && readyAt <= hosts.now) return false;
      held.add(host);
      if (readyAt === undefined) contacted.add(host);
      else resting.push({ host, readyAt });
      return true;
    },
    /** Releases hosts that were being contacted, and hosts whose time has come. */
    due: ({ now }: HostTimes): readonly string[] => {
      const hosts = [...contacted];
      contacted.clear();
      while ((resting.peek()?.readyAt ?? Infinity) <= now) hosts.push(resting.pop()?.host ?? '');
      for (const host of hosts) held.delete(host);
      return hosts;
    },
  };
}

/**
 * The hosts with queued URLs, by the best URL of each. A host that may not be contacted is held, so that nobody looks at its
 * URLs until it may: after the workbench of BUbiNG (Boldi, Marino, Santini and Vigna 2018, section 4.3). Finding the first
 * takes O(log n), and looks at each host that is being contacted.
 */
export function createHostOrder() {
  const bests = new Map<string, BestUrl>();
  const { held, contacted, resting, hold, due } = createHeldHosts();
  let queue = new TinyQueue<BestUrl>([], compare);

  function add(host: string): void {
    const best = bests.get(host);
    if (best === undefined || held.has(host)) return;
    queue.push(best);
    if (queue.length <= 2 * bests.size + MAX_OLD) return;
    const free = [...bests.values()].filter((one) => !held.has(one.host));
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
      for (const host of due(hosts)) if (bests.has(host) && !hold(host, hosts)) add(host);
      for (let best = queue.peek(); best !== undefined; best = queue.peek()) {
        if (bests.get(best.host) === best && !held.has(best.host)) {
          if (best.value < atLeast) return undefined;
          if (!hold(best.host, hosts)) return best;
        }
        queue.pop();
      }
      return undefined;
    },
    /** As `Frontier.waitFor`. */
    waitFor(hosts: HostTimes, atLeast: number): number | undefined {
      const isWorth = (host: string): boolean => (bests.get(host)?.value ?? Number.NaN) >= atLeast;
      const ready = [...contacted].filter(isWorth).map((host) => hosts.readyAt(host) ?? Infinity);
      for (let next = resting.peek(); next !== undefined && !isWorth(next.host); next = resting.peek()) {
        resting.pop();
        held.delete(next.host);
        add(next.host);
      }
      const first = Math.min(...ready, resting.peek()?.readyAt ?? Infinity);
      return first === Infinity ? undefined : Math.max(0, first - hosts.now);
    },
    /** Numbers of hosts with queued URLs, and of those that are held. */
    sizes: () => ({ hosts: bests.size, heldHosts: held.size }),
  };
}

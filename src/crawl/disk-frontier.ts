import { hash } from 'node:crypto';
import type { Frontier, HostTimes, QueuedUrl } from '../model/crawl.js';
import type { CrawlDatabase } from './crawl-database.js';
import { openDiskHosts, type DiskHost } from './disk-hosts.js';
import { hostOf } from './urls.js';
import { createWorkbench } from './workbench.js';

/** What stands in `known` in the place of a place, for what is not on its way any more. */
const ENDED = { done: -1, skipped: -2, failed: -3, claimed: -4 } as const;

interface Lease {
  readonly host: DiskHost;
  readonly hash: number;
  readonly value: number;
  readonly place: number;
  /** What was claimed for it. */
  readonly claims: (readonly [host: number, hash: number])[];
}

/** Numbers that the database keeps so that nothing has to be counted. */
interface Counts {
  queued: number;
  done: number;
  skipped: number;
  failed: number;
  hosts: number;
  /** The next place in the order of discovery. */
  next: number;
}

/**
 * A frontier on disk, in the database of a crawl. In memory are only the leases, the hosts that wait, and what the
 * database caches; so it does not grow with the frontier. Opening it queues again what was leased when its process ended.
 *
 * A URL is known by its host and 52 bits of the SHA-1 of its address. Two addresses of one host are taken for one with a
 * probability of n² / 2⁵³ at n addresses there: at a million, once in nine thousand crawls.
 */
export function openDiskFrontier(database: CrawlDatabase): Frontier {
  const sql = prepare(database);
  const hosts = openDiskHosts(database);
  const bench = createWorkbench();
  const leases = new Map<string, Lease>();
  const counts = readCounts(database);
  hosts.queued = counts.hosts;

  let changed = false;
  database.onCommit(() => {
    if (changed) sql.setCounts.run(JSON.stringify({ ...counts, hosts: hosts.queued }));
    changed = false;
  });
  database.onUndone(() => {
    hosts.forget();
    Object.assign(counts, readCounts(database));
    hosts.queued = counts.hosts;
  });

  queueLeased();

  const together = <T>(steps: () => T): T =>
    database.together(() => {
      changed = true;
      return steps();
    });

  /** Leases of a process that is no more; its claims are void. */
  function queueLeased(): void {
    database.together(() => {
      sql.dropClaimed.run();
      sql.clearClaims.run();
      for (const [place, id] of sql.leased.all() as [number, number][]) {
        sql.giveBack.run(place);
        const [name] = sql.hostName.first(id) as [string];
        hosts.refresh(hosts.named(name));
        counts.queued += 1;
        changed = true;
      }
      sql.wakeAll.run();
    });
  }

  function raise(host: DiskHost, value: number, place: number): void {
    const { best } = host;
    if (best === undefined || value > best.value || (value === best.value && place < best.place))
      hosts.setBest(host, { value, place });
  }

  /** Place of a URL that is on its way, a number below 0 for one that has come to its end. */
  function placeOf(url: string): { readonly host: DiskHost; readonly place: number } | undefined {
    const host = hosts.find(hostOf(url));
    if (host === undefined) return undefined;
    const row = sql.find.first(host.id, hashOf(url)) as [number] | undefined;
    return row === undefined ? undefined : { host, place: row[0] };
  }

  function waiting(url: string): { host: DiskHost; place: number; entry: QueuedUrl } | undefined {
    if (leases.has(url)) return undefined;
    const found = placeOf(url);
    if (found === undefined || found.place < 0) return undefined;
    const [entry] = sql.entry.first(found.place) as [string];
    return { ...found, entry: JSON.parse(entry) as QueuedUrl };
  }

  function take(host: DiskHost, { value, place }: { value: number; place: number }): QueuedUrl {
    const entry = JSON.parse((sql.lease.first(place) as [string])[0]) as QueuedUrl;
    hosts.refresh(host);
    leases.set(entry.url, { host, hash: hashOf(entry.url), value, place, claims: [] });
    counts.queued -= 1;
    return entry;
  }

  function lease(times: HostTimes): QueuedUrl | undefined {
    for (const name of bench.wake(times)) hosts.setHeld(name, false);
    for (let host = hosts.best(); host !== undefined; host = hosts.best()) {
      const readyAt = times.readyAt(host.name);
      if (readyAt !== undefined && readyAt <= times.now && host.best !== undefined)
        return take(host, host.best);
      bench.hold(host.name, times);
      hosts.setHeld(host.name, true);
    }
    return undefined;
  }

  function endLease(url: string): Lease {
    const ended = leases.get(url);
    if (ended === undefined) throw new Error(`${url} is not leased`);
    leases.delete(url);
    return ended;
  }

  /** All in two statements, whose rows come as JSON: calls into the database are what takes the time. */
  function enqueueAll(entries: readonly QueuedUrl[]): readonly boolean[] {
    const found = entries.map((entry) => hosts.named(hostOf(entry.url)));
    const first = counts.next;
    const keys = entries.map(({ url }, n) => [found[n]?.id, hashOf(url), first + n]);
    const places = new Set(sql.knowAll.all(JSON.stringify(keys)).map(([place]) => place));
    const rows = entries.flatMap((entry, n) =>
      places.has(first + n) ? [[first + n, found[n]?.id, entry.priority.value, JSON.stringify(entry)]] : [],
    );
    if (rows.length === 0) return entries.map(() => false);
    sql.queueAll.run(JSON.stringify(rows));
    counts.next += entries.length;
    counts.queued += rows.length;
    return entries.map((entry, n) => {
      const host = found[n];
      if (host === undefined || !places.has(first + n)) return false;
      raise(host, entry.priority.value, first + n);
      return true;
    });
  }

  return {
    enqueue: (entry) => together(() => enqueueAll([entry])[0] === true),
    enqueueAll: (entries) => together(() => enqueueAll(entries)),
    knows: (url) => placeOf(url) !== undefined,
    waiting: (url) => waiting(url)?.entry,
    requeue(queued) {
      const found = waiting(queued.url);
      if (found === undefined) return false;
      return together(() => {
        sql.revalue.run(queued.priority.value, JSON.stringify(queued), found.place);
        if (found.host.best?.place === found.place) hosts.refresh(found.host);
        else raise(found.host, queued.priority.value, found.place);
        return true;
      });
    },
    claim: (url, by) =>
      together(() => {
        const host = hosts.named(hostOf(url));
        if (sql.know.run(host.id, hashOf(url), ENDED.claimed) === 0) return false;
        const owner = leases.get(by);
        if (owner === undefined) return true;
        owner.claims.push([host.id, hashOf(url)]);
        sql.claim.run(host.id, hashOf(url), owner.place);
        return true;
      }),
    lease: (times) => together(() => lease(times)),
    waitFor: (times) =>
      bench.waitFor(times, (name) => {
        if (hosts.find(name)?.best !== undefined) return true;
        hosts.setHeld(name, false);
        return false;
      }),
    release: (url) =>
      together(() => {
        const { host, value, place, claims } = endLease(url);
        for (const claim of claims) sql.unknow.run(...claim);
        if (claims.length > 0) sql.endClaims.run(place);
        sql.giveBack.run(place);
        raise(host, value, place);
        counts.queued += 1;
      }),
    acknowledge: (url, state) =>
      together(() => {
        const { host, hash: key, place, claims } = endLease(url);
        sql.end.run(ENDED[state], host.id, key);
        sql.drop.run(place);
        if (claims.length > 0) sql.endClaims.run(place);
        counts[state] += 1;
      }),
    count: (state) => (state === 'leased' ? leases.size : counts[state]),
    hostCount: () => hosts.queued,
    heldHosts: () => bench.size,
    together,
  };
}

/** 52 bits, which a number holds exactly. */
function hashOf(url: string): number {
  return Number.parseInt(hash('sha1', url).slice(0, 13), 16);
}

function readCounts(database: CrawlDatabase): Counts {
  const row = database.prepare("SELECT value FROM facts WHERE name = 'frontier'").first() as
    [string] | undefined;
  if (row === undefined) return { queued: 0, done: 0, skipped: 0, failed: 0, hosts: 0, next: 0 };
  return JSON.parse(row[0]) as Counts;
}

function prepare(database: CrawlDatabase) {
  const statement = (sql: string) => database.prepare(sql);
  return {
    know: statement('INSERT OR IGNORE INTO known (host, hash, place) VALUES (?, ?, ?)'),
    unknow: statement('DELETE FROM known WHERE host = ? AND hash = ?'),
    find: statement('SELECT place FROM known WHERE host = ? AND hash = ?'),
    end: statement('UPDATE known SET place = ? WHERE host = ? AND hash = ?'),
    knowAll: statement(`INSERT OR IGNORE INTO known (host, hash, place)
      SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true RETURNING place`),
    queueAll: statement(`INSERT INTO urls (place, host, value, entry)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`),
    entry: statement('SELECT entry FROM urls WHERE place = ?'),
    revalue: statement('UPDATE urls SET value = ?, entry = ? WHERE place = ?'),
    lease: statement('UPDATE urls SET leased = 1 WHERE place = ? RETURNING entry'),
    giveBack: statement('UPDATE urls SET leased = 0 WHERE place = ?'),
    drop: statement('DELETE FROM urls WHERE place = ?'),
    leased: statement('SELECT place, host FROM urls WHERE leased = 1'),
    hostName: statement('SELECT name FROM hosts WHERE id = ?'),
    wakeAll: statement('UPDATE hosts SET held = 0 WHERE held = 1'),
    claim: statement('INSERT INTO claims (host, hash, place) VALUES (?, ?, ?)'),
    endClaims: statement('DELETE FROM claims WHERE place = ?'),
    clearClaims: statement('DELETE FROM claims'),
    dropClaimed: statement('DELETE FROM known WHERE (host, hash) IN (SELECT host, hash FROM claims)'),
    setCounts: statement("INSERT OR REPLACE INTO facts (name, value) VALUES ('frontier', ?)"),
  };
}

import type { CrawlDatabase } from '../store/crawl-database.js';
import { createRecent } from '../../support/recent.js';

/** A host with URLs queued or under way, or that is held. */
export interface DiskHost extends HeapHost {
  readonly id: number;
  readonly name: string;
  /** The best of its queued URLs; the rest of them are on disk. Never empty where any is queued. */
  best: Candidate[];
  /** URLs queued. */
  queued: number;
  /** Places of those under way, and of those whose end is not in the database yet. */
  leased: readonly number[];
  /** Left out of the order of hosts, because it may not be contacted. */
  held: boolean;
  /** Counted among the hosts with URLs queued. */
  counted: boolean;
}

/** The hosts of a frontier on disk, by their best URL. */
export interface DiskHosts {
  /** The host of that name, made where it is new. */
  named(name: string): DiskHost;
  find(name: string): DiskHost | undefined;
  /** A URL of the host is queued, and written before the next commit. */
  add(host: DiskHost, candidate: Candidate): void;
  /** Takes the best URL of a host. */
  take(host: DiskHost): Candidate | undefined;
  /** A URL that was taken is queued again. */
  giveBack(host: DiskHost, candidate: Candidate): void;
  /** A URL that was taken has come to its end, and is dropped before the next commit. */
  ended(host: DiskHost, place: number): void;
  /** A queued URL has another value, in the database as well. */
  revalue(host: DiskHost, candidate: Candidate): void;
  /** Takes a host out of the order of the best, or puts it in again. */
  setHeld(name: string, held: boolean): void;
  /** The host with the best URL of all that are not held. */
  best(): DiskHost | undefined;
  /** Hosts with URLs queued. */
  readonly size: number;
}

/** The best URLs of a host that are in memory at most, unless they were read from the database; then so many are. */
const IN_MEMORY = 4;
const READ_AHEAD = 16;
/** Hosts without URLs on their way whose numbers are remembered. */
const REMEMBERED = 20_000;

const NEXT_BEST = 'SELECT value, place FROM urls WHERE host = ? ORDER BY value DESC, place LIMIT ?';

/** @param leases what is under way: it is not queued, though it stands in the database */
export function openDiskHosts(
  database: CrawlDatabase,
  leases: () => Iterable<{ readonly host: string; readonly place: number }>,
): DiskHosts {
  const numbers = openHostNumbers(database);
  const onDisk = openBestUrls(database, settle);
  let hosts = new Map<string, DiskHost>();
  let heap = createHostHeap<DiskHost>();
  let size = 0;
  read();
  database.onUndone(read);

  function read(): void {
    hosts = readHosts(database, leases());
    heap = createHostHeap();
    size = 0;
    for (const host of hosts.values()) settle(host);
  }

  /** Reads on where nothing of what is queued is in memory, and puts the host where it belongs. */
  function settle(host: DiskHost): void {
    if (host.best.length === 0 && host.queued > 0) host.best = onDisk.read(host);
    if (host.held) heap.remove(host);
    else heap.update(host);
    if (host.counted !== host.queued > 0) size += host.counted ? -1 : 1;
    host.counted = host.queued > 0;
    if (!host.counted && host.leased.length === 0 && !host.held) hosts.delete(host.name);
  }

  return {
    find: (name) => hosts.get(name),
    named(name) {
      const found = hosts.get(name);
      if (found !== undefined) return found;
      const made = newHost(numbers(name), name, 0);
      hosts.set(name, made);
      return made;
    },
    add(host, candidate) {
      onDisk.changed(host);
      queue(host, candidate);
      settle(host);
    },
    take(host) {
      const taken = host.best.shift();
      if (taken !== undefined) lease(host, taken.place);
      settle(host);
      return taken;
    },
    giveBack(host, candidate) {
      unlease(host, candidate.place);
      queue(host, candidate);
      settle(host);
    },
    ended: onDisk.ended,
    revalue(host, candidate) {
      onDisk.changed(host);
      unqueue(host, candidate.place);
      queue(host, candidate);
      settle(host);
    },
    setHeld(name, held) {
      const host = hosts.get(name);
      if (host === undefined) return;
      host.held = held;
      settle(host);
    },
    best: () => heap.first(),
    get size() {
      return size;
    },
  };
}

/** The hosts with URLs in the database. */
function readHosts(
  database: CrawlDatabase,
  leases: Iterable<{ readonly host: string; readonly place: number }>,
): Map<string, DiskHost> {
  const rows = database
    .prepare('SELECT hosts.id, name, count(*) FROM urls JOIN hosts ON hosts.id = host GROUP BY host')
    .all();
  const hosts = new Map(
    rows.map(([id, name, count]) => [String(name), newHost(Number(id), String(name), Number(count))]),
  );
  for (const { host: name, place } of leases) {
    const host = hosts.get(name);
    if (host !== undefined) lease(host, place);
  }
  return hosts;
}

/** The number of a host in the database, given where it is new. */
function openHostNumbers(database: CrawlDatabase): (name: string) => number {
  const select = database.prepare('SELECT id FROM hosts WHERE name = ?', { apart: true });
  const insert = database.prepare('INSERT INTO hosts (name) VALUES (?) RETURNING id', { apart: true });
  let recent = createRecent<string, number>(REMEMBERED / 2);
  database.onUndone(() => (recent = createRecent(REMEMBERED / 2)));
  return (name) => {
    const known = recent.get(name);
    if (known !== undefined) return known;
    const [id] = select.first(name) ?? insert.all(name)[0] ?? [];
    recent.set(name, Number(id));
    return Number(id);
  };
}

function newHost(id: number, name: string, queued: number): DiskHost {
  return { id, name, best: [], queued, leased: [], held: false, counted: false, slot: -1 };
}

/** The best URLs of hosts in the database. */
interface BestUrls {
  /** A URL of the host is queued or valued again; it may not be in the database yet. */
  readonly changed: (host: DiskHost) => void;
  /** A URL has come to its end; it is among those under way until it is dropped. */
  readonly ended: (host: DiskHost, place: number) => void;
  readonly read: (host: DiskHost) => Candidate[];
}

/**
 * What was deferred is written only where it may be of the host that is read.
 * @param dropped called for the host of a URL that is not in the database any more
 */
function openBestUrls(database: CrawlDatabase, dropped: (host: DiskHost) => void): BestUrls {
  const next = database.prepare(NEXT_BEST);
  const nextOfWritten = database.prepare(NEXT_BEST, { apart: true });
  const unwritten = new Set<DiskHost>();
  let ended: { readonly host: DiskHost; readonly place: number }[] = [];
  database.onCommit(() => {
    for (const { host, place } of ended) {
      unlease(host, place);
      dropped(host);
    }
    ended = [];
    unwritten.clear();
  });
  database.onUndone(() => {
    ended = [];
    unwritten.clear();
  });
  return {
    changed: (host) => void unwritten.add(host),
    ended: (host, place) => void ended.push({ host, place }),
    read(host) {
      const rows = (unwritten.delete(host) ? next : nextOfWritten).all(
        host.id,
        READ_AHEAD + host.leased.length,
      );
      const all = rows.map(([value, place]) => ({ value: Number(value), place: Number(place) }));
      return all.filter(({ place }) => !host.leased.includes(place)).slice(0, READ_AHEAD);
    },
  };
}

function lease(host: DiskHost, place: number): void {
  host.queued -= 1;
  host.leased = [...host.leased, place];
}

function unlease(host: DiskHost, place: number): void {
  host.leased = host.leased.filter((other) => other !== place);
}

/** Counts a URL, and puts it among the best of its host unless it is behind what is known to belong there. */
function queue(host: DiskHost, candidate: Candidate): void {
  const { best } = host;
  const most = Math.max(IN_MEMORY, best.length);
  const isAll = best.length === host.queued;
  host.queued += 1;
  const behind = best.findIndex((other) => compareCandidates(candidate, other) < 0);
  if (behind >= 0) best.splice(behind, 0, candidate);
  else if (isAll) best.push(candidate);
  if (best.length > most) best.pop();
}

function unqueue(host: DiskHost, place: number): void {
  host.best = host.best.filter((other) => other.place !== place);
  host.queued -= 1;
}

/** A queued URL as its host knows it. */
export interface Candidate {
  readonly value: number;
  /** In the order of discovery. */
  readonly place: number;
}

/** A host in a {@link HostHeap}. */
export interface HeapHost {
  /** Its best queued URLs, the best first; it is in the heap only while there are any. */
  readonly best: readonly Candidate[];
  /** Where it is in the heap; below 0 where it is not. The heap's own. */
  slot: number;
}

/** Below 0 when `a` goes first: larger value first, then first come first served. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return b.value - a.value || a.place - b.place;
}

/** Hosts by their best URL. */
export interface HostHeap<Host extends HeapHost> {
  /** The host with the best URL of all. */
  first(): Host | undefined;
  /** Puts a host where its best URL belongs, or takes it out where it has none. */
  update(host: Host): void;
  remove(host: Host): void;
}

/** A binary heap whose hosts know where they are, so that each stands in it once, however often its best URL changes. */
export function createHostHeap<Host extends HeapHost>(): HostHeap<Host> {
  const heap: Host[] = [];
  return {
    first: () => heap[0],
    update(host) {
      if (host.best.length === 0) {
        remove(host, heap);
        return;
      }
      if (host.slot < 0) host.slot = heap.length;
      rise(host, heap);
      sink(host, heap);
    },
    remove: (host) => remove(host, heap),
  };
}

function isBefore(a: HeapHost, b: HeapHost | undefined): boolean {
  const [one, other] = [a.best[0], b?.best[0]];
  return one !== undefined && other !== undefined && compareCandidates(one, other) < 0;
}

function place(host: HeapHost, slot: number, heap: HeapHost[]): void {
  heap[slot] = host;
  host.slot = slot;
}

function rise(host: HeapHost, heap: HeapHost[]): void {
  let { slot } = host;
  for (let above = (slot - 1) >> 1; slot > 0; above = (slot - 1) >> 1) {
    const parent = heap[above];
    if (parent === undefined || !isBefore(host, parent)) break;
    place(parent, slot, heap);
    slot = above;
  }
  place(host, slot, heap);
}

function sink(host: HeapHost, heap: HeapHost[]): void {
  let { slot } = host;
  for (;;) {
    const [left, right] = [heap[2 * slot + 1], heap[2 * slot + 2]];
    const child = right !== undefined && isBefore(right, left) ? right : left;
    if (child === undefined || !isBefore(child, host)) break;
    const below = child.slot;
    place(child, slot, heap);
    slot = below;
  }
  place(host, slot, heap);
}

function remove(host: HeapHost, heap: HeapHost[]): void {
  if (host.slot < 0) return;
  const last = heap.pop();
  if (last !== undefined && last !== host) {
    place(last, host.slot, heap);
    rise(last, heap);
    sink(last, heap);
  }
  host.slot = -1;
}

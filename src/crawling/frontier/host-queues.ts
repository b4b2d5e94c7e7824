import TinyQueue from 'tinyqueue';
import type { QueuedUrl } from '../../model/crawl-event.js';
import type { HostTimes } from '../../model/frontier.js';
import { createValueCounts, type ValueCounts } from './value-counts.js';
import { createWorkbench } from './workbench.js';

/** A URL on its way: queued or leased. */
export interface QueueEntry {
  readonly queued: QueuedUrl;
  /** Host with port. */
  readonly host: string;
  /** Order of discovery. */
  readonly order: number;
}

/** Queued URLs, one queue a host. */
export interface HostQueues {
  add(entry: QueueEntry): void;
  /** Puts an entry in the place of one that was added before and not taken since, of the same host. */
  replace(earlier: QueueEntry, entry: QueueEntry): void;
  /** Removes all entries of a host. */
  drop(host: string): void;
  /** Takes the best entry of that value whose host may be contacted now; undefined when there is none. */
  take(hosts: HostTimes, atLeast: number): QueueEntry | undefined;
  /** As `Frontier.waitFor`. */
  waitFor(hosts: HostTimes, atLeast: number): number | undefined;
  /** As `Frontier.valueAt`. */
  valueAt(rank: number): number | undefined;
  /** Hosts with entries. */
  readonly hosts: number;
  /** Hosts that may not be contacted yet. */
  readonly held: number;
}

/** Replaced entries that are kept in any case, so that few are not swept out again and again. */
const MOST_REPLACED = 1000;

/** Larger priority first, then first come first served. */
function compare(a: QueueEntry, b: QueueEntry): number {
  return b.queued.priority.value - a.queued.priority.value || a.order - b.order;
}

/** A queue without the entries that were replaced: they would fill the memory where all is valued again and again. */
function swept(queue: TinyQueue<QueueEntry>, replaced: Set<QueueEntry>): TinyQueue<QueueEntry> {
  const kept = new TinyQueue<QueueEntry>([], compare);
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop())
    if (!replaced.delete(entry)) kept.push(entry);
  return kept;
}

/** Removes a host with all its entries. */
function drop(
  host: string,
  queues: Map<string, TinyQueue<QueueEntry>>,
  replaced: Set<QueueEntry>,
  values: Pick<ValueCounts, 'remove'>,
): void {
  const queue = queues.get(host);
  for (let entry = queue?.pop(); entry !== undefined; entry = queue?.pop())
    if (!replaced.delete(entry)) values.remove(entry.queued.priority.value);
  queues.delete(host);
}

/** The best entries of hosts, the best of them first. */
interface Heads {
  list(entry: QueueEntry): void;
  /** The next one of that value. */
  next(atLeast: number): QueueEntry | undefined;
}

/** @param isHead false for an entry that was the best of its host once; it is dropped when it comes up */
function createHeads(isHead: (entry: QueueEntry) => boolean): Heads {
  const heads = new TinyQueue<QueueEntry>([], compare);
  /** What `heads` holds, so that nothing is listed twice. */
  const listed = new Set<QueueEntry>();
  return {
    list(entry) {
      if (listed.has(entry)) return;
      listed.add(entry);
      heads.push(entry);
    },
    next(atLeast) {
      for (let head = heads.peek(); head !== undefined; head = heads.peek()) {
        if (head.queued.priority.value < atLeast) return undefined;
        heads.pop();
        listed.delete(head);
        if (isHead(head)) return head;
      }
      return undefined;
    },
  };
}

/**
 * Each host has its own queue, and a queue of hosts is ordered by the best entry of each. Taking the best entry costs
 * O(log n). A host that may not be contacted now is skipped once and then kept on the workbench until it may be.
 */
export function createHostQueues(): HostQueues {
  const queues = new Map<string, TinyQueue<QueueEntry>>();
  const heads = createHeads((head) => queues.get(head.host)?.peek() === head);
  /** Entries that were replaced and lie in their host's queue still; none of them is the first there. */
  const replaced = new Set<QueueEntry>();
  const bench = createWorkbench();
  const values = createValueCounts();

  /** Takes an entry that is the best of its host. */
  function remove(entry: QueueEntry): QueueEntry {
    queues.get(entry.host)?.pop();
    values.remove(entry.queued.priority.value);
    settle(entry.host);
    return entry;
  }

  /** Lists the best entry of a host, after those that were replaced are gone from before it. */
  function settle(host: string): void {
    const queue = queues.get(host);
    let next = queue?.peek();
    while (next !== undefined && replaced.delete(next)) {
      queue?.pop();
      next = queue?.peek();
    }
    if (next === undefined) queues.delete(host);
    else heads.list(next);
  }

  /** Whether a host has an entry of that value. Where it has a lesser one, it is to be found again. */
  function isWorth(host: string, atLeast: number): boolean {
    const head = queues.get(host)?.peek();
    const value = head?.queued.priority.value ?? Number.NaN;
    if (head !== undefined && value < atLeast) heads.list(head);
    return value >= atLeast;
  }

  function add(entry: QueueEntry): void {
    const queue = queues.get(entry.host) ?? new TinyQueue<QueueEntry>([], compare);
    queues.set(entry.host, queue);
    queue.push(entry);
    values.add(entry.queued.priority.value);
    if (queue.peek() === entry) heads.list(entry);
  }

  return {
    add,
    replace(earlier, entry) {
      replaced.add(earlier);
      values.remove(earlier.queued.priority.value);
      add(entry);
      settle(entry.host);
      if (replaced.size <= MOST_REPLACED || replaced.size <= values.size) return;
      for (const [host, queue] of queues) queues.set(host, swept(queue, replaced));
    },
    drop: (host) => drop(host, queues, replaced, values),
    take(hosts, atLeast) {
      for (const host of bench.wake(hosts)) {
        const head = queues.get(host)?.peek();
        if (head !== undefined) heads.list(head);
      }
      for (let head = heads.next(atLeast); head !== undefined; head = heads.next(atLeast)) {
        if (bench.holds(head.host)) continue;
        const readyAt = hosts.readyAt(head.host);
        if (readyAt !== undefined && readyAt <= hosts.now) return remove(head);
        bench.hold(head.host, hosts);
      }
      return undefined;
    },
    valueAt: (rank) => values.valueAt(rank),
    waitFor: (hosts, atLeast) => bench.waitFor(hosts, (host) => isWorth(host, atLeast)),
    get hosts() {
      return queues.size;
    },
    get held() {
      return bench.size;
    },
  };
}

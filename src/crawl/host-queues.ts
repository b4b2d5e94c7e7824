import type { QueuedUrl } from '../model/crawl.js';
import { PriorityQueue } from '../support/priority-queue.js';

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
  /** Takes the best entry whose host may be asked now; undefined when there is none. */
  take(mayAsk: (host: string) => boolean): QueueEntry | undefined;
  /** Hosts with entries. */
  hosts(): readonly string[];
}

/** Larger priority first, then first come first served. */
function compare(a: QueueEntry, b: QueueEntry): number {
  return b.queued.priority.value - a.queued.priority.value || a.order - b.order;
}

/**
 * Each host has its own queue, and a queue of hosts is ordered by the best entry of each. Taking the best entry costs
 * O(log n), and as much again for each host passed over because it may not be asked now: those are the few that were
 * asked a moment ago, not all that are known.
 */
export function createHostQueues(): HostQueues {
  const queues = new Map<string, PriorityQueue<QueueEntry>>();
  /** The best entry of each host, and entries that were it once; those are dropped when they come up. */
  const heads = new PriorityQueue<QueueEntry>(compare);
  /** What `heads` holds, so that nothing stands in it twice. */
  const listed = new Set<QueueEntry>();

  function list(entry: QueueEntry): void {
    if (listed.has(entry)) return;
    listed.add(entry);
    heads.push(entry);
  }

  function nextHead(): QueueEntry | undefined {
    for (;;) {
      const head = heads.pop();
      if (head === undefined) return undefined;
      listed.delete(head);
      if (queues.get(head.host)?.peek() === head) return head;
    }
  }

  /** Takes an entry that is the best of its host. */
  function remove(entry: QueueEntry): QueueEntry {
    const queue = queues.get(entry.host);
    queue?.pop();
    const next = queue?.peek();
    if (next === undefined) queues.delete(entry.host);
    else list(next);
    return entry;
  }

  return {
    add(entry) {
      const queue = queues.get(entry.host) ?? new PriorityQueue<QueueEntry>(compare);
      queues.set(entry.host, queue);
      queue.push(entry);
      if (queue.peek() === entry) list(entry);
    },
    take(mayAsk) {
      const passedOver: QueueEntry[] = [];
      let best = nextHead();
      while (best !== undefined && !mayAsk(best.host)) {
        passedOver.push(best);
        best = nextHead();
      }
      passedOver.forEach(list);
      return best === undefined ? undefined : remove(best);
    },
    hosts: () => [...queues.keys()],
  };
}

import type { QueuedUrl, UrlState } from '../../model/crawl-event.js';
import type { Frontier } from '../../model/frontier.js';
import { createHostQueues, type HostQueues, type QueueEntry } from './host-queues.js';
import { withValue } from './queued-values.js';
import { inBatches } from '../../support/batches.js';
import { hostOf } from '../urls/urls.js';

/** What is known of a URL: its entry while it is on its way, afterwards the state alone, to spare memory. */
type UrlRecord =
  | { readonly state: 'queued' | 'leased'; readonly entry: QueueEntry }
  | 'done'
  | 'skipped'
  | 'failed'
  | 'claimed';

function queuedEntry(record: UrlRecord | undefined): QueueEntry | undefined {
  return typeof record === 'object' && record.state === 'queued' ? record.entry : undefined;
}

/** URLs in one batch of those that are queued. */
const QUEUED_BATCH = 1000;

function queuedOf(records: Iterable<UrlRecord>): Iterable<readonly QueuedUrl[]> {
  const queued = [...records].flatMap((record) => queuedEntry(record)?.queued ?? []);
  return inBatches(queued, QUEUED_BATCH);
}

function lookups(
  records: ReadonlyMap<string, UrlRecord>,
): Pick<Frontier, 'knows' | 'waits' | 'waiting' | 'queuedValue'> {
  return {
    knows: (url) => records.has(url),
    waits: (url) => queuedEntry(records.get(url)) !== undefined,
    waiting: (url) => queuedEntry(records.get(url))?.queued,
    queuedValue: (url) => queuedEntry(records.get(url))?.queued.priority.value,
  };
}

/** The URLs of a crawl and their queues. */
interface Table {
  readonly records: Map<string, UrlRecord>;
  readonly queues: HostQueues;
  /** Targets of redirects that were claimed for a URL that is leased still. */
  readonly claims: Map<string, string[]>;
  readonly counts: Record<UrlState, number>;
}

/** A frontier in memory, ordered as {@link createHostQueues} says. URLs are to be normalised. */
export function createMemoryFrontier(): Frontier {
  const counts = { queued: 0, leased: 0, done: 0, skipped: 0, failed: 0 };
  const queues = createHostQueues();
  const table: Table = { records: new Map(), queues, claims: new Map(), counts };
  const { records } = table;
  let discovered = 0;
  const enqueue = (queued: QueuedUrl): boolean => {
    if (records.has(queued.url)) return false;
    queue({ queued, host: hostOf(queued.url), order: discovered++ }, table);
    return true;
  };
  return {
    enqueue,
    enqueueAll: (entries) => entries.map(enqueue),
    ...lookups(records),
    ...leasing(table),
    requeue: (queued) => requeue(queued, table),
    revalue(url, value) {
      const queued = queuedEntry(records.get(url))?.queued;
      return queued !== undefined && requeue(withValue(queued, value), table);
    },
    waitFor: (hosts, atLeast = Number.NEGATIVE_INFINITY) => queues.waitFor(hosts, atLeast),
    valueAt: (rank) => queues.valueAt(rank),
    count: (state: UrlState) => counts[state],
    queued: () => queuedOf(records.values()),
    hostCount: () => queues.hosts,
    heldHosts: () => queues.held,
    together: (steps) => steps(),
    commit: () => undefined,
  };
}

function leasing(table: Table): Pick<Frontier, 'lease' | 'claim' | 'release' | 'acknowledge'> {
  const { records, queues, claims, counts } = table;
  return {
    lease(hosts, atLeast = Number.NEGATIVE_INFINITY) {
      const entry = queues.take(hosts, atLeast);
      if (entry === undefined) return undefined;
      records.set(entry.queued.url, { state: 'leased', entry });
      counts.queued -= 1;
      counts.leased += 1;
      return entry.queued;
    },
    claim(url, by) {
      if (records.has(url)) return false;
      records.set(url, 'claimed');
      claims.set(by, [...(claims.get(by) ?? []), url]);
      return true;
    },
    release(url) {
      queue(endLease(url, table), table);
      for (const claimed of claims.get(url) ?? []) records.delete(claimed);
      claims.delete(url);
    },
    acknowledge(url, state) {
      endLease(url, table);
      records.set(url, state);
      claims.delete(url);
      counts[state] += 1;
    },
  };
}

function queue(entry: QueueEntry, { queues, records, counts }: Table): void {
  queues.add(entry);
  records.set(entry.queued.url, { state: 'queued', entry });
  counts.queued += 1;
}

function requeue(queued: QueuedUrl, { records, queues }: Table): boolean {
  const earlier = queuedEntry(records.get(queued.url));
  if (earlier === undefined) return false;
  const entry = { ...earlier, queued };
  records.set(queued.url, { state: 'queued', entry });
  queues.replace(earlier, entry);
  return true;
}

function endLease(url: string, { records, counts }: Table): QueueEntry {
  const record = records.get(url);
  if (typeof record !== 'object' || record.state !== 'leased') throw new Error(`${url} is not leased`);
  counts.leased -= 1;
  return record.entry;
}

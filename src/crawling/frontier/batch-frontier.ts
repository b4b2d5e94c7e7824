import type { QueuedUrl } from '../../model/crawl-event.js';
import type { Frontier, HostTimes } from '../../model/frontier.js';
import { hostOf } from '../urls/urls.js';

/** Choosing a URL does not contact its host. */
const ANY_TIME: HostTimes = { now: 0, readyAt: () => 0 };

/**
 * A frontier whose best URLs are handed out `size` at a time: only when the last of a batch was handed out are the next
 * best chosen. So what the pages of a batch link to does not come before the rest of the batch: N-best-first crawling
 * (Pant, Srinivasan and Menczer 2004, "Crawling the Web", section 4.3), which is less greedy than best-first.
 *
 * The URLs of a batch that wait to be handed out are queued for all who ask; their entries cannot be changed any more.
 */
export function createBatchFrontier(frontier: Frontier, size: number): Frontier {
  /** Chosen, leased of the frontier behind, not handed out yet; best first. */
  const batch: QueuedUrl[] = [];
  let asked = ANY_TIME;
  const hostsOfBatch = (): Set<string> => new Set(batch.map(({ url }) => hostOf(url)));
  const held = (url: string): QueuedUrl | undefined => batch.find((entry) => entry.url === url);
  return {
    ...frontier,
    waits: (url) => held(url) !== undefined || frontier.waits(url),
    waiting: (url) => held(url) ?? frontier.waiting(url),
    queuedValue: (url) => held(url)?.priority.value ?? frontier.queuedValue(url),
    *queued() {
      if (batch.length > 0) yield [...batch];
      yield* frontier.queued();
    },
    // All of a batch are wanted, whatever their values.
    valueAt: () => undefined,
    lease(hosts) {
      if (batch.length === 0) choose(batch, size, frontier);
      asked = hosts;
      const place = batch.findIndex(({ url }) => isReady(hostOf(url), hosts));
      return place < 0 ? undefined : batch.splice(place, 1)[0];
    },
    waitFor(hosts) {
      const times = batch.flatMap(({ url }) => hosts.readyAt(hostOf(url)) ?? []);
      return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - hosts.now);
    },
    count(state) {
      const count = frontier.count(state);
      if (state === 'queued') return count + batch.length;
      return state === 'leased' ? count - batch.length : count;
    },
    // Hosts of the batch may have further URLs in the frontier behind: how many have none there is not known.
    hostCount: () => Math.max(frontier.hostCount(), hostsOfBatch().size),
    heldHosts: () => [...hostsOfBatch()].filter((host) => !isReady(host, asked)).length,
  };
}

function choose(batch: QueuedUrl[], size: number, frontier: Frontier): void {
  while (batch.length < size) {
    const entry = frontier.lease(ANY_TIME);
    if (entry === undefined) return;
    batch.push(entry);
  }
}

function isReady(host: string, hosts: HostTimes): boolean {
  return (hosts.readyAt(host) ?? Infinity) <= hosts.now;
}

/** A frontier to which further addresses are known, as if they had come to their end; they count under no state. */
export function knownFrontier(frontier: Frontier, isKnown: (url: string) => boolean): Frontier {
  return {
    ...frontier,
    enqueue: (entry) => !isKnown(entry.url) && frontier.enqueue(entry),
    enqueueAll(entries) {
      const unknown = new Set(entries.filter(({ url }) => !isKnown(url)));
      const added = frontier.enqueueAll([...unknown]).values();
      return entries.map((entry) => unknown.has(entry) && added.next().value === true);
    },
    knows: (url) => frontier.knows(url) || isKnown(url),
    claim: (url, by) => !isKnown(url) && frontier.claim(url, by),
  };
}

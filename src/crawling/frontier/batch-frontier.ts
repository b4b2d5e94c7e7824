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
  const isReady = ({ url }: QueuedUrl): boolean => (asked.readyAt(hostOf(url)) ?? Infinity) <= asked.now;
  const chosen = (url: string): QueuedUrl | undefined => batch.find((entry) => entry.url === url);
  const hostsOf = (entries: readonly QueuedUrl[]): number =>
    new Set(entries.map(({ url }) => hostOf(url))).size;
  return {
    ...frontier,
    waiting: (url) => chosen(url) ?? frontier.waiting(url),
    valueOf: (url) => chosen(url)?.priority.value ?? frontier.valueOf(url),
    *queued() {
      if (batch.length > 0) yield [...batch];
      yield* frontier.queued();
    },
    // All of a batch are wanted, whatever their values.
    valueAt: () => undefined,
    lease(hosts) {
      asked = hosts;
      if (batch.length === 0)
        batch.push(...Array.from({ length: size }).flatMap(() => frontier.lease(ANY_TIME) ?? []));
      const place = batch.findIndex(isReady);
      return place < 0 ? undefined : batch.splice(place, 1)[0];
    },
    waitFor(hosts) {
      const times = batch.flatMap(({ url }) => hosts.readyAt(hostOf(url)) ?? []);
      return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - hosts.now);
    },
    counts() {
      const { queued, leased, hosts, ...ended } = frontier.counts();
      const inBatch = { queued: queued + batch.length, leased: leased - batch.length };
      // Hosts of the batch may have further URLs in the frontier behind: how many have none there is not known.
      const all = Math.max(hosts, hostsOf(batch));
      return {
        ...ended,
        ...inBatch,
        hosts: all,
        heldHosts: hostsOf(batch.filter((entry) => !isReady(entry))),
      };
    },
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

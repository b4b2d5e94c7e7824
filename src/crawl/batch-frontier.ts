import type { Frontier, QueuedUrl } from '../model/crawl.js';
import { hostOf } from './urls.js';

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

  function choose(): void {
    while (batch.length < size) {
      const entry = frontier.lease(() => true);
      if (entry === undefined) return;
      batch.push(entry);
    }
  }

  const held = (url: string): QueuedUrl | undefined => batch.find((entry) => entry.url === url);
  return {
    ...frontier,
    waiting: (url) => held(url) ?? frontier.waiting(url),
    lease(mayAsk) {
      if (batch.length === 0) choose();
      const place = batch.findIndex(({ url }) => mayAsk(hostOf(url)));
      return place < 0 ? undefined : batch.splice(place, 1)[0];
    },
    count(state) {
      const count = frontier.count(state);
      if (state === 'queued') return count + batch.length;
      return state === 'leased' ? count - batch.length : count;
    },
    queuedHosts: () => {
      const hosts = batch.length === 0 ? frontier.queuedHosts() : batch.map(({ url }) => hostOf(url));
      return [...new Set(hosts)];
    },
  };
}

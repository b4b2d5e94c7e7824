import type { CrawlEvent } from './crawl-event.js';

/** The pages of a crawl whose labels help a classifier most. */
export interface PagesToRatePort {
  /**
   * Pages on either side of the threshold, most of them near it.
   * @param before how many pages were proposed before
   */
  nearest(
    events: readonly CrawlEvent[],
    count: number,
    how: { readonly before: number },
  ): readonly CrawlEvent[];
  /** The first pages of each host, in their order. */
  firstOfHosts(events: readonly CrawlEvent[]): readonly CrawlEvent[];
}

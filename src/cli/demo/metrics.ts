import type { CrawlEvent } from '../../model/crawl-event.js';
import { ratio } from '../../support/statistics.js';

/** Facts about the crawled web, independent of the crawler. */
export interface GroundTruth {
  /** True if the page at this URL is about the topic. */
  readonly truth: (url: string) => boolean;
  /** The targets: URLs of all pages about the topic that a crawler could find, without seeds. */
  readonly relevant: Iterable<string>;
}

/** Measures of a crawl. Rates are between 0 and 1, and null for a division by zero. */
export interface CrawlMetrics {
  /** Number of requested URLs, including seeds and failures: the cost of the crawl. */
  readonly fetched: number;
  /** Pages about the topic among them, other than seeds. */
  readonly relevantFetched: number;
  /** relevantFetched / fetched. */
  readonly harvestRate: number | null;
  /** Pages that the classifier accepted, including seeds. */
  readonly accepted: number;
  readonly relevantAccepted: number;
  /**
   * relevantAccepted / accepted: the share of accepted pages that are about the topic. The paper (Hernandez et al. 2020)
   * calls this the Harvest Ratio.
   */
  readonly acceptancePrecision: number | null;
  /** Targets: relevant pages that are not seeds. */
  readonly targets: number;
  /** Targets that were fetched and judged, with any judgement. */
  readonly found: number;
  /** found / targets. */
  readonly targetRecall: number | null;
}

/**
 * Measures a crawl by its events. Seeds count in `fetched`, but neither in `relevantFetched` nor as targets, since they were
 * given. A page is identified by its URL after redirects.
 */
export async function measureCrawl(
  events: Iterable<CrawlEvent> | AsyncIterable<CrawlEvent>,
  { truth, relevant }: GroundTruth,
): Promise<CrawlMetrics> {
  const targets = new Set(relevant);
  const found = new Set<string>();
  const counts = { fetched: 0, relevantFetched: 0, accepted: 0, relevantAccepted: 0 };
  for await (const event of events) {
    const address = event.finalUrl ?? event.url;
    const isSeed = event.depth === 0;
    if (event.fetched) counts.fetched += 1;
    if (isSeed) {
      targets.delete(event.url);
      targets.delete(address);
    }
    if (event.state !== 'done') continue;
    const isRelevant = truth(address);
    if (isRelevant && !isSeed) {
      counts.relevantFetched += 1;
      found.add(address);
    }
    if (event.judgement?.accepted !== true) continue;
    counts.accepted += 1;
    if (isRelevant) counts.relevantAccepted += 1;
  }
  const foundTargets = [...found].filter((address) => targets.has(address)).length;
  return {
    ...counts,
    harvestRate: ratio(counts.relevantFetched, counts.fetched),
    acceptancePrecision: ratio(counts.relevantAccepted, counts.accepted),
    targets: targets.size,
    found: foundTargets,
    targetRecall: ratio(foundTargets, targets.size),
  };
}

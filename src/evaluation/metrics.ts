import type { CrawlEvent } from '../model/crawl.js';
import { ratio } from '../support/statistics.js';

/** What is known about the web that was crawled, independently of the crawler. */
export interface GroundTruth {
  /** True when the page at this address is about the topic. */
  readonly truth: (url: string) => boolean;
  /** The addresses of all pages about the topic that a crawler could find: the targets. Seeds among them are left out. */
  readonly relevant: Iterable<string>;
}

/** How well a crawl did. Rates are between 0 and 1, and null where there was nothing to divide by. */
export interface CrawlMetrics {
  /** URLs that were requested, seeds and failures included: what the crawl cost. */
  readonly fetched: number;
  /** Pages about the topic among them, other than seeds. */
  readonly relevantFetched: number;
  /** relevantFetched / fetched: what part of the cost was well spent. */
  readonly harvestRate: number | null;
  /** Pages that the classifier accepted, seeds included: the judgement on a seed is a judgement as any other. */
  readonly accepted: number;
  readonly relevantAccepted: number;
  /**
   * relevantAccepted / accepted: the share of accepted pages that are about the topic. The paper (Hernandez et al. 2020)
   * calls this the Harvest Ratio.
   */
  readonly acceptancePrecision: number | null;
  /** Targets: relevant pages that are not seeds. */
  readonly targets: number;
  /** Targets that were fetched and judged, whatever the judgement. */
  readonly found: number;
  /** found / targets: how much of the topic's web the crawl reached. */
  readonly targetRecall: number | null;
}

/**
 * Measures a crawl by its events. A seed is a request like any other, but never a find: it was given. So seeds count in
 * `fetched`, and neither in `relevantFetched` nor among the targets. A page is known by its address after redirects.
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

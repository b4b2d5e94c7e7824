import type { CrawlEnd } from '../../../model/crawl-event.js';
import { hostNamed } from '../../../crawling/urls/urls.js';
import type { FetchHits } from './fetch-curve.js';

/** Bounds: crawlers that cannot be built, since they look at pages before fetching them. */
export const BOUNDS = {
  lookahead: 'orders links by the text of their targets',
  'label-greedy': 'orders links by the labels of their targets',
} as const;
export type BoundName = keyof typeof BOUNDS;

/** Whether a crawler is a bound, which only works in a stored web. */
export function isBound(strategy: string): strategy is BoundName {
  return Object.hasOwn(BOUNDS, strategy);
}

/** A target that a crawl did not fetch. */
export interface MissedTarget {
  /** Index into {@link Comparison.pages}. */
  readonly page: number;
  /** The link under which it was still queued at the end; absent if no link to it was ever queued. */
  readonly waiting?: { readonly value: number; readonly referrer: number; readonly anchorText: string };
}

/** One crawl of a comparison, with everything that measures need. Pages are indices into {@link Comparison.pages}. */
export interface ComparedCrawl {
  /** Checksum of everything that the crawl depends on: a crawl with the same key need not be repeated. */
  readonly key: string;
  readonly topic: string;
  readonly classifier: string;
  readonly strategy: string;
  /** 0 for the first; each repeat has other seeds. */
  readonly repeat: number;
  readonly seeds: readonly number[];
  /** The fetched pages, in order; failures included. */
  readonly fetches: readonly number[];
  /** For each fetch the page with the link; −1 for seeds. */
  readonly referrers: readonly number[];
  /** The accepted pages, in order. */
  readonly accepted: readonly number[];
  readonly missed: readonly MissedTarget[];
  /** See `similarity.ts`; null if nothing could be compared. */
  readonly maxAverageSimilarity: number | null;
  readonly ended: CrawlEnd;
  /** Wall-clock time. */
  readonly seconds: number;
}

/** A topic of a comparison and the pages to find. */
export interface ComparedTopic {
  readonly name: string;
  /** `labels`: the targets are known independently of any crawler. `verdicts`: the classifier's verdicts count. */
  readonly truth: 'labels' | 'verdicts';
  /** Empty for `verdicts`, where the targets are the pages that any crawl accepted. */
  readonly targets: readonly number[];
  /** Given pages: texts of the corpus and the web's seeds. They are about the topic and never count as found. */
  readonly given: readonly number[];
}

/** The results of a comparison, as plain data. */
export interface Comparison {
  /** The settings that reports show. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** N of the measures. */
  readonly maxPages: number;
  /** Number of pages of the web. */
  readonly webPages: number;
  /** Addresses. */
  readonly pages: readonly string[];
  readonly topics: readonly ComparedTopic[];
  readonly crawls: readonly ComparedCrawl[];
}

/**
 * The targets of a crawl: those of its topic without its seeds. If the classifier's verdicts count, they are the pages that
 * any crawl for the topic with the same classifier accepted: a lower bound, the same for all of these crawls.
 */
export function targetsOf(comparison: Comparison, crawl: ComparedCrawl): ReadonlySet<number> {
  const topic = comparison.topics.find(({ name }) => name === crawl.topic);
  const targets =
    topic?.truth === 'labels'
      ? topic.targets
      : comparison.crawls
          .filter((other) => other.topic === crawl.topic && other.classifier === crawl.classifier)
          .flatMap((other) => other.accepted);
  const found = new Set(targets);
  for (const seed of crawl.seeds) found.delete(seed);
  return found;
}

/** Whether each fetch of a crawl found a target. A page that is fetched again does not count again. */
export function hitsOf({ fetches }: ComparedCrawl, targets: ReadonlySet<number>): FetchHits {
  const found = new Set<number>();
  return fetches.map((page) => {
    if (!targets.has(page) || found.has(page)) return false;
    found.add(page);
    return true;
  });
}

/** The host of each page of a comparison. */
export function hostsOf({ pages }: Pick<Comparison, 'pages'>): readonly string[] {
  return pages.map(hostNamed);
}

/** Whether each fetch of a crawl found the first target of its host. @param hits as {@link hitsOf} has them */
export function hostHitsOf({ fetches }: ComparedCrawl, hits: FetchHits, hosts: readonly string[]): FetchHits {
  const found = new Set<string>();
  return fetches.map((page, place) => {
    const host = hosts[page] ?? '';
    if (hits[place] !== true || found.has(host)) return false;
    found.add(host);
    return true;
  });
}

import type { CrawlEnd } from '../../../model/crawl-event.js';
import type { FetchHits } from './fetch-curve.js';

/** One crawl of a comparison, with everything that measures need. Pages are indices into {@link Comparison.pages}. */
export interface ComparedCrawl {
  readonly topic: string;
  readonly classifier: string;
  readonly strategy: string;
  /** 0 for the first; each repeat has other seeds. */
  readonly repeat: number;
  readonly seeds: readonly number[];
  /** The fetched pages, in order; failures included. */
  readonly fetches: readonly number[];
  /** The accepted pages, in order. */
  readonly accepted: readonly number[];
  /** See `maxSimilarity`; null if nothing could be compared. */
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

/** True if each fetch of a crawl found a target. A page that is fetched again does not count again. */
export function hitsOf({ fetches }: ComparedCrawl, targets: ReadonlySet<number>): FetchHits {
  const found = new Set<number>();
  return fetches.map((page) => {
    if (!targets.has(page) || found.has(page)) return false;
    found.add(page);
    return true;
  });
}

import type { CrawlEnd } from '../../../model/crawl-event.js';

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
interface ComparedTopic {
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

/**
 * Measures along a crawl. A crawl is a sequence of fetches, each of which found a target or did not. Every fetch counts,
 * including failures and seeds. Given pages (seeds, pages of the corpus) are never targets, and each target is found once.
 */
export type FetchHits = readonly boolean[];

/**
 * Targets found in the first n fetches. After the end of a crawl, the number stays the same.
 * @param n an integer, 0 or more
 */
export function foundAt(hits: FetchHits, n: number): number {
  return hits.slice(0, n).filter(Boolean).length;
}

/**
 * Harvest rate after n fetches, `(1/n) Σ_{i≤n} r_i` with r_i = 1 for a target, else 0 (Lu et al. 2016, section 6.2.2). A crawl
 * that ended before is divided by what it fetched; null before the first fetch.
 */
export function harvestRateAt(hits: FetchHits, n: number): number | null {
  const fetched = Math.min(n, hits.length);
  return fetched === 0 ? null : foundAt(hits, n) / fetched;
}

/** Target recall after n fetches, `|T ∩ C_n| / |T|` (Lu et al. 2016, section 6.2.2); null without targets. */
export function targetRecallAt(hits: FetchHits, n: number, targets: number): number | null {
  return targets === 0 ? null : foundAt(hits, n) / targets;
}

/**
 * One number for the whole curve: `Σ_{n≤N} found(n) / Σ_{n≤N} min(n, R)`, the area below the curve of found targets as a
 * share of that of an ideal crawl, whose every fetch finds a target until none is left, and which needs no seeds. After an
 * early end, the number of found targets stays the same. Null without targets.
 * @param fetches N
 * @param targets R
 */
export function curveNumber(hits: FetchHits, fetches: number, targets: number): number | null {
  let found = 0;
  let area = 0;
  let best = 0;
  for (let n = 1; n <= fetches; n += 1) {
    if (hits[n - 1] === true) found += 1;
    area += found;
    best += Math.min(n, targets);
  }
  return best === 0 ? null : area / best;
}

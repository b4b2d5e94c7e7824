import type { FetchHits } from './curve.js';

/** Crawlers that no one can build, as bounds: they look at what is not fetched yet. */
export const BOUNDS = {
  lookahead: 'reads the text of a link’s target before it orders',
  'label-greedy': 'reads the label of a link’s target before it orders',
} as const;
export type BoundName = keyof typeof BOUNDS;

/** True for a crawler that only a closed web allows. */
export function isBound(strategy: string): strategy is BoundName {
  return Object.hasOwn(BOUNDS, strategy);
}

/** A target that a crawl did not fetch. */
export interface MissedTarget {
  /** Index into {@link Comparison.pages}. */
  readonly page: number;
  /** The link under which it still waited when the crawl ended; absent where no link to it was ever queued. */
  readonly waiting?: { readonly value: number; readonly referrer: number; readonly anchorText: string };
}

/** One crawl of a comparison, complete enough to measure it in any way. Pages are indices into {@link Comparison.pages}. */
export interface ComparedCrawl {
  /** Checksum of all that the crawl depends on: an equal one need not be done again. */
  readonly key: string;
  readonly topic: string;
  readonly classifier: string;
  readonly strategy: string;
  /** 0 for the first; each repeat has other seeds. */
  readonly repeat: number;
  readonly seeds: readonly number[];
  /** What was fetched, in order; failures included. */
  readonly fetches: readonly number[];
  /** For each fetch the page whose link led there; −1 for seeds. */
  readonly referrers: readonly number[];
  /** What was accepted, in order. */
  readonly accepted: readonly number[];
  readonly missed: readonly MissedTarget[];
  /** See `similarity.ts`; null where nothing could be compared. */
  readonly maxAverageSimilarity: number | null;
  readonly ended: 'nothing-left' | 'max-pages' | 'interrupted';
  /** Of real time. */
  readonly seconds: number;
}

/** A topic of a comparison and what is to be found. */
export interface ComparedTopic {
  readonly name: string;
  /** `labels`: the targets are known independently of any crawler. `verdicts`: what the classifier accepts counts. */
  readonly truth: 'labels' | 'verdicts';
  /** Empty for `verdicts`: there the targets are the pages that any of the crawls accepted. */
  readonly targets: readonly number[];
  /** Pages that were given: texts of the corpus, the web's seeds. They are about the topic and never found. */
  readonly given: readonly number[];
}

/** Everything that a comparison found out; plain data. */
export interface Comparison {
  /** For people: what was compared, and how. */
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
 * The targets of a crawl: those of its topic without its seeds. Where the classifier's verdict counts, they are what any
 * crawl for the topic by the same classifier accepted: a lower bound of what there is, the same for all of them.
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

/** For each fetch of a crawl whether it found a target; a page that is fetched again is not found again. */
export function hitsOf({ fetches }: ComparedCrawl, targets: ReadonlySet<number>): FetchHits {
  const found = new Set<number>();
  return fetches.map((page) => {
    if (!targets.has(page) || found.has(page)) return false;
    found.add(page);
    return true;
  });
}

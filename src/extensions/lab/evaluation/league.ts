import {
  type ComparedCrawl,
  type Comparison,
  type FetchHits,
  hitsOf,
  targetsOf,
  curveNumber,
  foundAt,
  harvestRateAt,
  targetRecallAt,
} from './comparison.js';
import { addToList } from '../../../support/add-to-list.js';
import { mean, ratio } from '../../../support/statistics.js';

/** A mean with its 95 % confidence band. */
interface MeanBand {
  readonly mean: number;
  /** Equal to the mean for a single value. */
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** Student's t, two-sided 95 %, for 1 to 30 degrees of freedom (any table of the distribution). */
const T_95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** The value of the normal distribution, for more degrees of freedom. */
const Z_95 = 1.96;

/** The range of shares: of harvest rates, recalls and curves. */
export const SHARES = { least: 0, most: 1 } as const;

/** The range of counts. */
export const COUNTS = { least: 0, most: Number.POSITIVE_INFINITY } as const;

/**
 * Mean and 95 % confidence band over repeats with different seeds: `x̄ ± t_{0.975, n−1} · s / √n`, s the sample's standard
 * deviation (divided by n − 1). Student's t is used instead of a bootstrap, since resampling three or five values gives bands
 * that are far too narrow. What of the band is outside of the range of the values is cut off.
 * @param values one or more
 * @param range in which all possible values are
 * @throws RangeError without a value
 */
export function meanBand(
  values: readonly number[],
  { least, most }: { readonly least: number; readonly most: number },
): MeanBand {
  const count = values.length;
  if (count === 0) throw new RangeError('a mean needs values');
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { mean, low: mean, high: mean, count };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  const half = (T_95[count - 2] ?? Z_95) * Math.sqrt(variance / count);
  return { mean, low: Math.max(least, mean - half), high: Math.min(most, mean + half), count };
}

/** A crawl with its measures at N fetches. */
export interface MeasuredCrawl {
  readonly crawl: ComparedCrawl;
  readonly hits: FetchHits;
  readonly targets: number;
  readonly fetched: number;
  readonly found: number;
  /** Null for a division by zero, as in the following measures. */
  readonly curve: number | null;
  readonly harvestRate: number | null;
  readonly targetRecall: number | null;
  /** Devi's measures of the fetched pages, without seeds. */
  readonly retrieval: RetrievalQuality;
  /** The same for the first n fetches. */
  readonly retrievalAt: (fetches: number) => RetrievalQuality;
  /** Share of accepted pages that are targets; without given pages (Hernandez et al. 2020, Harvest Ratio). */
  readonly acceptedRightly: number | null;
}

/** Measures each crawl of a comparison. */
export function measureAll(comparison: Comparison): readonly MeasuredCrawl[] {
  const { maxPages, webPages, topics } = comparison;
  const given = new Map(topics.map((topic) => [topic.name, topic.given]));
  return comparison.crawls.map((crawl) => {
    const targets = targetsOf(comparison, crawl);
    const hits = hitsOf(crawl, targets);
    const seeds = new Set(crawl.seeds);
    const known = new Set([...seeds, ...(given.get(crawl.topic) ?? [])]);
    const retrievalAt = (fetches: number): RetrievalQuality =>
      measureRetrieval(
        crawl.fetches.slice(0, fetches).filter((page) => !seeds.has(page)),
        targets,
        webPages,
      );
    const judged = crawl.accepted.filter((page) => !known.has(page));
    return {
      crawl,
      hits,
      targets: targets.size,
      fetched: crawl.fetches.length,
      found: foundAt(hits, maxPages),
      curve: curveNumber(hits, maxPages, targets.size),
      harvestRate: harvestRateAt(hits, maxPages),
      targetRecall: targetRecallAt(hits, maxPages, targets.size),
      retrieval: retrievalAt(crawl.fetches.length),
      retrievalAt,
      acceptedRightly: ratio(judged.filter((page) => targets.has(page)).length, judged.length),
    };
  });
}

/** A strategy with a classifier on one topic, over all repeats. */
export interface LeagueCell {
  readonly topic: string;
  readonly curve: MeanBand | null;
  readonly found: MeanBand;
  /** Of the topic, in the first repeat. */
  readonly targets: number;
}

/** The league table of measured crawls: strategies by their mean, best first. @param topics in the order of the columns */
export function leagueOf(measured: readonly MeasuredCrawl[], topics: readonly string[]) {
  const groups = new Map<string, MeasuredCrawl[]>();
  for (const one of measured)
    addToList(groups, JSON.stringify([one.crawl.strategy, one.crawl.classifier]), one);
  const rows = [...groups.values()].map((group) => rowOf(group, topics));
  rows.sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1) || a.strategy.localeCompare(b.strategy));
  return rows;
}

/** A row: cells in the order of the topics, and their mean, which is null if a topic is missing or has none. */
function rowOf(group: readonly MeasuredCrawl[], topics: readonly string[]) {
  const { strategy = '', classifier = '' } = group[0]?.crawl ?? {};
  const cells = topics.map((topic) => cellOf(group, topic));
  const means = cells.flatMap((cell) => cell?.curve?.mean ?? []);
  const isWhole = means.length === cells.length && means.length > 0;
  return { strategy, classifier, cells, mean: isWhole ? mean(means) : null };
}

function cellOf(group: readonly MeasuredCrawl[], topic: string): LeagueCell | undefined {
  const own = group.filter(({ crawl }) => crawl.topic === topic);
  const curves = own.flatMap(({ curve }) => curve ?? []);
  const counts = own.map(({ found }) => found);
  const [first] = own;
  return (
    first && {
      ...{ topic, targets: first.targets, found: meanBand(counts, COUNTS) },
      curve: curves.length === 0 ? null : meanBand(curves, SHARES),
    }
  );
}

/** Quality of a retrieval, each between 0 and 1; null for a division by zero. */
export interface RetrievalQuality {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly accuracy: number | null;
}

/**
 * Precision, recall and accuracy of a retrieval in a closed web (Devi 2017, Table 3): with a, b the relevant and irrelevant
 * pages that were retrieved and c, d those that were not, `a / (a + b)`, `a / (a + c)` and `(a + d) / (a + b + c + d)`.
 * @param pages number of all pages of the web
 */
export function measureRetrieval(
  retrieved: Iterable<number>,
  relevant: ReadonlySet<number>,
  pages: number,
): RetrievalQuality {
  const had = new Set(retrieved);
  const hits = [...had].filter((page) => relevant.has(page)).length;
  const missed = relevant.size - hits;
  const left = Math.max(0, pages - had.size - missed);
  return {
    precision: ratio(hits, had.size),
    recall: ratio(hits, relevant.size),
    accuracy: ratio(hits + left, had.size + missed + left),
  };
}

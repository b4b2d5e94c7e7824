import { hitsOf, targetsOf, type ComparedCrawl, type Comparison } from './comparison.js';
import { COUNTS, meanBand, SHARES, type MeanBand } from './confidence.js';
import { curveNumber, foundAt, harvestRateAt, targetRecallAt, type FetchHits } from './fetch-curve.js';
import { mean, ratio } from '../../../support/statistics.js';

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
      measureRetrieval({
        retrieved: crawl.fetches.slice(0, fetches).filter((page) => !seeds.has(page)),
        relevant: targets,
        pages: webPages,
      });
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
  readonly found: MeanBand | null;
  /** Of the topic, in the first repeat. */
  readonly targets: number;
}

/** A row of the league table. */
export interface LeagueRow {
  readonly strategy: string;
  readonly classifier: string;
  /** In the order of the topics; undefined if there is no such crawl. */
  readonly cells: readonly (LeagueCell | undefined)[];
  /** Mean of the topics' curve numbers; null if a topic is missing or has none. */
  readonly mean: number | null;
}

/** The league table of measured crawls: strategies by their mean, best first. @param topics in the order of the columns */
export function leagueOf(
  measured: readonly MeasuredCrawl[],
  topics: readonly string[],
): readonly LeagueRow[] {
  const groups = new Map<string, MeasuredCrawl[]>();
  for (const one of measured) {
    const key = JSON.stringify([one.crawl.strategy, one.crawl.classifier]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const rows = [...groups.values()].map((group) => rowOf(group, topics));
  rows.sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1) || a.strategy.localeCompare(b.strategy));
  return rows;
}

function rowOf(group: readonly MeasuredCrawl[], topics: readonly string[]): LeagueRow {
  const { strategy = '', classifier = '' } = group[0]?.crawl ?? {};
  const cells = topics.map((topic) => cellOf(group, topic));
  const means = cells.map((cell) => cell?.curve?.mean);
  const known = means.filter((mean) => mean !== undefined);
  return {
    strategy,
    classifier,
    cells,
    mean: known.length === means.length && known.length > 0 ? mean(known) : null,
  };
}

function cellOf(group: readonly MeasuredCrawl[], topic: string): LeagueCell | undefined {
  const own = group.filter(({ crawl }) => crawl.topic === topic);
  const first = own[0];
  if (first === undefined) return undefined;
  return {
    topic,
    curve: bandOf(own.map(({ curve }) => curve)),
    found: bandOf(
      own.map(({ found }) => found),
      COUNTS,
    ),
    targets: first.targets,
  };
}

function bandOf(
  values: readonly (number | null)[],
  range: typeof SHARES | typeof COUNTS = SHARES,
): MeanBand | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : meanBand(known, range);
}

/** The four counts of a retrieval in a closed web (Devi 2017, Table 3). */
export interface RetrievalCounts {
  /** Relevant pages retrieved. */
  readonly relevantRetrieved: number;
  /** Irrelevant pages retrieved. */
  readonly irrelevantRetrieved: number;
  /** Relevant pages not retrieved. */
  readonly relevantMissed: number;
  /** Irrelevant pages not retrieved. */
  readonly irrelevantMissed: number;
}

/** Quality of a retrieval, each between 0 and 1; null for a division by zero. */
export interface RetrievalQuality {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly accuracy: number | null;
}

/**
 * Precision, recall and accuracy (Devi 2017, Table 3): with a, b the relevant and irrelevant pages that were retrieved and
 * c, d those that were not, `a / (a + b)`, `a / (a + c)` and `(a + d) / (a + b + c + d)`.
 */
export function retrievalQuality(counts: RetrievalCounts): RetrievalQuality {
  const { relevantRetrieved, irrelevantRetrieved, relevantMissed, irrelevantMissed } = counts;
  const all = relevantRetrieved + irrelevantRetrieved + relevantMissed + irrelevantMissed;
  return {
    precision: ratio(relevantRetrieved, relevantRetrieved + irrelevantRetrieved),
    recall: ratio(relevantRetrieved, relevantRetrieved + relevantMissed),
    accuracy: ratio(relevantRetrieved + irrelevantMissed, all),
  };
}

/** The retrieved pages, the relevant pages, and the number of all pages. */
export interface RetrievalInput {
  readonly retrieved: Iterable<number>;
  readonly relevant: ReadonlySet<number>;
  /** Number of all pages of the web. */
  readonly pages: number;
}

/** Counts and measures a retrieval on a closed web. */
export function measureRetrieval({ retrieved, relevant, pages }: RetrievalInput): RetrievalQuality {
  const had = new Set(retrieved);
  const hits = [...had].filter((page) => relevant.has(page)).length;
  const relevantMissed = relevant.size - hits;
  return retrievalQuality({
    relevantRetrieved: hits,
    irrelevantRetrieved: had.size - hits,
    relevantMissed,
    irrelevantMissed: Math.max(0, pages - had.size - relevantMissed),
  });
}

import { normaliseUrl } from '../../../crawling/urls/urls.js';
import { addToList } from '../../../support/batches.js';

/** Origins of proposals: the texts of the topic, and searches. */
export type SeedSource = 'corpus' | 'search';

/** One address in an answer of a source. */
export interface SeedHit {
  /** As the source wrote it: anything may be wrong with it. */
  readonly url: string;
  /** Why the source has it: a title, an anchor text. May be empty. */
  readonly note: string;
}

/** One answer of a source, best first. */
export interface SeedList {
  readonly source: SeedSource;
  /** Source: a search engine with a query, a folder. */
  readonly by: string;
  readonly hits: readonly SeedHit[];
}

/** An address that sources propose. */
export interface SeedCandidate {
  /** Normalised. */
  readonly url: string;
  readonly host: string;
  /** Agreement of the sources on it, from above 0 to 1 for the best one. */
  readonly prior: number;
  /** The answers that have it, in their order. */
  readonly found: readonly FoundBy[];
}

/** The place of a candidate in an answer. */
export interface FoundBy {
  readonly source: SeedSource;
  readonly by: string;
  /** From 1. */
  readonly place: number;
  readonly note: string;
}

/** Places of a list that count; a list of a crawler trap may be endless. */
const LONGEST_LIST = 5000;
/** The constant of rank fusion in the paper, by which the first places of a list count little more than the next ones. */
const K = 60;

/**
 * The addresses that sources propose, each once, best first. The lists of each source are fused to one, then the sources,
 * so that a source that was asked many questions does not outvote the others. What is not an http(s) address is left out.
 */
export function candidatesOf(lists: readonly SeedList[]): readonly SeedCandidate[] {
  const found = new Map<string, FoundBy[]>();
  const bySource = new Map<SeedSource, string[][]>();
  for (const { source, by, hits } of lists) {
    const urls = new Set<string>();
    for (const { url: written, note } of hits.slice(0, LONGEST_LIST)) {
      const url = normaliseUrl(written);
      if (url === undefined || urls.has(url)) continue;
      urls.add(url);
      addToList(found, url, { source, by, place: urls.size, note });
    }
    addToList(bySource, source, [...urls]);
  }
  const ranked = fuseRanks([...bySource.values()].map((own) => [...fuseRanks(own).keys()]));
  const [best = 1] = ranked.values();
  return [...ranked].map(([url, score]) => ({
    url,
    host: new URL(url).host,
    prior: score / best,
    found: found.get(url) ?? [],
  }));
}

/**
 * Fuses ranked lists by reciprocal rank fusion (Cormack, Clarke, Büttcher 2009):
 *
 *     score(d) = Σ over the lists that have d of 1 / (60 + place of d),   places from 1
 *
 * @returns items with their scores, the best first; equal ones in the order in which they were met
 */
function fuseRanks(lists: Iterable<readonly string[]>): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [index, item] of list.entries())
      scores.set(item, (scores.get(item) ?? 0) + 1 / (K + index + 1));
  return new Map([...scores].sort(([, a], [, b]) => b - a));
}

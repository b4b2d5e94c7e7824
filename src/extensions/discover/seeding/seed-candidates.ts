import { normaliseUrl } from '../../../crawling/urls/urls.js';
import type { SeedList, SeedSource } from './seeds.js';
import { addToList } from '../../../support/add-to-list.js';
import { fuseRanks } from './rank-fusion.js';

/** An address that sources propose. */
export interface SeedCandidate {
  /** Normalised. */
  readonly url: string;
  readonly host: string;
  /** How much the sources agree on it, from above 0 to 1 for the best one. */
  readonly prior: number;
  /** The answers that have it, in their order. */
  readonly found: readonly FoundBy[];
}

/** Where a candidate was found. */
export interface FoundBy {
  readonly source: SeedSource;
  readonly by: string;
  /** From 1. */
  readonly place: number;
  readonly note: string;
}

/** Places of a list that count; a list of a crawler trap may be endless. */
const LONGEST_LIST = 5000;

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

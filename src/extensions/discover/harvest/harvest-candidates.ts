import { normaliseUrl } from '../../../crawling/urls/urls.js';
import type { SearchHit } from '../search/search.js';

/** A search that was made. */
export interface MadeSearch {
  readonly query: string;
  readonly hits: readonly SearchHit[];
}

/** A page that searches found. */
export interface Candidate {
  readonly url: string;
  /** The search that put it highest, and the place there, from 1. */
  readonly search: string;
  readonly place: number;
  readonly hit: SearchHit;
  /** Number of the first search that found it, from 1. */
  readonly firstSearch: number;
  /** How many searches found it. */
  readonly searches: number;
}

/**
 * The pages that searches found, each once: the first of each search before the second of each, and among them those that more
 * searches found. So a limit on pages cuts off what was found low in all lists.
 */
export function candidatesOf(searches: readonly MadeSearch[]): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const [index, { query, hits }] of searches.entries()) {
    for (const [rank, hit] of hits.entries()) {
      const url = normaliseUrl(hit.url);
      if (url === undefined) continue;
      const own = { url, search: query, place: rank + 1, hit, firstSearch: index + 1 };
      found.set(url, merged(found.get(url), { ...own, searches: 1 }));
    }
  }
  return [...found.values()].sort((a, b) => a.place - b.place || b.searches - a.searches);
}

function merged(before: Candidate | undefined, now: Candidate): Candidate {
  if (before === undefined) return now;
  const best = now.place < before.place ? now : before;
  return {
    ...best,
    firstSearch: before.firstSearch,
    searches: before.searches + 1,
  };
}

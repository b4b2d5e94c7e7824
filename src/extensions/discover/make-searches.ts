import { normaliseUrl } from '../../crawling/urls/urls.js';
import { InputError, Interrupted, messageOf } from '../../model/errors.js';
import type { OnWait } from '../../model/wait.js';
import type { Logger } from '../../support/logger.js';
import type { SearchEngine, SearchHit } from './search-engine.js';

/** A search that was made. */
export interface MadeSearch {
  readonly query: string;
  readonly hits: readonly SearchHit[];
}

/** The searches that the engine answered. */
export interface Searched {
  readonly made: readonly MadeSearch[];
  /** Present where the engine stopped answering: its answer. */
  readonly failure?: string;
}

/** Services for making searches. */
export interface SearchParts {
  readonly engine: SearchEngine;
  readonly logger: Logger;
  readonly signal?: AbortSignal;
  /** Called before each search. */
  readonly onWait?: OnWait;
  /** Called after each search. */
  readonly onSearch?: (made: MadeSearch) => void;
}

/**
 * Makes searches, one after the other. When the engine stops answering, those that were made count, and it is said.
 * @param top hits taken of each
 * @param goOn true if there is something to do without any search
 * @throws InputError when the engine does not answer the first search and there is nothing else to do
 */
export async function makeSearches(
  { engine, logger, signal, onWait, onSearch }: SearchParts,
  searches: readonly string[],
  top: number,
  goOn: boolean,
): Promise<Searched> {
  const made: MadeSearch[] = [];
  for (const [place, query] of searches.entries()) {
    if (signal?.aborted === true) break;
    onWait?.(`waiting for an answer of ${engine.name}`, {
      detail: `search ${place + 1} of ${searches.length}`,
    });
    try {
      const search = { query, hits: await engine.search(query, top) };
      made.push(search);
      onSearch?.(search);
    } catch (thrown) {
      if (thrown instanceof Interrupted) break;
      if (!(thrown instanceof InputError) || (made.length === 0 && !goOn)) throw thrown;
      const hint = thrown.hint === undefined ? '' : ` (${thrown.hint})`;
      const failure = `${messageOf(thrown)}${hint}`;
      logger.warn(
        `${failure}; ${made.length} of ${searches.length} searches were made, and what they found is used`,
      );
      return { made, failure };
    }
  }
  return { made };
}

/** A page that searches found. */
export interface FoundPage {
  readonly url: string;
  /** The search that put it highest, and the place there, from 1. */
  readonly search: string;
  readonly place: number;
  readonly hit: SearchHit;
  /** Number of searches that found it. */
  readonly searches: number;
}

/**
 * The pages that searches found, each once: the first of each search before the second of each, and among them those that more
 * searches found. So a limit on pages cuts off what was found low in all lists.
 */
export function foundPages(searches: readonly MadeSearch[]): readonly FoundPage[] {
  const found = new Map<string, FoundPage>();
  for (const { query, hits } of searches)
    for (const [rank, hit] of hits.entries()) {
      const url = normaliseUrl(hit.url);
      if (url === undefined) continue;
      const before = found.get(url);
      const now = { url, search: query, place: rank + 1, hit, searches: (before?.searches ?? 0) + 1 };
      found.set(
        url,
        before === undefined || now.place < before.place ? now : { ...before, searches: now.searches },
      );
    }
  return [...found.values()].sort((a, b) => a.place - b.place || b.searches - a.searches);
}

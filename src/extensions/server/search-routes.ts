import path from 'node:path';
import type { Hono } from 'hono';
import { PARTS } from '../../judging/parts.js';
import type { SearchAnswer } from '../search/search-answer.js';
import { InputError, UsageError } from '../../model/errors.js';
import { takeTurns } from '../../support/take-turns.js';
import { sentenceOf } from '../../support/text/sentence.js';
import { without } from '../../support/without.js';
import { answer, pageResponse, Problem } from './http.js';
import { readSearchWish, type SearchWishes } from './page/search-parts.js';

export const SEARCH_PATH = '/search';

/** The search of a server. */
export interface SearchService {
  /** Result folders of crawls. */
  readonly crawls: readonly string[];
  /** Seconds that a search may take. */
  readonly seconds: number;
  /** Searches that may wait for others; more are refused. */
  readonly maxWaiting: number;
}

/** Adds `/search`: a page for browsers, JSON for programs. */
export function addSearchRoutes(app: Hono, { crawls, seconds, maxWaiting }: SearchService): void {
  // One at a time: each may write to the index.
  const inTurn = takeTurns();
  let waiting = 0;
  app.get(SEARCH_PATH, async ({ req }) => {
    const { searchParams } = new URL(req.url);
    const wantsPage = /text\/html/.test(req.header('accept') ?? '') && searchParams.get('format') !== 'json';
    if (wantsPage) return pageResponse('search.html');
    if (crawls.length === 0)
      throw new Problem(
        404,
        'no crawl is served, so that there is nothing to search: sfwc serve KB --crawl OUT',
      );
    const wish = checkedWish(searchParams);
    if (waiting > maxWaiting)
      throw new Problem(503, 'too many searches wait; try again', { 'retry-after': '2' });
    waiting += 1;
    const found = await inTurn(() => searchWithin(crawls, wish, seconds, req.raw.signal)).finally(
      () => (waiting -= 1),
    );
    return answer(`${JSON.stringify(withoutFolders(found))}\n`, 'application/json', {
      'cache-control': 'no-cache',
    });
  });
}

/** Reads the parameters of a search. @throws UsageError for one that is missing or out of bounds */
export function checkedWish(parameters: URLSearchParams): SearchWishes {
  const wish = readSearchWish(parameters);
  if (typeof wish === 'string') throw new UsageError(wish);
  if (wish.q === '') throw new UsageError('q, the words to search for, is missing');
  return wish;
}

/** Searches crawls; each search brings their indexes up to date. @throws Problem 503 when it takes too long */
export async function searchWithin(
  crawls: readonly string[],
  { q, filters, since, literal, start, count }: SearchWishes,
  seconds: number,
  left: AbortSignal,
): Promise<SearchAnswer> {
  const { search } = await PARTS.search();
  const time = AbortSignal.timeout(seconds * 1000);
  const options = { ...filters, ...(since === undefined ? {} : { since }), literal, limit: count };
  try {
    return await search(crawls, q, options, { signal: AbortSignal.any([time, left]) }, start - 1);
  } catch (thrown) {
    if (thrown instanceof InputError) throw new Problem(503, sentenceOf(thrown));
    if (!time.aborted || thrown !== time.reason) throw thrown;
    const text = `the search took longer than ${seconds} s; try again: an index that is being made is continued`;
    throw new Problem(503, text, { 'retry-after': '1' });
  }
}

/** An answer without the folders of this machine. */
function withoutFolders({ hits, collections, ...answered }: SearchAnswer): object {
  const name = (out: string): string => path.basename(path.resolve(out));
  return {
    ...answered,
    hits: hits.map((hit) => ({ ...without(hit, 'out'), crawl: name(hit.out) })),
    crawls: collections.map(({ out, pages }) => ({ crawl: name(out), pages })),
  };
}

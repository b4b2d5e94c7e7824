import path from 'node:path';
import type { Context, Hono } from 'hono';
import { PARTS } from '../../../judging/parts.js';
import type { SearchAnswer } from '../../../model/collection-search.js';
import { InputError, OutputError, UsageError } from '../../../model/errors.js';
import { takeTurns } from '../../../support/take-turns.js';
import { sentenceOf } from '../../../support/text/sentence.js';
import { Problem } from '../problem.js';
import type { MediaFormat } from '../result-formats.js';
import { answer as respond, chooseFormat } from '../service.js';
import { searchPage, type PageContent } from './search-page.js';
import { readSearchRequest, wishOf, type SearchRequest } from './search-request.js';

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

/** Searches that are answered, one at a time: each may write to the index. */
type Find = (request: SearchRequest, signal: AbortSignal) => Promise<SearchAnswer>;

const HTML: MediaFormat = { name: 'html', mediaType: 'text/html', aliases: [], iri: '' };
const JSON_FORMAT: MediaFormat = { name: 'json', mediaType: 'application/json', aliases: [], iri: '' };
const OFFER = [HTML, JSON_FORMAT];

/** A search changes with the crawl. */
const UNCACHED = { 'cache-control': 'no-cache' };

/** Adds `/search`. Without crawls, it says how to serve some. */
export function addSearchRoutes(app: Hono, service: SearchService): void {
  const find = findInTurn(service);
  app.get(SEARCH_PATH, (context) => {
    if (service.crawls.length === 0)
      throw new Problem(
        404,
        'no crawl is served, so that there is nothing to search: sfwc serve KB --crawl OUT',
      );
    return answerSearch(context, find);
  });
}

async function answerSearch(context: Context, find: Find): Promise<Response> {
  const parameters = new URL(context.req.url).searchParams;
  const { format } = chooseFormat(context.req.header('accept'), parameters.get('format') ?? undefined, OFFER);
  let request: SearchRequest | undefined;
  try {
    request = readSearchRequest(parameters);
    if (request.q === '' && format !== HTML) throw new UsageError('q, the words to search for, is missing');
    const answer = request.q === '' ? undefined : await find(request, context.req.raw.signal);
    if (answer === undefined || format === HTML) return htmlResponse({ request, answer }, 200);
    return respond(`${JSON.stringify(publicAnswer(request, answer))}\n`, 'application/json', UNCACHED);
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem === undefined || format !== HTML) throw problem ?? thrown;
    return htmlResponse({ request, problem: problem.message }, problem.status, problem.headers);
  }
}

function htmlResponse(
  content: PageContent,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { headers: usual, body } = respond(searchPage(content), 'text/html; charset=utf-8', UNCACHED);
  return new Response(body, { status, headers: { ...Object.fromEntries(usual), ...headers } });
}

/** An answer without the folders of this machine. */
function publicAnswer({ start, count }: SearchRequest, answer: SearchAnswer): object {
  const { query, hits, all, some, facets, widened, collections } = answer;
  const name = (out: string): string => path.basename(path.resolve(out));
  return {
    ...{ query, start, count, total: all + some, all, some },
    hits: hits.map(({ out, ...hit }) => ({ ...hit, crawl: name(out) })),
    ...{ facets, widened },
    crawls: collections.map(({ out, pages }) => ({ crawl: name(out), pages })),
  };
}

/** Problem of a search that fails, for a client; undefined for what nobody expected. */
function problemOf(thrown: unknown): Problem | undefined {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof UsageError) return new Problem(400, sentenceOf(thrown));
  if (thrown instanceof InputError || thrown instanceof OutputError)
    return new Problem(503, sentenceOf(thrown));
  return undefined;
}

function findInTurn({ crawls, seconds, maxWaiting }: SearchService): Find {
  const inTurn = takeTurns();
  let waiting = 0;
  return async (request, signal) => {
    if (waiting > maxWaiting)
      throw new Problem(503, 'too many searches wait; try again', { 'retry-after': '2' });
    waiting += 1;
    return inTurn(() => findWithin(crawls, seconds, request, signal)).finally(() => (waiting -= 1));
  };
}

async function findWithin(
  crawls: readonly string[],
  seconds: number,
  request: SearchRequest,
  left: AbortSignal,
): Promise<SearchAnswer> {
  const time = AbortSignal.timeout(seconds * 1000);
  const progress = new Map<string, number>();
  try {
    const { searchCollections } = await PARTS.search();
    return await searchCollections(crawls, request.q, wishOf(request), {
      signal: AbortSignal.any([time, left]),
      onProgress: ({ out, done, total }) => progress.set(out, Math.floor((100 * done) / total)),
    });
  } catch (thrown) {
    if (!time.aborted || thrown !== time.reason) throw thrown;
    const [[out, share] = ['', 100]] = [...progress].slice(-1);
    if (share === 100)
      throw new Problem(
        503,
        `the search took longer than ${seconds} s; try again: an index that is being made is continued`,
        { 'retry-after': '1' },
      );
    const far = `the index of ${path.basename(path.resolve(out))} is being made: ${share} % of the events are read`;
    throw new Problem(503, `${far}; try again, and it continues from there`, { 'retry-after': '1' });
  }
}

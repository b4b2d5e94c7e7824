import { InputError, SfwcError } from '../../../model/errors.js';
import { givesGraph, queryKind } from '../../../knowledge/queries/query-text.js';
import type { FederatedSource } from '../../../knowledge/places/store.js';

/** Answers SPARQL protocol requests from the sources themselves, without network access. */
export interface Gateway {
  readonly fetch: typeof globalThis.fetch;
  /** The last SfwcError with which a request failed. */
  readonly failure: () => SfwcError | undefined;
}

const RESULTS = 'application/sparql-results+json';
const GRAPH = 'application/n-triples';

/** Creates a gateway. A request to any other address fails with an InputError that names it. */
export function createGateway(sources: readonly FederatedSource[]): Gateway {
  const byUrl = new Map(sources.map((source) => [source.url, source]));
  let failure: SfwcError | undefined;
  const amountToTell = createAmounts(sources);
  const answer = async (url: string, init?: RequestInit): Promise<Response> => {
    const { target, query } = requestOf(url, init);
    const source = byUrl.get(target);
    if (source === undefined) {
      throw new InputError(`the query asks ${target}, which is none of its sources`, {
        hint: `add it: --source ${target}`,
      });
    }
    // Before its first query, Comunica checks whether the source describes itself.
    if (query === undefined) return new Response('', { headers: { 'Content-Type': 'text/turtle' } });
    if (isAboutAmount(query)) {
      const text = amountText(query, await amountToTell(source, query));
      return new Response(text, { headers: { 'Content-Type': RESULTS } });
    }
    const isGraph = givesGraph(queryKind(query));
    const text = await source.kb.answer(query, isGraph ? 'ntriples' : 'json', source.scope);
    return new Response(text, { headers: { 'Content-Type': isGraph ? GRAPH : RESULTS } });
  };
  return {
    fetch: async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      try {
        return await answer(url, init);
      } catch (error) {
        if (error instanceof SfwcError) failure = error;
        throw error;
      }
    },
    failure: () => failure,
  };
}

/** Tells how many matches of a query a source has; each is counted once. */
function createAmounts(
  sources: readonly FederatedSource[],
): (source: FederatedSource, query: string) => Promise<number | undefined> {
  const amounts = new Map<string, Promise<number | undefined>>();
  const amountIn = (source: FederatedSource, query: string): Promise<number | undefined> => {
    const key = `${source.url} ${query}`;
    const amount = amounts.get(key) ?? askAmount(source, query);
    amounts.set(key, amount);
    return amount;
  };
  /**
   * Comunica asks which sources have a pattern and drops patterns that none of them has; `MINUS` and aggregates over
   * nothing then return nothing. So a pattern without matches is reported as present everywhere: it finds nothing and
   * costs little.
   */
  return async (source, query) => {
    const own = await amountIn(source, query);
    if (own !== 0) return own;
    const all = await Promise.all(sources.map((other) => amountIn(other, query)));
    return all.every((amount) => amount === 0) ? 1 : 0;
  };
}

/** Query by which Comunica counts matches in a source. */
const COUNT_QUERY = /^SELECT \(COUNT\(\*\) AS \?count\) WHERE \{/;

/** All ASK queries are sent by Comunica itself; those of users arrive as SELECT. */
function isAboutAmount(query: string): boolean {
  return COUNT_QUERY.test(query) || queryKind(query) === 'ASK';
}

/**
 * The number of matches in a source (0 or 1 for ASK); undefined when it fails, since the source may still answer the
 * query itself.
 */
async function askAmount({ kb, scope }: FederatedSource, query: string): Promise<number | undefined> {
  try {
    if (!COUNT_QUERY.test(query)) return (await kb.answer(query, 'csv', scope)).trim() === 'true' ? 1 : 0;
    const { rows } = await kb.select(query, scope);
    return Number(rows[0]?.['count']?.value ?? Number.NaN);
  } catch {
    return undefined;
  }
}

/** Without a number, Comunica assumes any amount. */
function amountText(query: string, amount: number | undefined): string {
  if (!COUNT_QUERY.test(query)) return JSON.stringify({ head: {}, boolean: amount !== 0 });
  const value = amount === undefined ? 'unknown' : String(amount);
  return JSON.stringify({
    head: { vars: ['count'] },
    results: { bindings: [{ count: { type: 'literal', value } }] },
  });
}

function requestOf(
  url: string,
  { body }: RequestInit = {},
): { readonly target: string; readonly query?: string } {
  if (typeof body === 'string' || body instanceof URLSearchParams) {
    const query = new URLSearchParams(body).get('query');
    return query === null ? { target: url } : { target: url, query };
  }
  // An endpoint's address may have parameters; Comunica appends the query.
  const at = Math.max(url.lastIndexOf('?query='), url.lastIndexOf('&query='));
  if (at < 0 || url.includes('&', at + 1)) return { target: url };
  const query = url.slice(at + '?query='.length).replaceAll('+', ' ');
  return { target: url.slice(0, at), query: decodeURIComponent(query) };
}

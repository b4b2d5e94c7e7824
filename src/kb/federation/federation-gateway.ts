import { InputError, SfwcError } from '../../model/errors.js';
import type { QueryScope } from '../../model/rdf.js';
import { givesGraph, queryKind } from '../queries/query-text.js';
import type { Answering } from './skolem.js';

/** One of the sources of a federation. */
export interface FederatedSource {
  /** An address of its own; the source's real one, where it has one, so that `SERVICE` may name it. */
  readonly url: string;
  readonly kb: Answering;
  /** What queries see of the source. Default: all. */
  readonly scope?: QueryScope;
}

/** Answers requests of the SPARQL protocol by the sources themselves; none reaches the network from here. */
export interface Gateway {
  readonly fetch: typeof globalThis.fetch;
  /** The last error of ours that a request ended with. */
  readonly failure: () => SfwcError | undefined;
}

const RESULTS = 'application/sparql-results+json';
const GRAPH = 'application/n-triples';

/** The gateway to sources. A request to anything else fails with an InputError that names it. */
export function createGateway(sources: readonly FederatedSource[]): Gateway {
  const byUrl = new Map(sources.map((source) => [source.url, source]));
  let failure: SfwcError | undefined;
  const amounts = new Map<string, Promise<number | undefined>>();
  const amountIn = (source: FederatedSource, query: string): Promise<number | undefined> => {
    const key = `${source.url} ${query}`;
    const amount = amounts.get(key) ?? askAmount(source, query);
    amounts.set(key, amount);
    return amount;
  };
  /**
   * Comunica asks which sources have a pattern, and leaves out of the query what none of them has; `MINUS` and sums over
   * nothing then give nothing themselves. So what is nowhere is said to be anywhere: that finds nothing and costs little.
   */
  const amountToTell = async (source: FederatedSource, query: string): Promise<number | undefined> => {
    const own = await amountIn(source, query);
    if (own !== 0) return own;
    const all = await Promise.all(sources.map((other) => amountIn(other, query)));
    return all.every((amount) => amount === 0) ? 1 : 0;
  };
  const answer = async (url: string, init?: RequestInit): Promise<Response> => {
    const { target, query } = requestOf(url, init);
    const source = byUrl.get(target);
    if (source === undefined) {
      throw new InputError(`the query asks ${target}, which is none of its sources`, {
        hint: `add it: --source ${target}`,
      });
    }
    // Before its first query, Comunica looks whether the source describes itself.
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

/** With these, Comunica finds out how much a source has of something. */
const COUNT_QUERY = /^SELECT \(COUNT\(\*\) AS \?count\) WHERE \{/;

/** Every ASK is Comunica's own: those of users come here as SELECT. */
function isAboutAmount(query: string): boolean {
  return COUNT_QUERY.test(query) || queryKind(query) === 'ASK';
}

/** How much a source has, by ASK 0 or 1; undefined where it cannot say in time: it may still answer the query itself. */
async function askAmount({ kb, scope }: FederatedSource, query: string): Promise<number | undefined> {
  try {
    if (!COUNT_QUERY.test(query)) return (await kb.answer(query, 'csv', scope)).trim() === 'true' ? 1 : 0;
    const { rows } = await kb.select(query, scope);
    return Number(rows[0]?.['count']?.value ?? Number.NaN);
  } catch {
    return undefined;
  }
}

/** Where there is no number, Comunica takes it that there is any amount. */
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
  // The address of an endpoint may have parameters of its own; Comunica puts the query behind them.
  const found = /^(.*?)[?&]query=([^&]*)$/s.exec(url);
  const [, target, query = ''] = found ?? [];
  return target === undefined
    ? { target: url }
    : { target, query: decodeURIComponent(query.replaceAll('+', ' ')) };
}

import { InputError, SfwcError } from '../model/errors.js';
import type { QueryScope } from '../model/rdf.js';
import { givesGraph, queryKind } from './query-text.js';
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
        // A source that cannot count in time may still answer the query itself.
        if (COUNT_QUERY.test(requestOf(url, init).query ?? ''))
          return new Response(UNCOUNTED, { headers: { 'Content-Type': RESULTS } });
        if (error instanceof SfwcError) failure = error;
        throw error;
      }
    },
    failure: () => failure,
  };
}

/** With these, Comunica finds out how much a source has of something. */
const COUNT_QUERY = /^SELECT \(COUNT\(\*\) AS \?count\) WHERE \{/;
/** No number: Comunica then takes it that there is any amount, and stops waiting. */
const UNCOUNTED =
  '{"head":{"vars":["count"]},"results":{"bindings":[{"count":{"type":"literal","value":"unknown"}}]}}';

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
  return target === undefined ? { target: url } : { target, query: decodeURIComponent(query.replaceAll('+', ' ')) };
}

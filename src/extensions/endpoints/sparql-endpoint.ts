import { randomUUID } from 'node:crypto';
import { InputError, QueryError, messageOf } from '../../model/errors.js';
import type { QueryScope, ResultFormat } from '../../model/rdf.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { datasetFor, listGraphs, stagingGraph, type DatasetParameters } from './endpoint-dataset.js';
import type { EndpointHttpOptions } from '../../knowledge/endpoint/endpoint-request.js';
import { createEndpointHttp } from './endpoint-http.js';
import { batchesOf } from './endpoint-load.js';
import { createEndpointQuery } from './endpoint-query.js';
import { replaceGraphs } from './endpoint-replace.js';
import { createEndpointUpdate } from './endpoint-update.js';
import { graphText } from '../../knowledge/formats/skolem.js';
import { givesGraph, queryKind } from '../../knowledge/queries/query-text.js';
import type { WritableKnowledgeBase } from '../../knowledge/places/store.js';
import { rowFormat, rowsText, truthText } from '../../knowledge/formats/result-text.js';

/** A SPARQL 1.1 endpoint and its options. */
export interface SparqlEndpointOptions extends EndpointHttpOptions {
  /** Address for queries, http or https. */
  readonly url: string;
  /** Address for updates. Default: the same. */
  readonly updateUrl?: string;
  /** Address of the SPARQL 1.1 Graph Store Protocol, which is much faster for loading. */
  readonly graphStore?: string;
  /**
   * The dataset of queries without scope: `union` of all named graphs that the endpoint lists (default), or
   * `endpoint`, its own default.
   */
  readonly dataset?: 'union' | 'endpoint';
  /** Returns a unique name for a load. Default: a random UUID. */
  readonly newLoadId?: () => string;
}

/** A knowledge base that other programs may use as well; see {@link replaceGraphs} for the guarantees of its changes. */
export type SparqlEndpoint = WritableKnowledgeBase;

/**
 * A knowledge base behind a SPARQL 1.1 endpoint: Virtuoso, Fuseki, GraphDB, Blazegraph, Oxigraph, or `sfwc serve`.
 *
 * Queries are sent as forms by POST and answered in JSON or N-Triples whatever the output format, so that every
 * engine gives the same text. Repeatable requests are retried after transient failures. The methods throw QueryError
 * for queries and InputError naming the URL for everything else.
 */
export function createSparqlEndpoint(options: SparqlEndpointOptions): SparqlEndpoint {
  const {
    url,
    dataset = 'union',
    newLoadId = randomUUID,
    warn = () => undefined,
    clock = systemClock,
  } = options;
  const send = createEndpointHttp(options);
  const query = createEndpointQuery(url, send, warn);
  const update = createEndpointUpdate({ ...options, send });
  const graphs = rememberGraphs(clock, () => listGraphs((text) => query.select(text, [])));
  const datasetOf = (text: string, scope: QueryScope = {}): Promise<DatasetParameters> =>
    dataset === 'endpoint' && scope.defaultGraphs === undefined
      ? Promise.resolve([])
      : datasetFor(text, scope, graphs.list);
  const count = async (names: readonly string[]): Promise<number> => {
    if (names.length === 0) return 0;
    const { rows } = await query.select(
      COUNT,
      names.map((graph) => ['named-graph-uri', graph]),
    );
    return Number(rows[0]?.['n']?.value ?? 0);
  };
  return {
    select: async (text, scope) => {
      if (queryKind(text) !== 'SELECT') throw new QueryError('a SELECT query is needed here');
      return query.select(text, await datasetOf(text, scope));
    },
    answer: async (text, format, scope) => {
      const parameters = await datasetOf(text, scope);
      const kind = queryKind(text);
      if (givesGraph(kind)) return writeGraph(url, await query.construct(text, parameters), format);
      const wanted = rowFormat(kind, format);
      if (kind === 'ASK') return truthText(await query.ask(text, parameters), wanted);
      return rowsText(await query.select(text, parameters), wanted);
    },
    load: async (nquads) => {
      try {
        for await (const batch of batchesOf(nquads, newLoadId(), update.limits)) await update.insert(batch);
      } finally {
        graphs.forget();
      }
    },
    checkWritable: async () => {
      await query.ask('ASK { }', []);
      await update.drop([stagingGraph('check')]);
    },
    size: async () => count(await graphs.list()),
    replaceGraphs: (nquads, names) =>
      replaceGraphs({
        url,
        nquads,
        names,
        load: newLoadId(),
        update,
        count,
      }).finally(graphs.forget),
  };
}

/** Time for which an endpoint's graphs are cached, in milliseconds; other programs may add some. */
const REMEMBERED = 2000;

function rememberGraphs(
  clock: Clock,
  ask: () => Promise<readonly string[]>,
): { readonly list: () => Promise<readonly string[]>; readonly forget: () => void } {
  let known: { readonly since: number; readonly graphs: Promise<readonly string[]> } | undefined;
  const forget = (): void => {
    known = undefined;
  };
  const list = async (): Promise<readonly string[]> => {
    if (known === undefined || clock.now() - known.since > REMEMBERED)
      known = { since: clock.now(), graphs: ask() };
    try {
      return await known.graphs;
    } catch (error) {
      forget();
      throw error;
    }
  };
  return { list, forget };
}

const COUNT = 'SELECT (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } }';

function writeGraph(
  url: string,
  { rdf, type }: { readonly rdf: string; readonly type: string },
  format: ResultFormat,
): string {
  try {
    return graphText(rdf, type, format);
  } catch (error) {
    throw new InputError(`${url} answered with broken ${type}: ${messageOf(error)}`, { cause: error });
  }
}

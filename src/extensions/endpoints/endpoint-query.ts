import { InputError, QueryError, messageOf, type SfwcError } from '../../model/errors.js';
import type { Bindings } from '../../model/rdf.js';
import type { DatasetParameters } from './endpoint-dataset.js';
import { notSparql, refusal } from './endpoint-errors.js';
import type { EndpointResponse, SendToEndpoint } from '../../knowledge/endpoint/endpoint-request.js';
import { syntaxError } from '../../knowledge/oxigraph/oxigraph-store.js';
import { givesGraph, mayBeUpdate, pageOfQuery, queryKind } from '../../knowledge/queries/query-text.js';
import { parseBindings, parseBoolean } from '../../knowledge/formats/result-text.js';

/** Queries one endpoint. */
export interface EndpointQuery {
  select(query: string, dataset: DatasetParameters): Promise<Bindings>;
  ask(query: string, dataset: DatasetParameters): Promise<boolean>;
  /** The graph as text, and its media type. */
  construct(
    query: string,
    dataset: DatasetParameters,
  ): Promise<{ readonly rdf: string; readonly type: string }>;
}

const RESULTS = 'application/sparql-results+json, application/json;q=0.8';
const GRAPHS = 'application/n-triples, text/turtle;q=0.8, application/rdf+xml;q=0.5';
const GRAPH_TYPES: ReadonlySet<string> = new Set([
  'application/n-triples',
  'text/turtle',
  'application/rdf+xml',
]);
/** Virtuoso sends this header with the number of rows when it truncates an answer. */
const CUT_OFF = 'x-sparql-maxrows';

/** @param warn called when an endpoint truncates an answer */
export function createEndpointQuery(
  url: string,
  send: SendToEndpoint,
  warn: (message: string) => void,
): EndpointQuery {
  const ask = (query: string, dataset: DatasetParameters, accept: string): Promise<EndpointResponse> =>
    requested({ url, send }, query, dataset, accept);
  const cutOff = (query: string, rows: number): void =>
    warn(
      `${url} cut the answer off after ${rows} ${givesGraph(queryKind(query)) ? 'results' : 'rows'}` +
        (queryKind(query) === 'SELECT' ? '; with ORDER BY and without LIMIT it is requested in pages' : ''),
    );
  return {
    select: async (query, dataset) => {
      const first = await ask(query, dataset, RESULTS);
      const bindings = readJson(url, first, parseBindings);
      const size = Number(first.headers[CUT_OFF] ?? 0);
      if (size === 0 || bindings.rows.length < size) return bindings;
      const rows = [...bindings.rows];
      for (let page = size; page === size;) {
        const next = pageOfQuery(query, bindings.variables, rows.length, size);
        if (next === undefined) {
          cutOff(query, size);
          break;
        }
        const more = readJson(url, await ask(next, dataset, RESULTS), parseBindings).rows;
        rows.push(...more);
        page = more.length;
      }
      return { ...bindings, rows };
    },
    ask: async (query, dataset) => readJson(url, await ask(query, dataset, RESULTS), parseBoolean),
    construct: async (query, dataset) => {
      const response = await ask(query, dataset, GRAPHS);
      if (!GRAPH_TYPES.has(response.type)) throw notSparql(url, response);
      if (response.headers[CUT_OFF] !== undefined) cutOff(query, Number(response.headers[CUT_OFF]));
      return { rdf: response.text, type: response.type };
    },
  };
}

/** The answer of an endpoint to a query. @throws InputError, QueryError where it refuses it or answers in part */
async function requested(
  { url, send }: { readonly url: string; readonly send: SendToEndpoint },
  query: string,
  dataset: DatasetParameters,
  accept: string,
): Promise<EndpointResponse> {
  await refuseUpdates(query);
  const response = await send({
    method: 'POST',
    url,
    headers: { Accept: accept, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams([
      ['query', query],
      ...dataset.map(([name, graph]) => [name, graph]),
    ]).toString(),
    repeatable: true,
  });
  if (isPartial(response)) {
    throw new InputError(`${url} reached its limit of time and gave a part of the answer only`, {
      hint: 'ask for less, or raise the limit there (Virtuoso: ExecutionTimeout, MaxQueryExecutionTime)',
    });
  }
  if (response.status >= 200 && response.status <= 299) return response;
  throw await explained(query, refusal(url, response));
}

/** Virtuoso's "anytime" answers; counts in them are wrong. */
function isPartial({ status, headers }: EndpointResponse): boolean {
  return status === 206 || headers['x-sql-state'] === 'S1TAT';
}

function readJson<T>(url: string, response: EndpointResponse, parse: (json: string) => T): T {
  if (!/[/+]json$/.test(response.type)) throw notSparql(url, response);
  try {
    return parse(response.text);
  } catch (error) {
    if (error instanceof QueryError) throw error;
    throw new InputError(`${url} answered with broken JSON: ${messageOf(error)}`, {
      hint: 'the answer may have been cut off on its way; try again',
      cause: error,
    });
  }
}

/**
 * Endpoints may allow anonymous updates, and some run updates that are sent as queries; a query must never change
 * data. Text that may be an update is checked by our own parser first.
 */
async function refuseUpdates(query: string): Promise<void> {
  if (!mayBeUpdate(query)) return;
  const error = await syntaxError(query);
  if (error !== undefined) throw error;
}

/** Adds a position to a refusal: not every engine says where a query is wrong. */
async function explained(query: string, error: SfwcError): Promise<SfwcError> {
  if (!(error instanceof QueryError)) return error;
  const own = await syntaxError(query);
  if (own === undefined) return error;
  return new QueryError(`${own.message}\n(${error.message})`, { hint: own.hint, cause: error });
}

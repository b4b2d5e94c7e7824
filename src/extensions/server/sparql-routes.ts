import type { Context, Hono } from 'hono';
import { isIri } from '../../support/rdf/sparql-terms.js';
import type { QueryKind } from '../../knowledge/queries/query-text.js';
import type { DatasetPool } from './datasets/dataset-pool.js';
import type { DatasetScope } from './datasets/dataset-service.js';
import { answer, Problem, readBody } from './http.js';
import { CUT_HEADER } from './request-guard.js';
import {
  BOOLEAN_FORMATS,
  essence,
  findFormat,
  ROW_FORMATS,
  TRIPLE_FORMATS,
  unacceptable,
  type Chosen,
  type MediaFormat,
} from './result-formats.js';

/** Path of queries. */
export const SPARQL_PATH = '/sparql';

/** Services and limits of the endpoint. */
export interface Service {
  readonly pool: DatasetPool;
  readonly maxRows: number;
  /** Maximum bytes of a query. */
  readonly maxQuery: number;
}

/** A query of the SPARQL 1.1 Protocol. */
export interface SparqlRequest {
  readonly query: string;
  readonly scope: DatasetScope;
  /** Name of the format, for clients that cannot set headers. */
  readonly format?: string;
}

/** The parts of a request that the protocol uses. */
export interface ProtocolMessage {
  /** GET, HEAD or POST. */
  readonly method: string;
  readonly parameters: URLSearchParams;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

const OFFERS: Readonly<Record<QueryKind, readonly MediaFormat[]>> = {
  SELECT: ROW_FORMATS,
  ASK: BOOLEAN_FORMATS,
  CONSTRUCT: TRIPLE_FORMATS,
  DESCRIBE: TRIPLE_FORMATS,
};
/** Content type of a form with a query. */
const FORM = 'application/x-www-form-urlencoded';
/** A form may encode each byte of a query as three characters, and has names of graphs. */
const FORM_OVERHEAD = 4;
const NO_UPDATES = 'this server only reads: it takes queries, no updates';
const HINT = '; send less, or start the server with a larger --max-query';

/** Queries by the SPARQL 1.1 Protocol. Browsers that ask for nothing get the page. */
export function addSparqlRoutes(app: Hono, service: Service): void {
  app.all(SPARQL_PATH, async (context) => {
    const { req } = context;
    const { searchParams: parameters } = new URL(req.url);
    if (req.method !== 'POST' && parameters.size === 0 && /text\/html/.test(req.header('accept') ?? ''))
      return context.redirect('/', 303);
    const contentType = req.header('content-type');
    const most = (essence(contentType ?? '') === FORM ? FORM_OVERHEAD : 1) * service.maxQuery;
    const body = req.method === 'POST' ? await readBody(context, most, HINT) : new Uint8Array();
    const request = parseSparqlRequest({ method: req.method, parameters, contentType, body });
    return answerRequest(context, service, request);
  });
}

/**
 * Answers a query. Its text is not parsed in this thread, which serves all clients: a worker determines its form and
 * receives the acceptable format for each.
 */
async function answerRequest(
  context: Context,
  { pool, maxRows, maxQuery }: Service,
  { query, scope, format }: SparqlRequest,
): Promise<Response> {
  if (Buffer.byteLength(query) > maxQuery)
    throw new Problem(413, `the query is larger than ${maxQuery} bytes${HINT}`, { connection: 'close' });
  const accept = context.req.header('accept');
  const chosen = chosenFormats(accept, format);
  const { form, body, cut } = await pool.ask(
    {
      ...{ query, scope, maxRows, base: new URL(SPARQL_PATH, context.req.url).href },
      mediaTypes: Object.fromEntries([...chosen].map(([kind, one]) => [kind, one.format.mediaType])),
    },
    context.req.raw.signal,
  );
  const contentType = chosen.get(form)?.contentType;
  if (body === undefined || contentType === undefined) throw unacceptable(accept, format, OFFERS[form]);
  return answer(body, contentType, cut ? { [CUT_HEADER]: String(maxRows) } : {});
}

/** The acceptable format for each query form. */
function chosenFormats(accept: string | undefined, name: string | undefined): ReadonlyMap<QueryKind, Chosen> {
  return new Map(
    (Object.keys(OFFERS) as QueryKind[]).flatMap((form) => {
      const chosen = findFormat(accept, name, OFFERS[form]);
      return chosen === undefined ? [] : [[form, chosen] as const];
    }),
  );
}

/**
 * Parses a request of the SPARQL 1.1 Protocol.
 * @throws Problem 400 for contradicting parameters, 415 for the content type
 */
export function parseSparqlRequest(message: ProtocolMessage): SparqlRequest {
  const { method, parameters } = message;
  const all = method === 'GET' || method === 'HEAD' ? parameters : postedParameters(message);
  if (parameters.has('update') || all.has('update')) throw new Problem(400, NO_UPDATES);
  const [query, ...more] = all.getAll('query');
  if (query === undefined) throw new Problem(400, 'there is no query');
  if (more.length > 0) throw new Problem(400, 'there is more than one query');
  const format = all.get('format') ?? all.get('output') ?? '';
  return {
    query,
    scope: {
      defaultGraphs: graphs(all, 'default-graph-uri'),
      namedGraphs: graphs(all, 'named-graph-uri'),
    },
    ...(format === '' ? {} : { format }),
  };
}

function postedParameters({ parameters, contentType = '', body }: ProtocolMessage): URLSearchParams {
  const type = essence(contentType);
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw new Problem(415, `charset ${charset}: only UTF-8 is supported`);
  if (type !== FORM && type !== 'application/sparql-query')
    throw new Problem(
      415,
      `${type === '' ? 'no content type' : type}: supported are application/sparql-query, ${FORM}`,
    );
  const text = decode(body);
  return new URLSearchParams([
    ...parameters,
    ...(type === FORM ? new URLSearchParams(text) : [['query', text]]),
  ] as string[][]);
}

function graphs(parameters: URLSearchParams, name: string): string[] {
  const given = parameters.getAll(name).filter((graph) => graph !== '');
  const wrong = given.find((graph) => !isIri(graph));
  if (wrong !== undefined) throw new Problem(400, `${name}: not an absolute IRI: ${wrong}`);
  return given;
}

/** @throws Problem 400 */
function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Problem(400, 'the body is not valid UTF-8');
  }
}

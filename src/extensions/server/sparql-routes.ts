import type { Context, Hono } from 'hono';
import { isIri } from '../../support/rdf/sparql-terms.js';
import type { QueryKind } from '../../knowledge/queries/query-text.js';
import type { DatasetPool } from './datasets/dataset-pool.js';
import type { DatasetScope } from './datasets/dataset-service.js';
import { answer, Problem, readBody } from './http.js';
import { CUT_HEADER } from './request-guard.js';

/** A format for answers: its media type, also for the engine, and others by which clients ask for it. */
type MediaFormat = readonly [mediaType: string, ...aliases: readonly string[]];

const JSON_RESULTS: MediaFormat = ['application/sparql-results+json', 'application/json'];
const XML_RESULTS: MediaFormat = ['application/sparql-results+xml', 'application/xml', 'text/xml'];

/** ASK: the specification defines no CSV or TSV for it. The first of a list is the default. */
export const BOOLEAN_FORMATS: readonly MediaFormat[] = [JSON_RESULTS, XML_RESULTS];

/** Rows of SELECT. */
export const ROW_FORMATS: readonly MediaFormat[] = [
  ...BOOLEAN_FORMATS,
  ['text/csv'],
  ['text/tab-separated-values', 'text/tsv'],
];

/** Triples of a query. */
const TRIPLE_FORMATS: readonly MediaFormat[] = [
  ['text/turtle', 'application/turtle', 'application/x-turtle'],
  ...['n-triples', 'rdf+xml', 'ld+json', 'trig', 'n-quads'].map((name): MediaFormat => [
    `application/${name}`,
  ]),
];

/** A format with the media type that the client asked for. */
interface Chosen {
  readonly mediaType: string;
  /** With the charset for text types. */
  readonly contentType: string;
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * Chooses a format (RFC 9110, 12.5.1): the highest quality wins, taken from the most specific matching range; among
 * equals the order of the offer. Parameters other than `q` are ignored.
 * @param accept the header; absent means anything
 * @returns undefined when nothing offered is acceptable
 */
export function negotiate(accept: string | undefined, offer: readonly MediaFormat[]): Chosen | undefined {
  const ranges = parseAccept(accept ?? '');
  if (ranges.length === 0) return offer[0] && choose(offer[0], offer[0][0]);
  let best: { readonly chosen?: Chosen; readonly quality: number } = { quality: 0 };
  for (const candidate of offer)
    for (const type of candidate) {
      const quality = qualityOf(type, ranges, type === candidate[0]);
      if (quality > best.quality) best = { chosen: choose(candidate, type), quality };
    }
  return best.chosen;
}

/** A media type without parameters, in lower case. */
function essence(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

function choose([mediaType]: MediaFormat, type: string): Chosen {
  return { mediaType, contentType: type.startsWith('text/') ? `${type}; charset=utf-8` : type };
}

function parseAccept(header: string): Range[] {
  return header.split(',').flatMap((part) => {
    const type = essence(part);
    if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
    const quality = /;\s*q\s*=\s*([\d.]+)/i.exec(part)?.[1];
    return [{ type, quality: quality === undefined ? 1 : Math.min(Number(quality) || 0, 1) }];
  });
}

/** Wildcards match a format's own type, not its aliases. */
function qualityOf(type: string, ranges: readonly Range[], isOwn: boolean): number {
  const patterns = isOwn ? [type, `${type.split('/')[0] ?? ''}/*`, '*/*'] : [type];
  for (const pattern of patterns) {
    const found = ranges.filter((range) => range.type === pattern);
    if (found.length > 0) return Math.max(...found.map(({ quality }) => quality));
  }
  return 0;
}

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
interface SparqlRequest {
  readonly query: string;
  readonly scope: DatasetScope;
}

/** The parts of a request that the protocol uses. */
interface ProtocolMessage {
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
  { query, scope }: SparqlRequest,
): Promise<Response> {
  if (Buffer.byteLength(query) > maxQuery)
    throw new Problem(413, `the query is larger than ${maxQuery} bytes${HINT}`, { connection: 'close' });
  const accept = context.req.header('accept');
  const chosen = new Map(
    (Object.keys(OFFERS) as QueryKind[]).map((kind) => [kind, negotiate(accept, OFFERS[kind])] as const),
  );
  const { form, body, cut } = await pool.ask(
    {
      ...{ query, scope, maxRows, base: new URL(SPARQL_PATH, context.req.url).href },
      mediaTypes: Object.fromEntries(
        [...chosen].flatMap(([kind, one]) => (one ? [[kind, one.mediaType]] : [])),
      ),
    },
    context.req.raw.signal,
  );
  const contentType = chosen.get(form)?.contentType;
  if (body === undefined || contentType === undefined) {
    const there = OFFERS[form].map(([mediaType]) => mediaType).join(', ');
    throw new Problem(406, `not available as ${accept ?? ''}; there is ${there}`);
  }
  return answer(body, contentType, cut ? { [CUT_HEADER]: String(maxRows) } : {});
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
  return {
    query,
    scope: { defaultGraphs: graphs(all, 'default-graph-uri'), namedGraphs: graphs(all, 'named-graph-uri') },
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

import type { Context, Hono } from 'hono';
import { rewriteTriples, type QueryKind } from './datasets/served-knowledge-base.js';
import { CUT_HEADER } from './request-guard.js';
import {
  BOOLEAN_FORMATS,
  GRAPH_FORMATS,
  ROW_FORMATS,
  TRIPLE_FORMATS,
  essence,
  type Chosen,
  type MediaFormat,
} from './result-formats.js';
import { Problem } from './problem.js';
import { readBody, tooLarge, type SizeLimit } from './request-body.js';
import { describeService } from './service-description.js';
import { answer, chooseFormat, findFormat, unacceptable, type Service } from './service.js';
import { FORM, parseSparqlRequest, type SparqlRequest } from './sparql-request.js';

/** Path of queries. */
export const SPARQL_PATH = '/sparql';

const OFFERS: Readonly<Record<QueryKind, readonly MediaFormat[]>> = {
  SELECT: ROW_FORMATS,
  ASK: BOOLEAN_FORMATS,
  CONSTRUCT: TRIPLE_FORMATS,
  DESCRIBE: TRIPLE_FORMATS,
};

/** Queries by the SPARQL 1.1 Protocol. */
export function addSparqlRoutes(app: Hono, service: Service): void {
  app.all(SPARQL_PATH, (context) => handle(context, service));
}

/** A form may encode each byte of a query as three characters, and has names of graphs. */
const FORM_OVERHEAD = 4;

async function handle(context: Context, service: Service): Promise<Response> {
  const { req } = context;
  const contentType = req.header('content-type');
  const isForm = essence(contentType ?? '') === FORM;
  const limit: SizeLimit = {
    bytes: (isForm ? FORM_OVERHEAD : 1) * service.maxQuery,
    option: '--max-query',
  };
  const request = parseSparqlRequest({
    method: req.method,
    parameters: new URL(req.url).searchParams,
    contentType,
    body: req.method === 'POST' ? await readBody(context, limit) : new Uint8Array(),
  });
  if (request.kind === 'description') return description(context, service, request.format);
  return query(context, service, request);
}

/** The base for relative IRIs, and the name of the endpoint. */
function endpointIri(context: Context): string {
  return new URL(SPARQL_PATH, context.req.url).href;
}

/**
 * Answers a query. Its text is not parsed in this thread, which serves all clients: a worker determines its form and
 * receives the acceptable format for each.
 */
async function query(
  context: Context,
  { pool, maxRows, maxQuery }: Service,
  request: SparqlRequest & { readonly kind: 'query' },
): Promise<Response> {
  const limit = { bytes: maxQuery, option: '--max-query' } as const;
  if (Buffer.byteLength(request.query) > limit.bytes) throw tooLarge('query', limit);
  const accept = context.req.header('accept');
  const chosen = chosenFormats(accept, request.format);
  const outcome = await pool.ask(
    {
      kind: 'query',
      request: {
        query: request.query,
        scope: request.scope,
        base: endpointIri(context),
        mediaTypes: Object.fromEntries([...chosen].map(([form, { format }]) => [form, format.mediaType])),
        maxRows,
      },
    },
    context.req.raw.signal,
  );
  if (outcome.kind === 'unacceptable') throw unacceptable(accept, request.format, OFFERS[outcome.form]);
  const form = outcome.kind === 'text' ? outcome.form : undefined;
  const contentType = form === undefined ? undefined : chosen.get(form)?.contentType;
  if (outcome.kind !== 'text' || contentType === undefined)
    throw new Problem(500, 'the query was not answered');
  return answer(outcome.body, contentType, outcome.cut ? { [CUT_HEADER]: String(maxRows) } : {});
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

/** Browsers get the page, other clients RDF. */
const PAGE: MediaFormat = { name: 'html', mediaType: 'text/html', aliases: [], iri: '' };

async function description(context: Context, service: Service, name: string | undefined): Promise<Response> {
  const accept = context.req.header('accept');
  const { format, contentType } = chooseFormat(accept, name, [...GRAPH_FORMATS, PAGE]);
  if (format === PAGE) return context.redirect('/', 303);
  const ntriples = describeService({
    endpoint: endpointIri(context),
    summary: await service.summary(),
  });
  return answer(rewriteTriples(ntriples, format.mediaType), contentType);
}

import type { Context, Hono } from 'hono';
import { queryKind, rewriteTriples, type QueryKind } from '../app/served-knowledge-base.js';
import { CUT_HEADER, requireToken } from './guard.js';
import {
  BOOLEAN_FORMATS,
  GRAPH_FORMATS,
  ROW_FORMATS,
  TRIPLE_FORMATS,
  type MediaFormat,
} from './media-types.js';
import { Problem } from './problem.js';
import { readBody } from './request-body.js';
import { describeService } from './service-description.js';
import { answer, chooseFormat, type Service } from './service.js';
import { parseSparqlRequest, type Operation, type SparqlRequest } from './sparql-request.js';

/** Where queries go, and updates too. */
export const SPARQL_PATH = '/sparql';
/** Where updates alone go. */
export const UPDATE_PATH = '/update';

const OFFERS: Readonly<Record<QueryKind, readonly MediaFormat[]>> = {
  SELECT: ROW_FORMATS,
  ASK: BOOLEAN_FORMATS,
  CONSTRUCT: TRIPLE_FORMATS,
  DESCRIBE: TRIPLE_FORMATS,
};

/** The SPARQL 1.1 Protocol. */
export function addSparqlRoutes(app: Hono, service: Service): void {
  app.all(SPARQL_PATH, (context) => handle(context, service, ['query', 'update']));
  app.all(UPDATE_PATH, (context) => handle(context, service, ['update']));
}

async function handle(
  context: Context,
  service: Service,
  operations: readonly Operation[],
): Promise<Response> {
  const { method } = context.req;
  const url = new URL(context.req.url);
  const request = parseSparqlRequest(
    {
      method,
      parameters: url.searchParams,
      contentType: context.req.header('content-type'),
      body: method === 'POST' ? await readBody(context, service.maxUpload) : new Uint8Array(),
    },
    operations,
  );
  switch (request.kind) {
    case 'query':
      return query(context, service, request);
    case 'update':
      return update(context, service, request);
    case 'description':
      return description(context, service, request.format);
  }
}

/** What relative IRIs are relative to, and how the endpoint calls itself. */
function endpointIri(context: Context): string {
  return new URL(SPARQL_PATH, context.req.url).href;
}

async function query(
  context: Context,
  { pool, maxRows }: Service,
  request: SparqlRequest & { readonly kind: 'query' },
): Promise<Response> {
  const offer = OFFERS[queryKind(request.query)];
  const { format, contentType } = chooseFormat(context.req.header('accept'), request.format, offer);
  const outcome = await pool.ask(
    {
      kind: 'query',
      request: {
        query: request.query,
        scope: request.scope,
        base: endpointIri(context),
        mediaType: format.mediaType,
        maxRows,
      },
    },
    context.req.raw.signal,
  );
  if (outcome.kind !== 'text') throw new Problem(500, 'the query has no answer');
  return answer(outcome.body, contentType, outcome.cut ? { [CUT_HEADER]: String(maxRows) } : {});
}

async function update(
  context: Context,
  { pool, token }: Service,
  request: SparqlRequest & { readonly kind: 'update' },
): Promise<Response> {
  requireToken(context.req.header('authorization'), token);
  const change = {
    kind: 'update',
    update: request.update,
    using: request.using,
    base: endpointIri(context),
  } as const;
  await pool.change(change, context.req.raw.signal);
  return new Response(null, { status: 204 });
}

/** A browser is shown the page; everybody else gets RDF. */
const PAGE: MediaFormat = { name: 'html', mediaType: 'text/html', aliases: [], iri: '' };

async function description(context: Context, service: Service, name: string | undefined): Promise<Response> {
  const accept = context.req.header('accept');
  const { format, contentType } = chooseFormat(accept, name, [...GRAPH_FORMATS, PAGE]);
  if (format === PAGE) return context.redirect('/', 303);
  const ntriples = describeService({
    endpoint: endpointIri(context),
    writable: service.token !== undefined,
    summary: await service.summary(),
  });
  return answer(rewriteTriples(ntriples, format.mediaType), contentType);
}

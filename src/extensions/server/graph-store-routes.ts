import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { DEFAULT_GRAPH, type RdfBody } from './datasets/served-knowledge-base.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import { requireToken } from './request-guard.js';
import { DATASET_FORMATS, GRAPH_FORMATS, essence, formatNamed, type MediaFormat } from './result-formats.js';
import { Problem } from './problem.js';
import { readBody } from './request-body.js';
import { answer, chooseFormat, type Service } from './service.js';

/** Path of the graph store; paths below it are graphs with their own address. */
export const DATA_PATH = '/data';

const MULTIPART = 'multipart/form-data';

/**
 * The SPARQL 1.1 Graph Store HTTP Protocol: `?graph=IRI`, `?default`, or the request's own address for a graph below
 * `/data/`. `/data` alone is the dataset: GET returns all graphs, POST of quads adds them, POST of triples creates a
 * graph.
 */
export function addGraphStoreRoutes(app: Hono, service: Service): void {
  for (const path of [DATA_PATH, `${DATA_PATH}/*`]) app.all(path, (context) => handle(context, service));
}

async function handle(context: Context, service: Service): Promise<Response> {
  const graph = graphOf(new URL(context.req.url));
  switch (context.req.method) {
    case 'GET':
    case 'HEAD':
      return read(context, service, graph);
    case 'PUT':
    case 'POST':
      requireToken(context.req.header('authorization'), service.token);
      return write(context, service, context.req.method, graph);
    default:
      requireToken(context.req.header('authorization'), service.token);
      return remove(context, service, graph);
  }
}

/** @returns undefined for the dataset itself */
function graphOf(url: URL): string | undefined {
  const named = url.searchParams.getAll('graph');
  const isDefault = url.searchParams.has('default');
  if (named.length > 1 || (named.length === 1 && isDefault))
    throw new Problem(400, 'name one graph, not several');
  const [graph] = named;
  if (graph !== undefined) {
    if (!isIri(graph)) throw new Problem(400, `graph: not an absolute IRI: ${graph}`);
    return graph;
  }
  if (isDefault) return DEFAULT_GRAPH;
  const isStore = url.pathname === DATA_PATH || url.pathname === `${DATA_PATH}/`;
  return isStore ? undefined : `${url.origin}${url.pathname}`;
}

async function read(context: Context, { pool }: Service, graph: string | undefined): Promise<Response> {
  const offer = graph === undefined ? DATASET_FORMATS : GRAPH_FORMATS;
  const name = context.req.query('format') ?? context.req.query('output');
  const { format, contentType } = chooseFormat(context.req.header('accept'), name, offer);
  const { mediaType } = format;
  const outcome = await pool.ask(
    graph === undefined ? { kind: 'dataset', mediaType } : { kind: 'graph', graph, mediaType },
    context.req.raw.signal,
  );
  if (outcome.kind !== 'text') throw new Problem(404, `there is no graph ${graph ?? ''}`);
  return answer(outcome.body, contentType);
}

async function write(
  context: Context,
  { pool, maxUpload }: Service,
  method: 'PUT' | 'POST',
  named: string | undefined,
): Promise<Response> {
  const { signal } = context.req.raw;
  const limit = { bytes: maxUpload, option: '--max-upload' } as const;
  const type = context.req.header('content-type') ?? '';
  if (named === undefined) {
    if (method === 'PUT') throw new Problem(400, 'name the graph to put: ?graph=IRI or ?default');
    const quads = formatNamed(essence(type), DATASET_FORMATS);
    if (quads !== undefined && quads.format.name !== 'jsonld') {
      const body = {
        bytes: await readBody(context, limit),
        mediaType: quads.format.mediaType,
        base: context.req.url,
      };
      await pool.change({ kind: 'add-quads', body }, signal);
      return new Response(null, { status: 204 });
    }
  }
  const graph = named ?? new URL(`${DATA_PATH}/${randomUUID()}`, context.req.url).href;
  const base = graph === DEFAULT_GRAPH ? context.req.url : graph;
  const isMultipart = essence(type) === MULTIPART;
  const format = isMultipart ? undefined : graphFormat(type);
  const bytes = await readBody(context, limit);
  const bodies =
    format === undefined ? await parts(bytes, type, base) : [{ bytes, mediaType: format.mediaType, base }];
  const { existed } = await pool.change({ kind: method === 'PUT' ? 'put' : 'post', graph, bodies }, signal);
  const location: Record<string, string> = named === undefined ? { location: graph } : {};
  return new Response(null, { status: existed ? 204 : 201, headers: location });
}

async function parts(bytes: Uint8Array<ArrayBuffer>, type: string, base: string): Promise<RdfBody[]> {
  const whole = new Response(bytes, { headers: { 'content-type': type } });
  const form = await whole.formData().catch(() => {
    throw new Problem(400, 'the multipart body cannot be read');
  });
  const files = [...form.values()].filter((part): part is File => typeof part !== 'string');
  if (files.length === 0) throw new Problem(400, 'the multipart body has no files');
  return Promise.all(
    files.map(async (file) => ({
      bytes: new Uint8Array(await file.arrayBuffer()),
      mediaType: graphFormat(file.type).mediaType,
      base,
    })),
  );
}

/** @throws Problem 415 that lists the formats */
function graphFormat(type: string): MediaFormat {
  const wanted = essence(type);
  const found = wanted.includes('/') ? formatNamed(wanted, GRAPH_FORMATS) : undefined;
  if (found !== undefined) return found.format;
  const there = GRAPH_FORMATS.map(({ mediaType }) => mediaType).join(', ');
  throw new Problem(415, `${wanted === '' ? 'no content type' : wanted}: a graph is written as ${there}`);
}

async function remove(context: Context, { pool }: Service, graph: string | undefined): Promise<Response> {
  if (graph === undefined) throw new Problem(400, 'name the graph to delete: ?graph=IRI or ?default');
  const { existed } = await pool.change({ kind: 'delete', graph }, context.req.raw.signal);
  if (!existed && graph !== DEFAULT_GRAPH) throw new Problem(404, `there is no graph ${graph}`);
  return new Response(null, { status: 204 });
}

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server got. */
export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An answer that the server gives instead of its own. */
export interface Fault {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * A stand-in on loopback for the index and bulk interfaces of OpenSearch and Elasticsearch, as their references describe them: a request
 * in newline-delimited JSON with a line feed at its end, an outcome for each action in the order of the request, values that fit the
 * mapping. It refuses whatever a server would refuse.
 */
export interface BulkServer {
  readonly url: string;
  readonly asked: readonly AskedRequest[];
  /** Its indexes: documents by id, each with its version. */
  readonly indexes: ReadonlyMap<string, { readonly mappings: Json; readonly documents: Map<string, Json> }>;
  /** Answers to the next requests, first of all. */
  readonly faults: (Fault | undefined)[];
  /** Says with what status single actions are refused; undefined: they are carried out. */
  refuse: (
    id: string,
    source: Json | undefined,
  ) => { status: number; type: string; reason: string } | undefined;
  /** The header that requests must have. */
  authorization?: string;
  /** Bytes of a request, at most. */
  maxBytes: number;
  close(): Promise<void>;
}

/** Starts one. */
export async function startBulkServer(): Promise<BulkServer> {
  const asked: AskedRequest[] = [];
  const indexes = new Map<string, { mappings: Json; documents: Map<string, Json> }>();
  const state = {
    ...{ url: '', asked, indexes, faults: [] as (Fault | undefined)[], maxBytes: 100_000_000 },
    refuse: (() => undefined) as BulkServer['refuse'],
    authorization: undefined as string | undefined,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      asked.push({ method, path, headers, body });
      const fault = state.faults.shift();
      const { status, json } =
        fault === undefined
          ? answerTo({ method, path, headers, body }, state)
          : { status: fault.status, json: undefined };
      response.writeHead(status, { 'Content-Type': 'application/json', ...fault?.headers });
      response.end(fault?.body ?? JSON.stringify(json ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}

type State = Pick<BulkServer, 'refuse' | 'authorization' | 'maxBytes'> & {
  readonly indexes: Map<string, { mappings: Json; documents: Map<string, Json> }>;
};

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

function problem(status: number, type: string, reason: string): Answer {
  return { status, json: { error: { type, reason, root_cause: [{ type, reason }] }, status } };
}

function answerTo({ method, path, headers, body }: AskedRequest, state: State): Answer {
  if (state.authorization !== undefined && headers.authorization !== state.authorization)
    return problem(401, 'security_exception', 'missing authentication credentials for REST request');
  if (Buffer.byteLength(body) > state.maxBytes) return problem(413, 'content_too_long', 'too large');
  const [, index = '', action, ...rest] = path.split('/');
  if (rest.length > 0 || path.includes('?')) return problem(400, 'illegal_argument_exception', path);
  if (action === '_bulk' && method === 'POST') return bulk(index, headers, body, state);
  if (action === undefined && method === 'GET') return look(index, state);
  if (action === undefined && method === 'PUT') return create(index, headers, body, state);
  return problem(405, 'method_not_allowed', `${method} ${path}`);
}

function look(index: string, { indexes }: State): Answer {
  const found = indexes.get(index);
  if (found === undefined) return problem(404, 'index_not_found_exception', `no such index [${index}]`);
  return { status: 200, json: { [index]: { mappings: found.mappings } } };
}

function create(index: string, headers: IncomingHttpHeaders, body: string, { indexes }: State): Answer {
  if (indexes.has(index))
    return problem(400, 'resource_already_exists_exception', `index [${index}] already exists`);
  if (!/^application\/json/.test(headers['content-type'] ?? ''))
    return problem(406, 'content_type', 'not JSON');
  const { mappings } = JSON.parse(body) as { mappings: Json };
  const wrong = wrongType(mappings);
  if (wrong !== undefined) return problem(400, 'mapper_parsing_exception', `No handler for type [${wrong}]`);
  indexes.set(index, { mappings, documents: new Map() });
  return { status: 200, json: { acknowledged: true, shards_acknowledged: true, index } };
}

const TYPES = ['text', 'keyword', 'double', 'date', 'nested'];

/** A type in a mapping that no server has. */
function wrongType(mapping: Json): string | undefined {
  const properties = Object.values((mapping['properties'] ?? {}) as Readonly<Record<string, Json>>);
  for (const property of properties) {
    const type = typeof property['type'] === 'string' ? property['type'] : 'none';
    const wrong = TYPES.includes(type) ? wrongType(property) : type;
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function bulk(index: string, headers: IncomingHttpHeaders, body: string, state: State): Answer {
  if (!/^application\/(?:x-ndjson|json)/.test(headers['content-type'] ?? ''))
    return problem(406, 'media_type_header_exception', 'Content-Type header is not supported');
  if (!body.endsWith('\n'))
    return problem(
      400,
      'illegal_argument_exception',
      'The bulk request must be terminated by a newline [\\n]',
    );
  // A server reads all of a request before it carries any of it out.
  const actions = actionsOf(body.slice(0, -1).split('\n'));
  if (typeof actions === 'number')
    return problem(400, 'illegal_argument_exception', `Malformed action/metadata line [${actions}]`);
  const { mappings, documents } = state.indexes.get(index) ?? {
    mappings: {},
    documents: new Map<string, Json>(),
  };
  state.indexes.set(index, { mappings, documents });
  const items = actions.map(({ id, name, source }) => ({
    [name]: { _index: index, _id: id, ...carryOut(name, id, source, { mappings, documents }, state) },
  }));
  const errors = items.some((item) => Object.values(item).some((outcome) => 'error' in outcome));
  return { status: 200, json: { took: 1, errors, items } };
}

interface Action {
  readonly name: string;
  readonly id: string;
  readonly source?: Json;
}

/** The actions of a request, or the number of the first line that is none. */
function actionsOf(lines: readonly string[]): readonly Action[] | number {
  const actions: Action[] = [];
  for (let place = 0; place < lines.length; place += 1) {
    const entries = Object.entries(parsed(lines[place]) ?? {});
    const [name, meta] = entries[0] ?? ['', undefined];
    const id = (meta as Json | undefined)?.['_id'];
    const isKnown = entries.length === 1 && ['index', 'delete'].includes(name);
    if (!isKnown || typeof id !== 'string' || Buffer.byteLength(id) > 512) return place + 1;
    if (Object.keys(meta as Json).join() !== '_id') return place + 1;
    if (name === 'index') place += 1;
    actions.push({ id, name, ...(name === 'index' && { source: parsed(lines[place]) }) });
  }
  return actions;
}

function parsed(line: string | undefined): Json | undefined {
  try {
    const value: unknown = JSON.parse(line ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function carryOut(
  name: string,
  id: string,
  source: Json | undefined,
  { mappings, documents }: { readonly mappings: Json; readonly documents: Map<string, Json> },
  { refuse }: State,
): Json & { readonly status: number } {
  const refused = refuse(id, source);
  if (refused !== undefined)
    return { status: refused.status, error: { type: refused.type, reason: refused.reason } };
  const known = documents.has(id);
  if (name === 'delete') {
    documents.delete(id);
    return { result: known ? 'deleted' : 'not_found', status: known ? 200 : 404 };
  }
  const wrong = source === undefined ? 'source' : unfit(source, mappings);
  if (source === undefined || wrong !== undefined)
    return {
      status: 400,
      error: { type: 'document_parsing_exception', reason: `failed to parse field [${wrong ?? ''}]` },
    };
  documents.set(id, source);
  return { result: known ? 'updated' : 'created', status: known ? 200 : 201 };
}

/** A field whose value does not fit its type. */
function unfit(source: Json, mapping: Json): string | undefined {
  const properties = (mapping['properties'] ?? {}) as Readonly<Record<string, Json>>;
  return Object.entries(source).find(([name, value]) => {
    const property = properties[name];
    if (property === undefined) return true;
    return [value].flat().some((one) => {
      if (property['type'] === 'double') return typeof one !== 'number';
      if (property['type'] === 'nested') return unfit(one as Json, property) !== undefined;
      if (typeof one !== 'string') return true;
      return property['type'] === 'date' && Number.isNaN(Date.parse(one));
    });
  })?.[0];
}

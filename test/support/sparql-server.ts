import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import oxigraph from 'oxigraph';
import { queryKind } from '../../src/knowledge/queries/query-text.js';
import { messageOf } from '../../src/model/errors.js';
import { listen } from './listen.js';

/** What goes wrong with one request. */
export type Fault =
  | {
      readonly status: number;
      readonly body?: string;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** The request is carried out all the same. */
      readonly done?: boolean;
    }
  | { readonly reset: 'before' | 'after' }
  | { readonly wait: number }
  /** Of an update, the first operation is carried out, and the answer is an error, as with Virtuoso. */
  | { readonly firstOnly: true };

/** One request as the server got it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly authorization: string | undefined;
  readonly userAgent: string | undefined;
  readonly body: string;
  readonly parameters: URLSearchParams;
}

/** A SPARQL 1.1 server for tests: `/sparql` queries, `/update` and `/sparql` updates. */
export interface SparqlServer {
  readonly url: string;
  readonly update: string;
  readonly store: InstanceType<typeof oxigraph.Store>;
  /** Taken from the front, one for each request. */
  readonly faults: Fault[];
  readonly seen: Seen[];
  /** Bytes of a request that are taken at most, as a proxy limits them; 0 for any. */
  maxBody: number;
  /** Forgets the data, faults and requests. */
  clear(): void;
  close(): Promise<void>;
}

/** Starts a server on loopback. Queries see the named graphs only where they ask for them, as with Fuseki. */
export async function startSparqlServer(): Promise<SparqlServer> {
  const faults: Fault[] = [];
  const seen: Seen[] = [];
  let store = new oxigraph.Store();
  const { address, close } = await listen((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(messageOf(error));
    });
  });
  /** What is refused for its size, or carried out in part. */
  const refusalOf = ({ body }: Seen): Answer | undefined => {
    if (server.maxBody > 0 && body.length > server.maxBody)
      return { status: 413, type: 'text/html', text: '<html><title>413</title></html>' };
    const [fault] = faults;
    if (fault === undefined || !('firstOnly' in fault)) return undefined;
    faults.shift();
    store.update(body.split(' ;\n')[0] ?? '');
    return { status: 500, type: 'text/plain', text: 'Virtuoso 42000 Error' };
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await buffer(request)).toString();
    const got = describeRequest(request, body);
    seen.push(got);
    const refused = refusalOf(got);
    if (refused !== undefined)
      return void response.writeHead(refused.status, { 'Content-Type': refused.type }).end(refused.text);
    const fault = faults.shift();
    if (fault !== undefined && 'wait' in fault)
      await new Promise((wake) => setTimeout(wake, fault.wait).unref());
    if (fault !== undefined && 'reset' in fault && fault.reset === 'before')
      return void request.socket.destroy();
    if (fault !== undefined && 'status' in fault) {
      if (fault.done === true) answer(store, got);
      const headers = { 'Content-Type': fault.type ?? 'text/plain', ...fault.headers };
      return void response.writeHead(fault.status, headers).end(fault.body ?? 'a fault\nof this test');
    }
    const { status, type, text } = answer(store, got);
    if (fault !== undefined && 'reset' in fault) return void request.socket.destroy();
    response.writeHead(status, { 'Content-Type': type }).end(text);
  };
  const server: SparqlServer = {
    url: `${address}/sparql`,
    update: `${address}/update`,
    get store() {
      return store;
    },
    faults,
    seen,
    maxBody: 0,
    clear: () => {
      store = new oxigraph.Store();
      faults.length = 0;
      seen.length = 0;
      server.maxBody = 0;
    },
    close,
  };
  return server;
}

function describeRequest(request: IncomingMessage, body: string): Seen {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const type = (request.headers['content-type'] ?? '').split(';')[0] ?? '';
  const parameters = type === 'application/x-www-form-urlencoded' ? new URLSearchParams(body) : searchParams;
  return {
    method: request.method ?? '',
    path: pathname,
    type,
    authorization: request.headers.authorization,
    userAgent: request.headers['user-agent'],
    body,
    parameters,
  };
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

function answer(store: InstanceType<typeof oxigraph.Store>, seen: Seen): Answer {
  try {
    if (seen.type === 'application/sparql-update') {
      store.update(seen.body);
      return { status: 200, type: 'text/html', text: '<html>done</html>' };
    }
    if (seen.path === '/sparql' && seen.parameters.has('query')) return query(store, seen);
    return { status: 404, type: 'text/plain', text: 'there is nothing here' };
  } catch (error) {
    return { status: 400, type: 'text/plain', text: `Refused: ${messageOf(error)}` };
  }
}

function query(store: InstanceType<typeof oxigraph.Store>, { parameters }: Seen): Answer {
  const text = parameters.get('query') ?? '';
  const isGraph = ['CONSTRUCT', 'DESCRIBE'].includes(queryKind(text));
  const type = isGraph ? 'application/n-triples' : 'application/sparql-results+json';
  const graphs = (name: string) => parameters.getAll(name).map((iri) => oxigraph.namedNode(iri));
  const given = parameters.has('default-graph-uri') || parameters.has('named-graph-uri');
  const result: unknown = store.query(text, {
    results_format: type,
    ...(given ? { default_graph: graphs('default-graph-uri'), named_graphs: graphs('named-graph-uri') } : {}),
  });
  if (typeof result !== 'string') throw new TypeError('an answer is text');
  return { status: 200, type, text: result };
}

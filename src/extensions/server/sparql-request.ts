import type { DatasetScope } from './datasets/served-knowledge-base.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import { essence } from './result-formats.js';
import { Problem } from './problem.js';

/** A request to the endpoint. GET without a query asks for its description. */
export type SparqlRequest =
  | { readonly kind: 'query'; readonly query: string; readonly scope: DatasetScope; readonly format?: string }
  | { readonly kind: 'update'; readonly update: string; readonly using: DatasetScope }
  | { readonly kind: 'description'; readonly format?: string };

/** The parts of a request that the protocol uses. */
export interface ProtocolMessage {
  /** GET, HEAD or POST. */
  readonly method: string;
  readonly parameters: URLSearchParams;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

/** Operations of an endpoint. */
export type Operation = 'query' | 'update';

/** Content type of a form with a query or an update. */
export const FORM = 'application/x-www-form-urlencoded';

/**
 * Parses a request of the SPARQL 1.1 Protocol.
 * @throws Problem 400 for contradicting parameters, 415 for the content type
 */
export function parseSparqlRequest(
  message: ProtocolMessage,
  operations: readonly Operation[],
): SparqlRequest {
  const { method, parameters } = message;
  if (method === 'GET' || method === 'HEAD') {
    if (parameters.has('update')) throw new Problem(400, 'updates are sent by POST, not by GET');
    return parameters.has('query') ? toQuery(parameters) : { kind: 'description', ...formatOf(parameters) };
  }
  return parsePost(message, operations);
}

function parsePost(
  { parameters, contentType, body }: ProtocolMessage,
  operations: readonly Operation[],
): SparqlRequest {
  const type = essence(contentType ?? '');
  requireUtf8(contentType ?? '');
  const accepted = [...operations.map((operation) => `application/sparql-${operation}`), FORM];
  if (!accepted.includes(type)) {
    throw new Problem(415, `${type === '' ? 'no content type' : type}: supported are ${accepted.join(', ')}`);
  }
  const text = decode(body);
  if (type === FORM) {
    const all = new URLSearchParams([...parameters, ...new URLSearchParams(text)]);
    if (all.has('query') === all.has('update')) {
      throw new Problem(
        400,
        all.has('query') ? 'query and update, only one is allowed' : 'neither query nor update',
      );
    }
    const operation = all.has('query') ? 'query' : 'update';
    if (!operations.includes(operation)) throw new Problem(400, `no ${operation} here`);
    return operation === 'query' ? toQuery(all) : toUpdate(all);
  }
  const direct = new URLSearchParams(parameters);
  const name = type === 'application/sparql-query' ? 'query' : 'update';
  if (direct.has('query') || direct.has('update'))
    throw new Problem(400, `the ${name} is in the body already`);
  direct.append(name, text);
  return name === 'query' ? toQuery(direct) : toUpdate(direct);
}

function toQuery(parameters: URLSearchParams): SparqlRequest {
  return {
    kind: 'query',
    query: single(parameters, 'query'),
    scope: {
      defaultGraphs: graphs(parameters, 'default-graph-uri'),
      namedGraphs: graphs(parameters, 'named-graph-uri'),
    },
    ...formatOf(parameters),
  };
}

function toUpdate(parameters: URLSearchParams): SparqlRequest {
  return {
    kind: 'update',
    update: single(parameters, 'update'),
    using: {
      defaultGraphs: graphs(parameters, 'using-graph-uri'),
      namedGraphs: graphs(parameters, 'using-named-graph-uri'),
    },
  };
}

function single(parameters: URLSearchParams, name: string): string {
  const [value = '', ...more] = parameters.getAll(name);
  if (more.length > 0) throw new Problem(400, `there is more than one ${name}`);
  return value;
}

function graphs(parameters: URLSearchParams, name: string): string[] {
  const given = parameters.getAll(name).filter((graph) => graph !== '');
  const wrong = given.find((graph) => !isIri(graph));
  if (wrong !== undefined) throw new Problem(400, `${name}: not an absolute IRI: ${wrong}`);
  return given;
}

/** The format by name, which other servers support too, for clients that cannot set headers. */
function formatOf(parameters: URLSearchParams): { readonly format?: string } {
  const format = parameters.get('format') ?? parameters.get('output');
  return format === null || format === '' ? {} : { format };
}

/** SPARQL requests must be UTF-8. @throws Problem 415 */
function requireUtf8(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new Problem(415, `charset ${charset}: only UTF-8 is supported`);
}

/** @throws Problem 400 */
function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Problem(400, 'the body is not valid UTF-8');
  }
}

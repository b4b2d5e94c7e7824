import type { DatasetScope } from './datasets/served-knowledge-base.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import { essence } from './result-formats.js';
import { Problem } from './problem.js';

/** A request to the endpoint. GET without a query asks for its description. */
export type SparqlRequest =
  | { readonly kind: 'query'; readonly query: string; readonly scope: DatasetScope; readonly format?: string }
  | { readonly kind: 'description'; readonly format?: string };

/** The parts of a request that the protocol uses. */
export interface ProtocolMessage {
  /** GET, HEAD or POST. */
  readonly method: string;
  readonly parameters: URLSearchParams;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

/** Content type of a form with a query. */
export const FORM = 'application/x-www-form-urlencoded';

/**
 * Parses a request of the SPARQL 1.1 Protocol.
 * @throws Problem 400 for contradicting parameters, 415 for the content type
 */
export function parseSparqlRequest(message: ProtocolMessage): SparqlRequest {
  const { method, parameters } = message;
  if (parameters.has('update')) throw new Problem(400, NO_UPDATES);
  if (method !== 'GET' && method !== 'HEAD') return parsePost(message);
  return parameters.has('query') ? toQuery(parameters) : { kind: 'description', ...formatOf(parameters) };
}

const NO_UPDATES = 'this server only reads: it takes queries, no updates';

function parsePost({ parameters, contentType, body }: ProtocolMessage): SparqlRequest {
  const type = essence(contentType ?? '');
  requireUtf8(contentType ?? '');
  const accepted = ['application/sparql-query', FORM];
  if (!accepted.includes(type))
    throw new Problem(415, `${type === '' ? 'no content type' : type}: supported are ${accepted.join(', ')}`);
  const text = decode(body);
  if (type === FORM) {
    const all = new URLSearchParams([...parameters, ...new URLSearchParams(text)]);
    if (all.has('update')) throw new Problem(400, NO_UPDATES);
    if (!all.has('query')) throw new Problem(400, 'there is no query');
    return toQuery(all);
  }
  if (parameters.has('query')) throw new Problem(400, 'the query is in the body already');
  return toQuery(new URLSearchParams([...parameters, ['query', text]]));
}

function toQuery(parameters: URLSearchParams): SparqlRequest {
  const [query = '', ...more] = parameters.getAll('query');
  if (more.length > 0) throw new Problem(400, 'there is more than one query');
  return {
    kind: 'query',
    query,
    scope: {
      defaultGraphs: graphs(parameters, 'default-graph-uri'),
      namedGraphs: graphs(parameters, 'named-graph-uri'),
    },
    ...formatOf(parameters),
  };
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

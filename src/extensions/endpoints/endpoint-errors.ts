import type { EndpointResponse } from '../../knowledge/endpoint/endpoint-request.js';
import { UnsureError } from './endpoint-http.js';
import { InputError, QueryError, type SfwcError } from '../../model/errors.js';

/** Longest part of a response shown in an error message. */
const SHOWN = 200;
/** Virtuoso answers 500 to queries that it cannot run. */
const QUERY_STATUSES: ReadonlySet<number> = new Set([400, 422, 500]);
const UNSURE_STATUSES: ReadonlySet<number> = new Set([502, 504]);
const ADDRESS_STATUSES: ReadonlySet<number> = new Set([404, 405, 406, 415]);

/**
 * The error for an unsuccessful response: QueryError with the endpoint's message when the query is at fault,
 * InputError when the address, the credentials or the server are.
 */
export function refusal(url: string, response: EndpointResponse): SfwcError {
  const { status } = response;
  const said = `${url} answered with status ${status}${wordsOf(response)}`;
  if (status === 401 || status === 403) {
    return new InputError(said, {
      hint: 'give SFWC_KB_USER and SFWC_KB_PASSWORD, or SFWC_KB_TOKEN, of an account that may do this',
    });
  }
  if (status === 413) {
    return new InputError(said, { hint: 'raise the largest request that the server or its proxy takes' });
  }
  if (status >= 300 && status < 400) {
    return new InputError(`${url} redirects to ${response.headers['location'] ?? 'nowhere'}`, {
      hint: 'give the address that it redirects to',
    });
  }
  if (isHtml(response) && !UNSURE_STATUSES.has(status)) return notSparql(url, response);
  if (QUERY_STATUSES.has(status)) {
    return new QueryError(said, { hint: 'SPARQL 1.1; prefixes must be declared in the query' });
  }
  if (ADDRESS_STATUSES.has(status)) {
    return new InputError(said, { hint: 'is this the address of the SPARQL endpoint itself?' });
  }
  const Kind = UNSURE_STATUSES.has(status) ? UnsureError : InputError;
  return new Kind(
    said,
    status >= 500 || status === 429 ? { hint: 'the server is busy or broken; try later' } : {},
  );
}

/** The error for a success that is not SPARQL results, such as a page with a query form. */
export function notSparql(url: string, response: EndpointResponse): InputError {
  const { status, type } = response;
  const what = isHtml(response) ? 'an HTML page' : type === '' ? 'something of no type' : type;
  return new InputError(
    `${url} answered with ${what} (status ${status})${wordsOf(response)}, not with SPARQL results`,
    {
      hint: 'is this the address of the SPARQL endpoint itself?',
    },
  );
}

function isHtml({ type, text }: EndpointResponse): boolean {
  return (
    type === 'text/html' || type === 'application/xhtml+xml' || /^\s*<(?:!doctype html|html)\b/i.test(text)
  );
}

/** `: ` and the first non-empty line; for HTML, the title. */
function wordsOf(response: EndpointResponse): string {
  const page = isHtml(response) ? (/<title[^<>]*>([^<]*)/i.exec(response.text)?.[1] ?? '') : response.text;
  const line = page.split('\n').find((candidate) => candidate.trim() !== '');
  const words = (line ?? '').replace(/\s+/g, ' ').trim();
  if (words === '') return '';
  return `: ${words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words}`;
}

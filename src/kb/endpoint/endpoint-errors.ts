import { InputError, QueryError, type SfwcError } from '../../model/errors.js';
import type { EndpointResponse } from './endpoint-http.js';

/** Longest piece of an answer that an error message shows. */
const SHOWN = 200;
/** Virtuoso answers with 500 to queries that it cannot run. */
const QUERY_STATUSES: ReadonlySet<number> = new Set([400, 422, 500]);
const UNSURE_STATUSES: ReadonlySet<number> = new Set([502, 504]);
const ADDRESS_STATUSES: ReadonlySet<number> = new Set([404, 405, 406, 415]);

/** No answer came, or only a proxy's: whether the request was carried out is not known. */
export class UnsureError extends InputError {}

/** The endpoint, or a proxy before it, takes no requests as large as this one. */
export class TooLargeError extends InputError {}

/**
 * What a response that is no success means: the query's fault (QueryError, with the endpoint's own words), or the
 * address's, the credentials' or the server's (InputError).
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
    return new TooLargeError(said, { hint: 'raise the largest request that the server or its proxy takes' });
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

/** A success that is not what was asked for, such as the page with the query form. */
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

/** `: ` and the first line that says something; the title of a page. */
function wordsOf(response: EndpointResponse): string {
  const page = isHtml(response) ? (/<title[^>]*>([^<]*)/i.exec(response.text)?.[1] ?? '') : response.text;
  const line = page.split('\n').find((candidate) => candidate.trim() !== '');
  const words = (line ?? '').replace(/\s+/g, ' ').trim();
  if (words === '') return '';
  return `: ${words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words}`;
}

import type { FetchedResponse, ResponseHead } from '../../model/crawl-event.js';

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** `text/html` of `Text/HTML; charset=utf-8`, and of a list of types; empty when the header is missing. */
export function mediaType(head: ResponseHead): string {
  return (head.headers['content-type'] ?? '').split(/[;,]/, 1).join('').trim().toLowerCase();
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Types that say nothing: servers send them for what they do not know (WHATWG MIME Sniffing, section 5.1). */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(
  ' unknown/unknown application/unknown */* application/octet-stream'.split(' '),
);

export function isUnknownType(type: string): boolean {
  return UNKNOWN_TYPES.has(type);
}

/** Addresses of pages, if of anything: a file that is sent as bytes is hardly ever one. */
const ADDRESS_OF_PAGE = /\/(?:[^/.]*|[^/]*\.(?:x?html?|php\d?|aspx?|jsp|cgi))$/i;

/** Is the body worth reading? A type that says nothing leaves it to {@link isHtml}. */
export function mayBeHtml(head: ResponseHead): boolean {
  const type = mediaType(head);
  if (!isSuccess(head.status)) return false;
  if (type === 'application/octet-stream') return ADDRESS_OF_PAGE.test(new URL(head.url).pathname);
  return UNKNOWN_TYPES.has(type) || HTML_TYPES.has(type);
}

/** Beginnings of files that are sent as HTML now and then (WHATWG MIME Sniffing, section 6). */
const SIGNATURES = {
  '%PDF-': 'PDF',
  'PK\u0003\u0004': 'a ZIP archive',
  '\u001f\u008b': 'gzip',
  '\u0089PNG\r\n': 'PNG',
  GIF8: 'GIF',
  '\u00ff\u00d8\u00ff': 'JPEG',
  RIFF: 'WebP, WAV or AVI',
};

function startOf({ body }: FetchedResponse): string {
  return Buffer.from(body.subarray(0, 1024)).toString('latin1');
}

function foreignKind(response: FetchedResponse): string | undefined {
  const start = startOf(response);
  return Object.entries(SIGNATURES).find(([signature]) => start.startsWith(signature))?.[1];
}

/**
 * True for HTML and XHTML by Content-Type, unless the first bytes are those of another kind of file. Where the type is
 * missing or says nothing, the first tag decides (WHATWG MIME Sniffing, section 7.1, narrowed to the tags that begin a document).
 */
export function isHtml(response: FetchedResponse): boolean {
  const type = mediaType(response);
  if (HTML_TYPES.has(type)) return foreignKind(response) === undefined;
  if (!UNKNOWN_TYPES.has(type)) return false;
  return beginsAsHtml(startOf(response).replace(/^ï»¿/, ''));
}

/** The first tag of a document. */
const FIRST_TAG = /^<(?:!doctype html|html|head|body|title|h1|p|div|article)[\s>]/i;

/** True for a text whose first tag, behind blanks, comments and an XML declaration, is one that begins a document of HTML. */
export function beginsAsHtml(text: string): boolean {
  for (let rest = text.trimStart(); ;) {
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?xml') ? '>' : undefined;
    if (end === undefined) return FIRST_TAG.test(rest);
    const close = rest.indexOf(end, 2);
    if (close < 0) return false;
    rest = rest.slice(close + end.length).trimStart();
  }
}

/** Description of a response that is not HTML, for a person. */
export function whyNotHtml(response: FetchedResponse): string {
  const type = mediaType(response);
  if (HTML_TYPES.has(type)) return `sent as ${type}, but it is ${foreignKind(response) ?? 'something else'}`;
  return type || 'no Content-Type, no HTML';
}

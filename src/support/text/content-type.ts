import type { FetchedResponse, ResponseHead } from '../../model/crawl-event.js';

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** `text/html` of `Text/HTML; charset=utf-8`; empty when the header is missing. */
export function mediaType(head: ResponseHead): string {
  return (head.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Types that say nothing: servers send them for what they do not know (WHATWG MIME Sniffing, section 5.1). */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set([
  '',
  'unknown/unknown',
  'application/unknown',
  '*/*',
  'application/octet-stream',
]);

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

/** Signatures of files that are sent as HTML now and then (WHATWG MIME Sniffing, section 6). */
const SIGNATURES: readonly (readonly [kind: string, start: string])[] = [
  ['PDF', '%PDF-'],
  ['a ZIP archive', 'PK\u0003\u0004'],
  ['gzip', '\u001f\u008b'],
  ['PNG', '\u0089PNG\r\n'],
  ['GIF', 'GIF8'],
  ['JPEG', '\u00ff\u00d8\u00ff'],
  ['WebP, WAV or AVI', 'RIFF'],
];

function startOf({ body }: FetchedResponse): string {
  return Buffer.from(body.subarray(0, 1024)).toString('latin1');
}

function foreignKind(response: FetchedResponse): string | undefined {
  const start = startOf(response);
  return SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0];
}

/**
 * True for HTML and XHTML by Content-Type, unless the first bytes are those of another kind of file. Where the type is
 * missing or says nothing, the first tag decides, as it does in browsers (WHATWG MIME Sniffing, section 7.1, narrowed to
 * the tags that begin a document). Every other type is believed: markup sent as plain text is meant to be read as such.
 */
export function isHtml(response: FetchedResponse): boolean {
  const type = mediaType(response);
  if (HTML_TYPES.has(type)) return foreignKind(response) === undefined;
  if (!UNKNOWN_TYPES.has(type)) return false;
  return beginsAsHtml(startOf(response).replace(/^ï»¿/, ''));
}

/** The first tag of a document, behind blanks, an XML declaration and comments. */
const FIRST_TAG = /<(?:!doctype html|html|head|body|title|h1|p|div|article)[\s>]/iy;

/** True for a text whose first tag is one that begins a document of HTML. */
export function beginsAsHtml(text: string): boolean {
  const blanks = /\s*/y;
  for (let at = 0; ;) {
    blanks.lastIndex = at;
    at += blanks.exec(text)?.[0].length ?? 0;
    const [, end] = SKIPPED.find(([start]) => text.startsWith(start, at)) ?? [];
    FIRST_TAG.lastIndex = at;
    if (end === undefined) return FIRST_TAG.test(text);
    const close = text.indexOf(end, at + 2);
    if (close < 0) return false;
    at = close + end.length;
  }
}

/** Parts before the first tag: their beginnings and ends. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<?xml', '>'],
] as const;

/** Description of a response that is not HTML, for a person. */
export function whyNotHtml(response: FetchedResponse): string {
  const type = mediaType(response);
  if (HTML_TYPES.has(type)) return `sent as ${type}, but it is ${foreignKind(response) ?? 'something else'}`;
  return type || 'no Content-Type, no HTML';
}

import type { FetchedResponse, ResponseHead } from '../../model/crawl-event.js';
import type { DocumentKind } from '../../model/page-reading.js';
import { isUnknownType, mediaType } from '../../support/text/content-type.js';
import { looksBinary } from '../../web/page/charset.js';

/** The kinds with their media types, and the endings of their addresses. */
const KINDS: readonly (readonly [kind: DocumentKind, types: RegExp, endings: RegExp])[] = [
  ['pdf', /^application\/(?:x-)?pdf$/, /\.pdf$/i],
  ['docx', /^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document$/, /\.docx$/i],
  ['odt', /^application\/vnd\.oasis\.opendocument\.text$/, /\.odt$/i],
  ['epub', /^application\/epub\+zip$/, /\.epub$/i],
  ['markdown', /^text\/(?:x-)?markdown$/, /\.(?:md|markdown)$/i],
  ['text', /^text\/plain$/, /\.txt$/i],
];
/** Marks of the package of each kind near its begin or, for Word, in its table of contents. */
const PACKAGES: readonly (readonly [kind: DocumentKind, mark: string])[] = [
  ['epub', 'mimetypeapplication/epub+zip'],
  ['odt', 'mimetypeapplication/vnd.oasis.opendocument.text'],
  ['docx', 'word/document.xml'],
  ['epub', 'META-INF/container.xml'],
];
/** Content that gives no kind of document away. */
const CALLED = { zip: 'a ZIP archive', html: 'HTML', binary: 'binary content', plain: 'text' } as const;

/** The kind that type and address name. Markdown is sent as plain text more often than not. */
function namedKind(head: ResponseHead): DocumentKind | undefined {
  const type = mediaType(head);
  const path = new URL(head.url).pathname;
  const byType = KINDS.find(([, types]) => types.test(type))?.[0];
  const byEnding = KINDS.find(([, , endings]) => endings.test(path))?.[0];
  if (byType === 'text' && byEnding === 'markdown') return byEnding;
  const isOpen = isUnknownType(type) || /^application\/(?:zip|x-zip-compressed)$/.test(type);
  return byType ?? (isOpen ? byEnding : undefined);
}

/** True if a response may be a document of one of the kinds, by its head. */
export function mayBeDocument(head: ResponseHead, kinds: ReadonlySet<DocumentKind>): boolean {
  const kind = namedKind(head);
  return kind !== undefined && kinds.has(kind);
}

/** The kind that the bytes give away, or else the content that they are. */
function kindOfBytes(body: Uint8Array): DocumentKind | keyof typeof CALLED {
  const start = Buffer.from(body.subarray(0, 1024)).toString('latin1');
  if (isZip(body)) {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    return PACKAGES.find(([, mark]) => bytes.includes(mark))?.[0] ?? 'zip';
  }
  if (/^(?:ï»¿)?\s*%PDF-/.test(start)) return 'pdf';
  if (/^(?:ï»¿)?\s*<(?:!doctype html|html|head|body)\b/i.test(start)) return 'html';
  const isWide = /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(start);
  return !isWide && (start.includes('\0') || looksBinary(start)) ? 'binary' : 'plain';
}

/**
 * The kind of document that a response is, or why it is none although its type says so. Its first bytes decide where they give a
 * kind away, else its type, and its address where the type says nothing. Undefined for other content and unread kinds.
 */
export function documentKind(
  response: FetchedResponse,
  kinds: ReadonlySet<DocumentKind>,
): { readonly kind: DocumentKind } | { readonly why: string } | undefined {
  const found = kindOfBytes(response.body);
  const named = found in CALLED ? namedKind(response) : (found as DocumentKind);
  if (named === undefined || !kinds.has(named)) return undefined;
  if (!(found in CALLED) || (named === 'pdf' && isPdf(response.body))) return { kind: named };
  // A damaged file is left to the reader of its kind, so that it says what is wrong.
  const isText = named === 'text' || named === 'markdown';
  if (isText ? found === 'plain' : found !== 'html' && !(named === 'pdf' && found === 'zip'))
    return { kind: named };
  const called = CALLED[found as keyof typeof CALLED];
  return { why: `sent as ${mediaType(response) || 'a document'}, but it is ${called}` };
}

/** True for the first bytes of a ZIP archive, which .docx and .epub are. */
export function isZip(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 3, 4].every((byte, index) => bytes[index] === byte);
}

/** True when a PDF begins within the first kilobyte, as readers of PDF allow. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

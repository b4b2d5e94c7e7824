import type { FetchedResponse, ResponseHead } from '../../model/crawl-event.js';
import type { DocumentKind } from '../../model/page-reading.js';
import { isPdf, isZip } from '../../support/files/signature.js';
import { isUnknownType, mediaType } from '../../support/text/content-type.js';
import { looksBinary } from '../../web/page/charset.js';

/** The media types of the kinds. */
const TYPES: Readonly<Record<string, DocumentKind>> = {
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/epub+zip': 'epub',
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
};
/** Types of packages, which leave open what is in them. */
const PACKAGE_TYPES: ReadonlySet<string> = new Set(['application/zip', 'application/x-zip-compressed']);
/** Endings of addresses of the kinds. */
const ENDINGS: Readonly<Record<string, DocumentKind>> = {
  pdf: 'pdf',
  docx: 'docx',
  odt: 'odt',
  epub: 'epub',
  txt: 'text',
  md: 'markdown',
  markdown: 'markdown',
};
/** Marks of the package of each kind near its begin or, for Word, in its table of contents. */
const PACKAGES: readonly (readonly [kind: DocumentKind, mark: string])[] = [
  ['epub', 'mimetypeapplication/epub+zip'],
  ['odt', 'mimetypeapplication/vnd.oasis.opendocument.text'],
  ['docx', 'word/document.xml'],
  ['epub', 'META-INF/container.xml'],
];

/** A response of a kind that is read, or why it is not although its type says so. */
export type FoundKind = { readonly kind: DocumentKind } | { readonly why: string };

function endingKind(url: string): DocumentKind | undefined {
  const ending = /\.([a-z]+)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : ENDINGS[ending];
}

/** The kind that type and address name. Markdown is sent as plain text more often than not. */
function namedKind(head: ResponseHead): DocumentKind | undefined {
  const type = mediaType(head);
  const byType = TYPES[type];
  if (byType === 'text') return endingKind(head.url) === 'markdown' ? 'markdown' : 'text';
  if (byType !== undefined) return byType;
  return isUnknownType(type) || PACKAGE_TYPES.has(type) ? endingKind(head.url) : undefined;
}

/** True if a response may be a document of one of the kinds, by its head. */
export function mayBeDocument(head: ResponseHead, kinds: ReadonlySet<DocumentKind>): boolean {
  const kind = namedKind(head);
  return kind !== undefined && kinds.has(kind);
}

/** The kind that the bytes give away; `zip` for another package, `text` for text that gives nothing away. */
function kindOfBytes(body: Uint8Array): DocumentKind | 'zip' | 'html' | 'binary' {
  const start = Buffer.from(body.subarray(0, 1024)).toString('latin1');
  if (isZip(body)) {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    return PACKAGES.find(([, mark]) => bytes.includes(mark))?.[0] ?? 'zip';
  }
  if (/^(?:ï»¿)?\s*%PDF-/.test(start)) return 'pdf';
  if (/^(?:ï»¿)?\s*<(?:!doctype html|html|head|body)\b/i.test(start)) return 'html';
  const isWide = /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(start);
  return !isWide && (start.includes('\0') || looksBinary(start)) ? 'binary' : 'text';
}

const CALLED = {
  zip: 'a ZIP archive',
  html: 'HTML',
  binary: 'binary content',
  text: 'text',
} as const;

/** Content that gives no kind of document away. */
type Unsure = keyof typeof CALLED;

function isUnsure(found: DocumentKind | Unsure): found is Unsure {
  return found in CALLED;
}

/**
 * The kind of document that a response is. Its first bytes decide where they give a kind away, else its type, and its address
 * where the type says nothing. Undefined for other content, and for kinds of documents that are not read.
 */
export function documentKind(
  response: FetchedResponse,
  kinds: ReadonlySet<DocumentKind>,
): FoundKind | undefined {
  const found = kindOfBytes(response.body);
  if (!isUnsure(found)) return kinds.has(found) ? { kind: found } : undefined;
  const named = namedKind(response);
  if (named === undefined || !kinds.has(named)) return undefined;
  if (fits(found, named) || (named === 'pdf' && isPdf(response.body))) return { kind: named };
  return { why: `sent as ${mediaType(response) || 'a document'}, but it is ${CALLED[found]}` };
}

/**
 * True if content may be of the kind that its type names: text, or a damaged file, which is left to the reader of that kind, so
 * that it says what is wrong.
 */
function fits(content: Unsure, kind: DocumentKind): boolean {
  if (content === 'html') return false;
  if (content === 'text') return true;
  const isText = kind === 'text' || kind === 'markdown';
  return content === 'binary' ? !isText : !isText && kind !== 'pdf';
}

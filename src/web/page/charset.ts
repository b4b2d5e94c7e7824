import { createRequire } from 'node:module';
import type SniffEncoding from 'html-encoding-sniffer';
import { InputError } from '../../model/errors.js';
import type { Page } from '../../model/page.js';
import { beginsAsHtml } from '../../support/text/content-type.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { decodeWindows1252, openDecoder } from '../../support/text/text-decoder.js';

// Where packages are symbolic links, Node 20 may import this CommonJS module before it has run.
const sniffEncoding = createRequire(import.meta.url)('html-encoding-sniffer') as typeof SniffEncoding;

/** Bytes in which a `<meta charset>` is sought; the standard says 1,024 bytes, many pages declare it later. */
const META_SEARCH_BYTES = 16_384;
const XML_DECLARATION = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)/i;

/** One for all pages: making a decoder takes longer than decoding a small page. */
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text when the bytes are valid UTF-8 (a byte order mark is dropped), else undefined. */
export function decodeStrictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Undefined for an unknown or empty encoding. */
function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  return openDecoder(encoding)?.decode(bytes);
}

/** Decodes plain text: by its byte order mark, else as UTF-8 where the bytes are, else as Windows-1252. Never throws. */
export function decodeText(bytes: Uint8Array): string {
  const marked = sniffEncoding(bytes.subarray(0, 3), { defaultEncoding: '' });
  return decodeAs(bytes, marked) ?? decodeStrictUtf8(bytes) ?? decodeWindows1252(bytes);
}

/** The encoding that byte order mark, header, `<meta>` or XML declaration name, in this order; empty for none. */
function declaredEncoding(body: Uint8Array, charset: string | undefined): string {
  const standard = sniffEncoding(body, { defaultEncoding: '', transportLayerEncodingLabel: charset });
  if (standard !== '') return standard;
  const start = Buffer.from(body.subarray(0, META_SEARCH_BYTES)).toString('latin1');
  for (const tag of start.matchAll(/<meta\b/gi)) {
    const late = sniffEncoding(body.subarray(tag.index), { defaultEncoding: '' });
    if (late !== '') return late;
  }
  const label = XML_DECLARATION.exec(start)?.[1];
  // Single bytes spell the declaration: the page is not in UTF-16, even if it says so.
  if (label === undefined || /^utf-?16/i.test(label)) return '';
  return sniffEncoding(new Uint8Array(), { defaultEncoding: '', transportLayerEncodingLabel: label });
}

/** True when more characters beyond ASCII were unreadable than readable: the text is not in this encoding. */
function isMisread(text: string): boolean {
  const unreadable = text.match(/\uFFFD/g)?.length ?? 0;
  return unreadable > 0 && unreadable * 2 > (text.match(/[^\0-\x7F]/g)?.length ?? 0);
}

/**
 * Decodes an HTML body.
 *
 * Source: the encoding sniffing algorithm of the HTML standard (byte order mark, Content-Type header, `<meta>`),
 * where nothing is declared UTF-8 if the bytes are valid UTF-8, else Windows-1252. Deviations, because servers send
 * wrong headers: a body declared as Latin-1 that is valid UTF-8 and not plain ASCII is UTF-8; a body declared as
 * UTF-8 of which most characters beyond ASCII are invalid is read by its `<meta>`, else as Windows-1252; `<meta>` is
 * looked for in 16 KB instead of 1 KB, and an XML declaration counts. Never throws.
 *
 * @param contentType value of the Content-Type header, empty when there is none
 */
export function decodeHtml(body: Uint8Array, contentType: string): string {
  const charset = /;\s*charset\s*=[\s"']*([^\s"';]+)/i.exec(contentType)?.[1];
  const declared = declaredEncoding(body, charset).toLowerCase();
  if (declared !== '' && declared !== 'utf-8' && declared !== 'windows-1252') {
    const text = decodeAs(body, declared);
    if (text !== undefined) return text;
  }
  const utf8 = decodeStrictUtf8(body);
  if (utf8 !== undefined) return utf8; // plain ASCII reads the same either way
  if (declared !== 'utf-8') return decodeWindows1252(body);
  const lenient = new TextDecoder('utf-8').decode(body);
  if (!isMisread(lenient)) return lenient;
  const meta = declaredEncoding(body, undefined);
  return (meta.toLowerCase() === 'utf-8' ? undefined : decodeAs(body, meta)) ?? decodeWindows1252(body);
}

/** True for binary content: control characters make up more than a hundredth of the first 64 K characters. */
export function looksBinary(text: string): boolean {
  const start = text.slice(0, 65_536);
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const controls = start.match(/[\0-\x08\x0B\x0E-\x1F]/g)?.length ?? 0;
  return controls > 4 + start.length / 100;
}

/** True for a text that is read as a page: HTML by its first tag, or XML. */
export function isMarkup(text: string): boolean {
  return /^\s*<\?xml\b/i.test(text) || beginsAsHtml(text);
}

/** The bytes of a file as text. @param name of the file, for the message @throws InputError for binary content */
export function textOfBytes(bytes: Uint8Array, name: string): string {
  const text = decodeText(bytes);
  if (text.includes('\0')) throw new InputError(`${name} is not text`, { hint: 'give HTML or plain text' });
  return text;
}

/** A plain text as a page: its first line is the title, where it is short enough for one. */
export function pageOfText(text: string, url: string, name: string): Page {
  const [first = ''] = text.trim().split('\n', 1);
  const title = first.length <= 120 ? first.replace(/^#+\s*/, '').trim() : name;
  return { ...emptyPage(url), title, text };
}

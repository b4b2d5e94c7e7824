import { createRequire } from 'node:module';
import type SniffEncoding from 'html-encoding-sniffer';
import { InputError } from '../../model/errors.js';
import type { Page } from '../../model/page.js';
import { beginsAsHtml } from '../../support/text/content-type.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { decodeWindows1252, openDecoder } from '../../support/text/text-decoder.js';
import { guessEncoding, type EncodingHints } from './guess-encoding.js';

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

/** Decodes plain text: by its byte order mark, else as UTF-8 where the bytes are, else by {@link guessEncoding}. Never throws. */
export function decodeText(bytes: Uint8Array, hints?: EncodingHints): string {
  const marked = sniffEncoding(bytes.subarray(0, 3), { defaultEncoding: '' });
  // Text with zero bytes is valid UTF-8, and may be UTF-16.
  const utf8 = decodeAs(bytes, marked) ?? decodeStrictUtf8(bytes);
  if (utf8?.includes('\0') === false) return utf8;
  return decodeAs(bytes, guessEncoding(bytes, hints)) ?? utf8 ?? decodeWindows1252(bytes);
}

/** The bytes of data in UTF-8, where a byte order mark or an XML declaration says that they are in another encoding. */
export function inUtf8(bytes: Uint8Array): Uint8Array {
  const stated = XML_DECLARATION.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1] ?? '';
  const label = sniffEncoding(bytes.subarray(0, 3), { defaultEncoding: KNOWN.get(squeezed(stated)) ?? '' });
  const text = /^(?:utf-8)?$/i.test(label) ? undefined : decodeAs(bytes, label);
  if (text === undefined) return bytes;
  return Buffer.from(text.replace(/^(\s*<\?xml[^>]*?\bencoding\s*=\s*["'])[\w:.-]+/i, '$1utf-8'));
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
  const metas = [...start.matchAll(META_CHARSET)].map(([, written]) => written);
  for (const written of [label, charset, ...metas]) {
    const known = KNOWN.get(squeezed(written ?? ''));
    // Single bytes spell the declaration: the page is not in UTF-16, even if it says so.
    if (known !== undefined) return known;
  }
  return '';
}

const META_CHARSET = /<meta\b[^<>]{0,300}?\bcharset\s?=\s?["']?\s?([\w:.+-]{2,30})/gi;

/** A label without what people leave out or add: `win-1251` is `windows-1251`, `utf8mb4` is `utf-8`. */
function squeezed(label: string): string {
  const plain = label.toLowerCase().replace(/[^a-z\d]/g, '');
  return plain
    .replace(/^(?:win|cp)(?=125)/, 'windows')
    .replace(/^xsjis$|^sjis$/, 'shiftjis')
    .replace(/mb4$/, '');
}

/** Encodings by their squeezed labels. */
const KNOWN: ReadonlyMap<string, string> = new Map(
  [
    'utf-8 koi8-r koi8-u ibm866 macintosh windows-874 gbk gb18030 gb2312 big5 euc-jp euc-kr shift_jis iso-2022-jp',
    ...Array.from({ length: 9 }, (_, at) => `windows-125${at}`),
    ...Array.from({ length: 16 }, (_, at) => `iso-8859-${at + 1}`),
  ]
    .flatMap((line) => line.split(' '))
    .map((label) => [squeezed(label), label]),
);

/** True when more characters beyond ASCII were unreadable than readable: the text is not in this encoding. */
function isMisread(text: string): boolean {
  const unreadable = text.match(/\uFFFD/g)?.length ?? 0;
  return unreadable > 0 && unreadable * 2 > (text.match(/[^\0-\x7F]/g)?.length ?? 0);
}

/**
 * Decodes an HTML body.
 *
 * Source: the encoding sniffing algorithm of the HTML standard (byte order mark, Content-Type header, `<meta>`),
 * where nothing is declared UTF-8 if the bytes are valid UTF-8, else what {@link guessEncoding} finds. Deviations, because servers send
 * wrong headers: a body declared as Latin-1 that is valid UTF-8 and not plain ASCII is UTF-8; a body declared as
 * UTF-8 of which most characters beyond ASCII are invalid is read by its `<meta>`, else by a guess; `<meta>` is
 * looked for in 16 KB instead of 1 KB, an XML declaration counts, and so do labels that are written wrongly. Never throws.
 *
 * @param contentType value of the Content-Type header, empty when there is none
 */
export function decodeHtml(body: Uint8Array, contentType: string, url?: string): string {
  const charset = /;\s*charset\s*=[\s"']*([^\s"';]+)/i.exec(contentType)?.[1];
  const declared = declaredEncoding(body, charset).toLowerCase();
  if (declared !== '' && declared !== 'utf-8' && declared !== 'windows-1252') {
    const text = decodeAs(body, declared);
    if (text !== undefined) return text;
  }
  const utf8 = decodeStrictUtf8(body);
  // Plain ASCII reads the same either way; text with zero bytes may be UTF-16.
  if (utf8 !== undefined && (declared !== '' || !utf8.includes('\0'))) return utf8;
  if (declared === 'utf-8') return readMisnamed(body, url);
  const encoding = declared === '' ? guessOf(body, url) : declared;
  return decodeAs(body, encoding) ?? utf8 ?? decodeWindows1252(body);
}

/** A body that is said to be UTF-8 and is not, in part or altogether. */
function readMisnamed(body: Uint8Array, url: string | undefined): string {
  const lenient = new TextDecoder('utf-8').decode(body);
  if (!isMisread(lenient)) return lenient;
  const meta = declaredEncoding(body, undefined);
  return decodeAs(body, /^(?:utf-8)?$/i.test(meta) ? guessOf(body, url) : meta) ?? decodeWindows1252(body);
}

function guessOf(body: Uint8Array, url: string | undefined): string {
  return guessEncoding(body, { url, language: statedLanguage(body) });
}

/** The language that the markup states. */
function statedLanguage(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, META_SEARCH_BYTES)).toString('latin1');
  return /<html\b[^<>]{0,300}?\blang\s?=\s?["']?([a-z]{2,3})\b/i.exec(start)?.[1];
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

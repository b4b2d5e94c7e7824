import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { ErrorLevel, XMLToSitemapIndexStream, XMLToSitemapItemStream } from 'sitemap';
import { parseUrl } from '../support/parse-url.js';

/** Bytes of a sitemap, packed and unpacked (sitemaps.org: 50 MB). */
export const MAX_SITEMAP_BYTES = 52_428_800;

/** What a sitemap names. */
export interface SitemapEntry {
  /** A page, or a further sitemap. */
  readonly kind: 'page' | 'sitemap';
  /** Absolute. */
  readonly url: string;
  /** As it stands there. */
  readonly lastModified?: string;
}

/**
 * The entries of a sitemap, one after the other: XML and index by the package `sitemap`, RSS, Atom, or text with one
 * address a line (sitemaps.org protocol); gzipped or not, told apart by what stands in them and not by name or type.
 *
 * @param url base of relative addresses
 * @throws Error where the file is damaged or unpacks to more than {@link MAX_SITEMAP_BYTES}; what came before is given
 */
export async function* readSitemap(body: Uint8Array, url: string): AsyncGenerator<SitemapEntry> {
  const text = unpacked(body);
  const chunks = text[Symbol.asyncIterator]();
  const first = await chunks.next();
  const start = first.done === true ? '' : first.value;
  const whole = Readable.from(joined(start, chunks), { objectMode: true });
  for await (const entry of entriesOf(start, whole)) {
    const address = parseUrl(entry.url.trim(), url);
    if (address !== undefined && /^https?:$/.test(address.protocol)) yield { ...entry, url: address.href };
  }
}

async function* unpacked(body: Uint8Array): AsyncGenerator<string> {
  const bytes = Readable.from(piecesOf(body), { objectMode: false });
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  const stream = isPacked ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
  const decoder = new TextDecoder();
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_SITEMAP_BYTES) throw new Error(`unpacks to more than ${MAX_SITEMAP_BYTES} bytes`);
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

function* piecesOf(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
}

async function* joined(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  if (start !== '') yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next())
    if (next.value !== '') yield next.value;
}

function entriesOf(start: string, text: Readable): AsyncIterable<SitemapEntry> {
  const root = /<(?!\?|!)(?:[\w-]+:)?([\w-]+)/.exec(start)?.[1]?.toLowerCase();
  if (root === 'urlset') return pagesOf(text);
  if (root === 'sitemapindex') return sitemapsOf(text);
  if (root === 'rss' || root === 'rdf' || root === 'feed') return feedEntries(text);
  return root === undefined ? linesOf(text) : none();
}

// eslint-disable-next-line @typescript-eslint/require-await -- an iterable of nothing
async function* none(): AsyncGenerator<SitemapEntry> {
  yield* [];
}

const SILENT = { logger: false, level: ErrorLevel.SILENT } as const;

async function* pagesOf(text: Readable): AsyncGenerator<SitemapEntry> {
  const items = pipeline(text, new XMLToSitemapItemStream(SILENT), () => undefined);
  for await (const item of items as AsyncIterable<{ readonly url: string; readonly lastmod?: string }>) {
    yield { kind: 'page', url: item.url, ...changed(item.lastmod) };
  }
}

async function* sitemapsOf(text: Readable): AsyncGenerator<SitemapEntry> {
  const items = pipeline(text, new XMLToSitemapIndexStream(SILENT), () => undefined);
  for await (const item of items as AsyncIterable<{ readonly url: string; readonly lastmod?: string }>) {
    yield { kind: 'sitemap', url: item.url, ...changed(item.lastmod) };
  }
}

function changed(date: string | undefined): Pick<SitemapEntry, 'lastModified'> {
  const stated = date?.trim() ?? '';
  return stated === '' ? {} : { lastModified: stated };
}

async function* linesOf(text: Readable): AsyncGenerator<SitemapEntry> {
  let rest = '';
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split(/\r\n|\r|\n/);
    rest = lines.pop() ?? '';
    // No address is that long: it is no text at all.
    if (rest.length > 65_536) rest = '';
    for (const line of lines) if (isAddress(line)) yield { kind: 'page', url: line };
  }
  if (isAddress(rest)) yield { kind: 'page', url: rest };
}

function isAddress(line: string): boolean {
  return /^\uFEFF?\s*https?:\/\//i.test(line);
}

/** Items of RSS 0.9 to 2.0 and entries of Atom (RFC 4287): their link, and when they were changed. */
async function* feedEntries(text: Readable): AsyncGenerator<SitemapEntry> {
  const found: SitemapEntry[] = [];
  const parser = createFeedParser((entry) => void found.push(entry));
  for await (const chunk of text as AsyncIterable<string>) {
    parser.write(chunk);
    yield* found.splice(0);
  }
  parser.close();
  yield* found;
}

const DATES: ReadonlySet<string> = new Set(['pubdate', 'updated', 'dc:date']);

function createFeedParser(onEntry: (entry: SitemapEntry) => void): SaxesParser<{ xmlns: false }> {
  const parser = new SaxesParser({ xmlns: false });
  let item: { url?: string; date?: string } | undefined;
  let text = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    const tag = name.toLowerCase();
    if (tag === 'item' || tag === 'entry') item = {};
    const { rel = 'alternate', href } = attributes;
    if (tag === 'link' && item !== undefined && href !== undefined && rel === 'alternate') item.url ??= href;
  });
  parser.on('text', (part) => (text += part));
  parser.on('cdata', (part) => (text += part));
  parser.on('closetag', ({ name }) => {
    const tag = name.toLowerCase();
    if (item === undefined) return;
    if (tag === 'link' && text.trim() !== '') item.url ??= text;
    if (DATES.has(tag)) item.date = text;
    if (tag !== 'item' && tag !== 'entry') return;
    if (item.url !== undefined) onEntry({ kind: 'page', url: item.url, ...changed(item.date) });
    item = undefined;
  });
  return parser;
}

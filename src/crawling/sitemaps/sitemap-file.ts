import { bytePieces } from '../../support/batches.js';
import { interruptible } from '../../support/interruptible.js';
import { isWebAddress, parseUrl } from '../../support/parse-url.js';
import { openDecoder } from '../../support/text/text-decoder.js';
import { decodeBody } from '../../web/http/read-body.js';
import {
  LONGEST_ADDRESS,
  type WrittenEntry,
  createSitemapProblems,
  createXmlParser,
  type SitemapParser,
  type SitemapProblems,
} from './sitemap-entries.js';
import { z } from 'zod';
import { messageOf } from '../../model/errors.js';

/** Bytes of a sitemap, packed and unpacked (sitemaps.org: 50 MB). */
export const MAX_SITEMAP_BYTES = 52_428_800;
/** Bytes from the beginning that tell encoding and format. */
const HEAD_BYTES = 1024;
const PIECE_BYTES = 65_536;

/** Entry of a sitemap. */
export interface SitemapEntry {
  /** A page, or a further sitemap. */
  readonly kind: 'page' | 'sitemap';
  /** Absolute, http or https. */
  readonly url: string;
  /** As written there. Where a feed states one time, it is both. */
  readonly published?: string;
  readonly lastModified?: string;
  /** Of a page in a feed, as written there. */
  readonly title?: string;
}

/**
 * The entries of a sitemap, one after the other: XML, index, RSS, Atom, JSON Feed, or text with one address per line
 * (sitemaps.org protocol); gzipped or not. Packing, encoding and format are recognised by the content; names and types of files are
 * not looked at. Entries before and after a fault are given.
 *
 * @param url base of relative addresses
 * @param onProblem receives at the end the faults of the file, once per kind of fault
 * @throws Error where the file is damaged, is not a sitemap, or unpacks to more than {@link MAX_SITEMAP_BYTES}; what came
 *   before is given
 */
export async function* readSitemap(
  body: Uint8Array,
  url: string,
  onProblem: (message: string) => void,
): AsyncGenerator<SitemapEntry> {
  const problems = createSitemapProblems();
  let entries = 0;
  try {
    for await (const found of writtenEntries(body, problems)) {
      entries += found.length;
      for (const { kind, address, date, published, title, line } of found) {
        const absolute = webAddress(address, url);
        if (absolute === undefined) problems.add('not a web address', line, address);
        else yield { kind, url: absolute, published, lastModified: date ?? published, title };
      }
    }
    if (entries === 0) problems.add('it names no addresses');
  } finally {
    problems.messages().forEach((message) => onProblem(message));
  }
}

function webAddress(written: string, base: string): string | undefined {
  // U+FFFD stands for bytes that could not be decoded: it would be another address.
  if (written === '' || written.length > LONGEST_ADDRESS || written.includes('\uFFFD')) return undefined;
  const address = parseUrl(written, base);
  return address !== undefined && /^https?:$/.test(address.protocol) ? address.href : undefined;
}

/** The entries of each piece of the file. */
async function* writtenEntries(
  body: Uint8Array,
  problems: SitemapProblems,
): AsyncGenerator<readonly WrittenEntry[]> {
  const found: WrittenEntry[] = [];
  let parser: SitemapParser | undefined;
  try {
    for await (const text of interruptible(decoded(unpacked(body), problems), undefined)) {
      parser ??= parserFor(text, (entry) => void found.push(entry), problems);
      parser.write(text);
      yield found.splice(0);
    }
    if (parser === undefined) throw new Error('it is empty');
    parser.end();
  } catch (thrown) {
    yield found;
    throw thrown;
  }
  yield found;
}

/** A list may have an angle bracket in a later line; XML may have the warning of a program before it. */
function parserFor(
  head: string,
  onEntry: (entry: WrittenEntry) => void,
  problems: SitemapProblems,
): SitemapParser {
  if (/^[\s\uFEFF]*\{/.test(head)) return createJsonFeedParser(onEntry, problems);
  const bracket = head.indexOf('<');
  const isXml = bracket >= 0 && !/^[ \t\uFEFF]*https?:\/\//im.test(head.slice(0, bracket));
  if (!isXml) return createLineParser(onEntry, problems);
  return createXmlParser(onEntry, problems);
}

async function* unpacked(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  const limit = { bytes: MAX_SITEMAP_BYTES + 1, beyond: 'cut' } as const;
  const { body: bytes, isWhole } = await decodeBody(
    body,
    isPacked ? 'gzip' : '',
    limit,
    MAX_SITEMAP_BYTES,
    '',
  );
  yield* bytePieces(bytes, PIECE_BYTES);
  if (bytes.length > MAX_SITEMAP_BYTES) throw new Error(`it unpacks to more than ${MAX_SITEMAP_BYTES} bytes`);
  if (isWhole === false) throw new Error('unexpected end of file');
}

/** The text in pieces, of which the first is long enough to tell what it is. */
async function* decoded(bytes: AsyncIterable<Uint8Array>, problems: SitemapProblems): AsyncGenerator<string> {
  let head = Buffer.alloc(0);
  let decoder: ReturnType<typeof openDecoder>;
  for await (const piece of bytes) {
    if (decoder !== undefined) yield decoder.decode(piece, { stream: true });
    else {
      head = Buffer.concat([head, piece]);
      if (head.length < HEAD_BYTES) continue;
      decoder = decoderFor(head, problems);
      yield decoder.decode(head, { stream: true });
    }
  }
  if (decoder !== undefined) yield decoder.decode();
  else if (head.length > 0) yield decoderFor(head, problems).decode(head);
}

/**
 * By byte order mark, else by the width of the first character, else as the XML declaration says, else UTF-8 (XML 1.0,
 * appendix F). The Content-Type does not count: servers often state it wrongly, and the protocol wants UTF-8.
 */
function decoderFor(
  head: Uint8Array,
  problems: SitemapProblems,
): NonNullable<ReturnType<typeof openDecoder>> {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return new TextDecoder('utf-16be');
  const start = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1');
  const declared = /<\?xml\s[^<>]*?\bencoding\s*=\s*["']([\w.:-]+)/.exec(start)?.[1];
  // The declaration can be read byte by byte, so it is not UTF-16, whatever it says; a byte order mark says UTF-8.
  if (declared === undefined || /^utf-?16/i.test(declared) || start.startsWith('\u00EF\u00BB\u00BF'))
    return new TextDecoder();
  const decoder = openDecoder(declared);
  if (decoder === undefined) problems.add('an unknown encoding, read as UTF-8', 1, declared);
  return decoder ?? new TextDecoder();
}

/** Characters of a feed: it is in memory as a whole, unlike XML. */
const MAX_CHARACTERS = 2_500_000;

/** Parts of a feed that are read: jsonfeed.org, versions 1 and 1.1. */
const FEED = z.object({
  items: z.array(
    z
      .object({
        url: z.string().catch(''),
        title: z.string().optional().catch(undefined),
        date_published: z.string().max(64).optional().catch(undefined),
        date_modified: z.string().max(64).optional().catch(undefined),
      })
      .catch({ url: '' }),
  ),
});

/** A parser of JSON Feed. Items without an address are noted and left out. */
export function createJsonFeedParser(
  onEntry: (entry: WrittenEntry) => void,
  problems: SitemapProblems,
): SitemapParser {
  let text = '';
  return {
    write(piece) {
      text += piece;
      if (text.length > MAX_CHARACTERS)
        throw new Error(`it is JSON with more than ${MAX_CHARACTERS} characters`);
    },
    end() {
      for (const { url, title, date_modified, date_published } of parse(text).items) {
        if (url === '') problems.add('an item without an address');
        else
          onEntry({
            ...{ kind: 'page', address: url, title },
            ...{ date: date_modified, published: date_published },
          });
      }
    },
  };
}

function parse(text: string): z.infer<typeof FEED> {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (thrown) {
    throw new Error(`it is JSON that is not well-formed: ${messageOf(thrown)}`, { cause: thrown });
  }
  const { success, data } = FEED.safeParse(content);
  if (!success) throw new Error('it is JSON, but not a JSON Feed with a list of items');
  return data;
}

/** No address is that long: a longer line is not part of a list. */
const MAX_LINE = 65_536;

/** A parser of texts with one web address per line. */
export function createLineParser(
  onEntry: (entry: WrittenEntry) => void,
  problems: SitemapProblems,
): SitemapParser {
  let rest = '';
  let line = 0;
  let found = false;
  const take = (written: string): void => {
    line += 1;
    const address = written.trim();
    if (address === '') return;
    if (isWebAddress(address)) {
      found = true;
      onEntry({ kind: 'page', address, line });
      // Before the first address there may be a heading.
    } else if (found) problems.add('not a web address', line, address);
  };
  return {
    write(text) {
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      lines.forEach(take);
      if (rest.length > MAX_LINE) throw new Error(`line ${line + 1} is longer than any address`);
    },
    end() {
      take(rest);
      if (!found) throw new Error('it is neither XML nor a list of web addresses');
    },
  };
}

import { Parser } from 'htmlparser2';
import { given } from '../../support/given.js';
import { interruptible } from '../../support/interruptible.js';
import { isWebAddress, parseUrl } from '../../support/parse-url.js';
import { openDecoder } from '../../support/text/text-decoder.js';
import { decodeBody } from '../../web/http/read-body.js';
import { bytePieces } from '../../support/batches.js';

/** Bytes of a sitemap, packed and unpacked (sitemaps.org: 50 MB). */
export const MAX_SITEMAP_BYTES = 52_428_800;
/** Bytes from the beginning that tell encoding and format. */
const HEAD_BYTES = 1024;
const PIECE_BYTES = 65_536;
/** Characters of an address, of a date (longer ones are not dates), of a title, and those that a message shows. */
const [MAX_ADDRESS, MAX_DATE, MAX_TITLE, SHOWN] = [65_536, 64, 300, 60];
/** Elements within each other: sitemaps need 4. */
const MAX_DEPTH = 1000;

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

/** Entry as it is written; the address is empty where there is none. */
interface WrittenEntry {
  readonly kind: SitemapEntry['kind'];
  readonly address: string;
  readonly date?: string;
  readonly published?: string;
  readonly title?: string;
}

/**
 * The entries of a sitemap, one after the other: XML, index, RSS, Atom, or text with one address per line (sitemaps.org
 * protocol); gzipped or not. Packing, encoding and format are recognised by the content. Entries before and after a fault
 * are given.
 *
 * @param url base of relative addresses
 * @param onProblem told at the end of addresses that are none
 * @throws Error where the file is damaged, is not a sitemap, or unpacks to more than {@link MAX_SITEMAP_BYTES}; what came
 *   before is given
 */
export async function* readSitemap(
  body: Uint8Array,
  url: string,
  onProblem: (message: string) => void,
): AsyncGenerator<SitemapEntry> {
  let entries = 0;
  const wrong: string[] = [];
  try {
    for await (const found of writtenEntries(body)) {
      entries += found.length;
      for (const { kind, address, date, published, title } of found) {
        const absolute = webAddress(address, url);
        if (absolute === undefined) wrong.push(shown(address));
        else yield { kind, url: absolute, published, lastModified: date ?? published, title };
      }
    }
    if (entries === 0) onProblem('it names no addresses');
  } finally {
    if (wrong.length > 0) onProblem(`not web addresses: ${wrong.length}, such as ${wrong[0] ?? ''}`);
  }
}

function webAddress(written: string, base: string): string | undefined {
  // U+FFFD stands for bytes that could not be decoded: it would be another address.
  if (written === '' || written.length > MAX_ADDRESS || written.includes('\uFFFD')) return undefined;
  const address = parseUrl(written, base);
  return address !== undefined && /^https?:$/.test(address.protocol) ? address.href : undefined;
}

/** A piece of a file as a message may show it: short, and without characters that control terminals. */
function shown(text: string): string {
  return `'${text.slice(0, SHOWN).replace(/\p{C}/gu, '\uFFFD')}${text.length > SHOWN ? '…' : ''}'`;
}

/** Reads a sitemap piece by piece; entries are handed on as soon as they are complete. */
interface SitemapParser {
  /** @throws Error where reading on is not worthwhile */
  write(text: string): void;
  /** Ends the text. @throws Error if it was not a sitemap */
  end(): void;
}
type OnEntry = (entry: WrittenEntry) => void;

/** The entries of each piece of the file. */
async function* writtenEntries(body: Uint8Array): AsyncGenerator<readonly WrittenEntry[]> {
  const found: WrittenEntry[] = [];
  let parser: SitemapParser | undefined;
  try {
    for await (const text of interruptible(decoded(unpacked(body)), undefined)) {
      parser ??= parserFor(text, (entry) => void found.push(entry));
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
function parserFor(head: string, onEntry: OnEntry): SitemapParser {
  const bracket = head.indexOf('<');
  const isXml = bracket >= 0 && !/^[ \t\uFEFF]*https?:\/\//im.test(head.slice(0, bracket));
  return isXml ? createXmlParser(onEntry) : createLineParser(onEntry);
}

async function* unpacked(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const packing = body[0] === 0x1f && body[1] === 0x8b ? 'gzip' : '';
  const limit = { bytes: MAX_SITEMAP_BYTES + 1, beyond: 'cut' } as const;
  const { body: bytes, isWhole } = await decodeBody(body, packing, limit, '');
  yield* bytePieces(bytes, PIECE_BYTES);
  if (bytes.length > MAX_SITEMAP_BYTES) throw new Error(`it unpacks to more than ${MAX_SITEMAP_BYTES} bytes`);
  if (isWhole === false) throw new Error('unexpected end of file');
}

/** The text in pieces, of which the first is long enough to tell what it is. */
async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let head = Buffer.alloc(0);
  let decoder: ReturnType<typeof openDecoder>;
  for await (const piece of bytes) {
    if (decoder !== undefined) yield decoder.decode(piece, { stream: true });
    else {
      head = Buffer.concat([head, piece]);
      if (head.length < HEAD_BYTES) continue;
      decoder = decoderFor(head);
      yield decoder.decode(head, { stream: true });
    }
  }
  if (decoder !== undefined) yield decoder.decode();
  else if (head.length > 0) yield decoderFor(head).decode(head);
}

/**
 * By byte order mark, else by the width of the first character, else as the XML declaration says, else UTF-8 (XML 1.0,
 * appendix F). The Content-Type does not count: servers often state it wrongly, and the protocol wants UTF-8.
 */
function decoderFor(head: Uint8Array): NonNullable<ReturnType<typeof openDecoder>> {
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
  return openDecoder(declared) ?? new TextDecoder();
}

/** Places of addresses in one kind of XML file; names in lower case. */
interface Layout {
  readonly item: string;
  readonly kind: WrittenEntry['kind'];
  readonly address: string;
  readonly dates: readonly string[];
  readonly published: readonly string[];
}

const FEED_ITEM: Layout = {
  ...{ item: 'item', kind: 'page', address: 'link' },
  ...{ dates: ['atom:updated', 'dcterms:modified'], published: ['pubdate', 'dc:date'] },
};
/** By root element: sitemaps.org protocol 0.9, RSS 0.9 to 2.0, Atom (RFC 4287). */
const LAYOUTS = new Map<string, Layout>([
  ['urlset', { item: 'url', kind: 'page', address: 'loc', dates: ['lastmod'], published: [] }],
  ['sitemapindex', { item: 'sitemap', kind: 'sitemap', address: 'loc', dates: ['lastmod'], published: [] }],
  ['rss', FEED_ITEM],
  ['rdf', FEED_ITEM],
  ['feed', { item: 'entry', kind: 'page', address: 'link', dates: ['updated'], published: ['published'] }],
]);

/** An entry whose end has not been read. */
interface OpenEntry {
  readonly depth: number;
  /** Of its name and of the names of its fields: `sit:` in `<sit:url>`. */
  readonly prefix: string;
  /** The text outside of its fields: some sites write the addresses of their index so. */
  bare: string;
  address?: string;
  date?: string;
  published?: string;
  title?: string;
}

type FieldName = 'address' | 'date' | 'published' | 'title' | undefined;

/**
 * Reads sitemaps, indexes of sitemaps, RSS and Atom, whatever their faults. Names may have any prefix; fields are the
 * children of an entry, so that the pictures and videos of a page, which have addresses as well, are passed over.
 */
function createXmlParser(onEntry: OnEntry): SitemapParser {
  let layout: Layout | undefined;
  let depth = 0;
  let entry: OpenEntry | undefined;
  let field: FieldName;
  let content = '';
  const finish = ({ address, bare, date, published, title }: OpenEntry, { kind }: Layout): void => {
    const written = address ?? (kind === 'sitemap' ? bare.trim() : '');
    onEntry({
      kind,
      address: written,
      ...given({ date: dateOf(date), published: dateOf(published), title }),
    });
    [entry, field] = [undefined, undefined];
  };
  const parser = new Parser(
    {
      onopentag(tag, { rel = 'alternate', href }) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new Error(`more than ${MAX_DEPTH} elements within each other`);
        if (layout === undefined) layout = layoutOf(tag);
        else if (localName(tag) === layout.item) {
          if (entry !== undefined) finish(entry, layout); // its end is missing
          entry = { depth, prefix: tag.slice(0, -layout.item.length), bare: '' };
        } else if (entry !== undefined && depth === entry.depth + 1) {
          [field, content] = [fieldOf(tag, entry, layout), ''];
          if (field === 'address' && href !== undefined && rel === 'alternate') entry.address ??= href;
        }
      },
      ontext(part) {
        if (field !== undefined) content += part;
        else if (entry?.depth === depth && entry.bare.length < MAX_ADDRESS) entry.bare += part;
      },
      onclosetag() {
        if (entry !== undefined && layout !== undefined) {
          if (depth === entry.depth) finish(entry, layout);
          else if (depth === entry.depth + 1) {
            keep(field, content.trim(), entry);
            field = undefined;
          }
        }
        depth -= 1;
      },
    },
    { xmlMode: true, lowerCaseTags: true },
  );
  let hasBegun = false;
  return {
    write(piece) {
      const declaration = hasBegun ? 0 : piece.search(/<\?xml\s/);
      parser.write(declaration < 0 ? piece.slice(piece.indexOf('<')) : piece.slice(declaration));
      hasBegun = true;
    },
    end() {
      parser.end();
      if (layout === undefined) throw new Error('it is XML without an element');
    },
  };
}

function dateOf(text = ''): string | undefined {
  return text === '' || text.length > MAX_DATE ? undefined : text;
}

function keep(field: FieldName, written: string, entry: OpenEntry): void {
  if (field === 'date' || field === 'published') entry[field] = written;
  else if (field === 'address' && written !== '') entry.address ??= written;
  else if (field === 'title' && written !== '') entry.title ??= written.slice(0, MAX_TITLE);
}

function layoutOf(root: string): Layout {
  const layout = LAYOUTS.get(localName(root));
  if (layout !== undefined) return layout;
  throw new Error(`its root element is ${shown(root)}, not one of ${[...LAYOUTS.keys()].join(', ')}`);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function fieldOf(tag: string, { prefix }: OpenEntry, { address, dates, published }: Layout): FieldName {
  const name = tag.startsWith(prefix) ? tag.slice(prefix.length) : tag;
  if (name === address) return 'address';
  if (dates.includes(name)) return 'date';
  if (published.includes(name)) return 'published';
  return name === 'title' ? name : undefined;
}

/** Reads texts with one web address per line. Before the first address there may be a heading. */
function createLineParser(onEntry: OnEntry): SitemapParser {
  let rest = '';
  let found = false;
  const take = (line: string): void => {
    const address = line.trim();
    const isAddress = isWebAddress(address);
    found ||= isAddress;
    if (isAddress) onEntry({ kind: 'page', address });
  };
  return {
    write(text) {
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      lines.forEach(take);
      if (rest.length > MAX_ADDRESS) throw new Error('a line is longer than any address');
    },
    end() {
      take(rest);
      if (!found) throw new Error('it is neither XML nor a list of web addresses');
    },
  };
}

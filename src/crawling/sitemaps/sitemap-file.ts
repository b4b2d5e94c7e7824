import { Parser } from 'htmlparser2';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { interruptible } from '../../support/interruptible.js';
import { isWebAddress, parseUrl } from '../../support/parse-url.js';
import { decodeBody } from '../../web/http/read-body.js';
import { decodeHtml } from '../../web/page/charset.js';

/** Bytes of a sitemap, packed and unpacked (sitemaps.org: 50 MB). */
export const MAX_SITEMAP_BYTES = 52_428_800;
/** Characters that are parsed at a time, and those of a file that takes long enough to let others get their turn. */
const [PIECE, LARGE] = [65_536, 5_000_000];
/** Characters of an address, of a date (longer ones are not dates), and those that a message shows. */
const [MAX_ADDRESS, MAX_DATE, SHOWN] = [65_536, 64, 60];
/** Elements within each other: sitemaps need 4. */
const MAX_DEPTH = 1000;

/** Entry of a sitemap. */
export interface SitemapEntry {
  /** A page, or a further sitemap. */
  readonly kind: 'page' | 'sitemap';
  /** Absolute, http or https. */
  readonly url: string;
  /** As written there. */
  readonly lastModified?: string;
}

/**
 * The entries of a sitemap, one after the other: XML, index, or text with one address per line (sitemaps.org protocol);
 * gzipped or not, as the content says. @param url base of relative addresses
 * @throws Error where the file is damaged, is not a sitemap, or unpacks to too much; entries before are given
 */
export async function* readSitemap(
  body: Uint8Array,
  url: string,
  onProblem: (message: string) => void,
): AsyncGenerator<SitemapEntry> {
  // Receiving 50 MB takes long enough, and so does decoding them.
  if (body.length > LARGE) await nextTurn();
  const { text, fault } = await textOf(body);
  if (text.length > LARGE) await nextTurn();
  if (text === '') throw new Error('it is empty');
  const wrong: string[] = [];
  let entries = 0;
  try {
    for await (const found of interruptible(isXml(text) ? xmlEntries(text) : lineEntries(text), undefined))
      for (const entry of found) {
        entries += 1;
        const absolute = webAddress(entry.url, url);
        if (absolute === undefined) wrong.push(shown(entry.url));
        else yield { ...entry, url: absolute };
      }
    if (fault !== undefined) throw new Error(fault);
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

/** Text of a file, and the fault that ends it early. */
async function textOf(body: Uint8Array): Promise<{ readonly text: string; readonly fault?: string }> {
  const packing = body[0] === 0x1f && body[1] === 0x8b ? 'gzip' : '';
  const limit = { bytes: MAX_SITEMAP_BYTES + 1, beyond: 'cut' } as const;
  const { body: bytes, isWhole } = await decodeBody(body, packing, limit, '');
  const isLarge = bytes.length > MAX_SITEMAP_BYTES;
  const damage = isWhole === false ? 'unexpected end of file' : undefined;
  return {
    text: decodeHtml(bytes, ''),
    fault: isLarge ? `it unpacks to more than ${MAX_SITEMAP_BYTES} bytes` : damage,
  };
}

/** A list may have an angle bracket in a later line; XML may have the warning of a program before it. */
function isXml(text: string): boolean {
  const head = text.slice(0, PIECE);
  const bracket = head.indexOf('<');
  return bracket >= 0 && !/^[ \t\uFEFF]*https?:\/\//im.test(head.slice(0, bracket));
}

/** By root element: the elements that are entries (sitemaps.org protocol 0.9). */
const LAYOUTS: Readonly<Record<string, Pick<SitemapEntry, 'kind'> & { readonly item: string }>> = {
  urlset: { item: 'url', kind: 'page' },
  sitemapindex: { item: 'sitemap', kind: 'sitemap' },
};

/** An entry whose end has not been read. Some have several addresses. */
interface OpenEntry {
  readonly depth: number;
  readonly locs: string[];
  lastmod: string;
}

/**
 * Reads sitemaps and indexes of sitemaps piece by piece, whatever their faults. Names may have any prefix; fields are the
 * children of an entry, so that the pictures and videos of a page, which have addresses as well, are passed over.
 */
function* xmlEntries(text: string): Generator<readonly SitemapEntry[]> {
  const found: SitemapEntry[] = [];
  let layout: ReturnType<typeof layoutOf> | undefined;
  let depth = 0;
  let entry: OpenEntry | undefined;
  let field: 'loc' | 'lastmod' | undefined;
  const finish = (): void => {
    if (entry === undefined || layout === undefined) return;
    const date = entry.lastmod.trim();
    const isDate = date !== '' && date.length <= MAX_DATE;
    const { kind } = layout;
    for (const loc of entry.locs.length === 0 ? [''] : entry.locs)
      found.push({ kind, url: loc.trim(), ...(isDate && { lastModified: date }) });
    [entry, field] = [undefined, undefined];
  };
  const parser = new Parser(
    {
      onopentag(tag) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new Error(`more than ${MAX_DEPTH} elements within each other`);
        const name = localName(tag);
        if (layout === undefined) layout = layoutOf(tag);
        else if (name === layout.item) {
          finish(); // its end is missing
          entry = { depth, locs: [], lastmod: '' };
        } else if (entry !== undefined && depth === entry.depth + 1) {
          field = name === 'loc' || name === 'lastmod' ? name : undefined;
          if (name === 'loc') entry.locs.push('');
        }
      },
      ontext(part) {
        if (entry === undefined) return;
        if (field === 'lastmod') entry.lastmod += part;
        if (field === 'loc') entry.locs.push((entry.locs.pop() ?? '') + part);
      },
      onclosetag() {
        if (depth === entry?.depth) finish();
        else if (depth === (entry?.depth ?? depth) + 1) field = undefined;
        depth -= 1;
      },
    },
    { xmlMode: true, lowerCaseTags: true },
  );
  const declaration = text.slice(0, PIECE).search(/<\?xml\s/);
  const begin = declaration < 0 ? text.indexOf('<') : declaration;
  try {
    for (let at = begin; at < text.length; at += PIECE) {
      parser.write(text.slice(at, at + PIECE));
      yield found.splice(0);
    }
    parser.end();
    if (layout === undefined) throw new Error('it is XML without an element');
  } catch (thrown) {
    yield found;
    throw thrown;
  }
  yield found;
}

function layoutOf(root: string) {
  const layout = Object.entries(LAYOUTS).find(([name]) => name === localName(root))?.[1];
  if (layout !== undefined) return layout;
  throw new Error(`its root element is ${shown(root)}, not one of ${Object.keys(LAYOUTS).join(', ')}`);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Reads texts with one web address per line. Before the first address there may be a heading. */
function* lineEntries(text: string): Generator<readonly SitemapEntry[]> {
  let found = false;
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (line.length > MAX_ADDRESS) throw new Error('a line is longer than any address');
    const url = line.trim();
    if (!isWebAddress(url)) continue;
    found = true;
    yield [{ kind: 'page', url }];
  }
  if (!found) throw new Error('it is neither XML nor a list of web addresses');
}

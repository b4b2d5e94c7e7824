import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { readSitemap, type SitemapEntry } from '../../../src/crawling/sitemaps/sitemap-file.js';
import { messageOf } from '../../../src/model/errors.js';

const URL_OF_MAP = 'http://a.example/sitemap.xml';

interface Reading {
  readonly found: SitemapEntry[];
  /** What was reported, and at the end what was thrown. */
  readonly problems: string[];
}

async function reading(body: string | Uint8Array): Promise<Reading> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const found: SitemapEntry[] = [];
  const problems: string[] = [];
  try {
    for await (const entry of readSitemap(bytes, URL_OF_MAP, (problem) => problems.push(problem)))
      found.push(entry);
  } catch (thrown) {
    problems.push(messageOf(thrown));
  }
  return { found, problems };
}

/** The entries of a sitemap without faults. */
async function entries(body: string | Uint8Array): Promise<SitemapEntry[]> {
  const { found, problems } = await reading(body);
  expect(problems).toEqual([]);
  return found;
}

/** A sitemap of the pages `http://a.example/1` and so on, with these entries as they are. */
function urlset(...written: readonly string[]): string {
  return `<urlset>\n${written.join('\n')}\n</urlset>`;
}
const page = (n: number): string => `<url><loc>http://a.example/${n}</loc></url>`;
const urlsOf = ({ found }: Reading): string[] => found.map(({ url }) => url.replace('http://a.example/', ''));

const URLSET = `<?xml version="1.0" encoding="UTF-8"?><!-- a comment -->
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>http://a.example/1?a=1&amp;b=2</loc><lastmod>2024-05-01</lastmod><priority>0.8</priority></url>
  <url><loc>http://a.example/2</loc></url>
</urlset>`;
const PAGES = [
  { kind: 'page', url: 'http://a.example/1?a=1&b=2', lastModified: '2024-05-01' },
  { kind: 'page', url: 'http://a.example/2' },
];

describe('readSitemap', () => {
  it('reads XML, packed and not', async () => {
    expect(await entries(URLSET)).toEqual(PAGES);
    expect(await entries(gzipSync(URLSET))).toEqual(PAGES);
    expect(await entries(`\ufeff${URLSET}`)).toEqual(PAGES);
  });

  it('reads an index', async () => {
    const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <sitemap><loc>http://a.example/s1.xml.gz</loc><lastmod>2024-01-01T00:00:00Z</lastmod></sitemap>
      <sitemap><loc>http://a.example/s2.xml</loc></sitemap></sitemapindex>`;
    expect(await entries(index)).toEqual([
      { kind: 'sitemap', url: 'http://a.example/s1.xml.gz', lastModified: '2024-01-01T00:00:00Z' },
      { kind: 'sitemap', url: 'http://a.example/s2.xml' },
    ]);
  });

  it('knows encodings by the bytes and by the XML declaration', async () => {
    const text = (encoding: string): string =>
      `<?xml version="1.0" encoding="${encoding}"?>${urlset('<url><loc>http://a.example/é€</loc></url>')}`;
    const expected = [{ kind: 'page', url: 'http://a.example/%C3%A9%E2%82%AC' }];
    const little = Buffer.from(text('UTF-16'), 'utf16le');
    const big = Buffer.from(little).swap16();
    expect(await entries(Buffer.concat([Buffer.from([0xff, 0xfe]), little]))).toEqual(expected);
    expect(await entries(Buffer.concat([Buffer.from([0xfe, 0xff]), big]))).toEqual(expected);
    expect(await entries(gzipSync(text('utf-8')))).toEqual(expected);
    expect(await entries(text('UTF-16'))).toEqual(expected); // it cannot be
    const latin1 = Buffer.from(text('ISO-8859-1').replace('€', '\x80'), 'latin1');
    expect(await entries(latin1)).toEqual(expected);
    const unknown = await reading(text('klingon'));
    expect(unknown.found).toEqual(expected);
  });

  it('reads an ampersand that is not escaped, wherever pieces of the file end', async () => {
    const asked = '<url><loc>http://a.example/?a=1&b=2&amp;c=3&#38;d</loc></url>';
    const cdata = '<url><loc><![CDATA[http://a.example/?x&y]]></loc></url>';
    for (const filler of [0, 65_500, 65_501, 65_502, 65_503, 65_504, 65_505]) {
      const read = await reading(`<!--${'x'.repeat(filler)}-->${urlset(page(1), asked, cdata, page(2))}`);
      expect(urlsOf(read)).toEqual(['1', '?a=1&b=2&c=3&d', '?x&y', '2']);
      expect(read.problems).toEqual([]);
    }
  });

  it.each([
    ['a bracket', '<url><loc>a < b</loc></url>', ''],
    ['a missing end tag', '<url><loc>http://a.example/x</loc>', ''],
    ['an unknown entity', '<url><loc>/&eacute;</loc><lastmod>&nbsp;</lastmod></url>', ''],
    ['an address of another scheme', '<url><loc>mailto:a@a.example</loc></url>', 'not web addresses: 1'],
    ['an endless address', `<url><loc>${'x'.repeat(4_000_000)}</loc></url>`, 'not web addresses: 1'],
  ])('reads on behind %s, and says what addresses are none', async (_name, fault, message) => {
    const read = await reading(urlset(page(1), fault, page(2)));
    expect(urlsOf(read)).toEqual(expect.arrayContaining(['1', '2']));
    expect(urlsOf(read)).not.toContain('sitemap.xml');
    expect(read.problems.join()).toContain(message);
    expect(read.problems.join().length).toBeLessThan(400);
  });

  it('gives what came before the damage, and says that there is some', async () => {
    const packed = gzipSync(urlset(...Array.from({ length: 5_000 }, (_, n) => page((n * 7919) % 20_011))));
    const { found, problems } = await reading(packed.subarray(0, packed.length / 2));
    expect(found.length).toBeGreaterThan(1000);
    expect(problems).toEqual([expect.stringContaining('unexpected end of file')]);
    // A list of addresses, which is read faster than XML.
    const bomb = Buffer.alloc(52_430_000, `${' '.repeat(60_000)}\n`);
    bomb.write('http://a.example/1\n');
    expect((await reading(gzipSync(bomb, { level: 1 }))).problems).toEqual([
      'it unpacks to more than 52428800 bytes',
    ]);
  });

  it('gives up elements that are nested without end', async () => {
    const hostile = `${urlset(page(1)).replace('</urlset>', '')}${'<a>'.repeat(2000)}`;
    const { found, problems } = await reading(hostile);
    expect([found.length, problems]).toEqual([1, ['more than 1000 elements within each other']]);
  });

  it.each([
    ['', 'it is empty'],
    [
      '<!doctype html><html><a href="http://a.example/">x</a></html>',
      "its root element is 'html', not one of",
    ],
    ['\u0000\u0001', 'it is neither XML nor a list of web addresses'],
    ['<urlset', 'it is XML without an element'],
  ])('says why it finds nothing in %j', async (body, message) => {
    const { found, problems } = await reading(body);
    expect(found).toEqual([]);
    expect(problems).toContainEqual(expect.stringContaining(message));
  });
});

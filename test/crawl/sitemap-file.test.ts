import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { readSitemap, type SitemapEntry } from '../../src/crawl/sitemap-file.js';

const URL_OF_MAP = 'http://a.example/sitemap.xml';

async function entries(body: string | Uint8Array): Promise<SitemapEntry[]> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const found: SitemapEntry[] = [];
  for await (const entry of readSitemap(bytes, URL_OF_MAP)) found.push(entry);
  return found;
}

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

  it('reads text, one address a line', async () => {
    const text =
      'http://a.example/1\r\n\r\nnot an address\nhttps://a.example/2\nftp://a.example/3\nhttp://a.example/4';
    expect((await entries(text)).map(({ url }) => url)).toEqual([
      'http://a.example/1',
      'https://a.example/2',
      'http://a.example/4',
    ]);
  });

  it('reads RSS and Atom', async () => {
    const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title><link>http://a.example/</link>
      <item><title>1</title><link>http://a.example/1</link><pubDate>Wed, 01 May 2024 00:00:00 GMT</pubDate></item>
      <item><link><![CDATA[ http://a.example/2 ]]></link></item></channel></rss>`;
    expect(await entries(rss)).toEqual([
      { kind: 'page', url: 'http://a.example/1', lastModified: 'Wed, 01 May 2024 00:00:00 GMT' },
      { kind: 'page', url: 'http://a.example/2' },
    ]);
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://a.example/"/>
      <entry><link rel="self" href="/self"/><link href="/1"/><updated>2024-05-01T00:00:00Z</updated></entry></feed>`;
    expect(await entries(atom)).toEqual([
      { kind: 'page', url: 'http://a.example/1', lastModified: '2024-05-01T00:00:00Z' },
    ]);
  });

  it('gives what came before the damage, and says that there is some', async () => {
    const found: SitemapEntry[] = [];
    const reading = async (body: Uint8Array): Promise<void> => {
      found.length = 0;
      for await (const entry of readSitemap(body, URL_OF_MAP)) found.push(entry);
    };
    const many = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from(
      { length: 20_000 },
      (_, n) => `<url><loc>http://a.example/${n}-${(n * 7919) % 10007}</loc></url>`,
    ).join('')}</urlset>`;
    const packed = gzipSync(many);
    await expect(reading(packed.subarray(0, packed.length / 2))).rejects.toThrow();
    expect(found.length).toBeGreaterThan(1000);
    await expect(reading(gzipSync(Buffer.alloc(60_000_000)))).rejects.toThrow('unpacks to more than');
  });

  it.each(['', '<html><a href="http://a.example/">x</a></html>', '\u0000\u0001', '<urlset', '{"a": 1}'])(
    'finds nothing in %j',
    async (body) => {
      expect(await entries(body).catch(() => [])).toEqual([]);
    },
  );
});

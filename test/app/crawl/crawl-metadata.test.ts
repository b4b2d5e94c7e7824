import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { openMetadata } from '../../../src/extensions/publish/metadata/page-metadata.js';
import { validateUnits } from '../../../src/extensions/publish/kb/validate.js';
import { serveWeb, type WebServer } from '../../../src/extensions/archives/web-server.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { notFound, type VirtualWeb } from '../../../src/web/stored/virtual-web.js';
import { collected } from '../../support/collected.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const A = 'http://a.example';
const fresh = placesIn(temporaryFolder());

const HEADS: Readonly<Record<string, string>> = {
  '/': '',
  '/dated':
    '<meta property="article:published_time" content="2024-05-17"><meta name="author" content="Ann Bee">',
  '/listed': '',
};
const links = Object.keys(HEADS).map((place) => `<a href="${place}">${place}</a>`);
const SITEMAP = `<urlset><url><loc>${A}/listed</loc><lastmod>2023-02-03</lastmod></url>
<url><loc>${A}/dated</loc><lastmod>2025-01-01</lastmod></url></urlset>`;

const web: VirtualWeb = {
  name: 'described',
  hosts: new Set(['a.example']),
  pages: [],
  answer: (url) => {
    const { pathname } = new URL(url);
    const answer = (type: string, body: string) =>
      Promise.resolve({ status: 200, headers: { 'content-type': type }, body: Buffer.from(body) });
    if (pathname === '/robots.txt') return answer('text/plain', `Sitemap: ${A}/sitemap.xml`);
    if (pathname === '/sitemap.xml') return answer('application/xml', SITEMAP);
    const head = HEADS[pathname];
    if (head === undefined) return Promise.resolve(notFound(url));
    return answer(
      'text/html',
      `<!doctype html><html lang=en><title>${pathname}</title>${head}<p>This is ${pathname} in words.</p>${links.join(' ')}`,
    );
  },
};
let server: WebServer;
beforeAll(async () => {
  server = await serveWeb(web);
});
afterAll(() => server.close());

const settings = () => ({
  ...{
    seeds: [`${A}/`],
    out: fresh(),
    delay: 0,
    workers: 1,
    keepDuplicates: true,
    record: ['metadata' as const],
  },
  ...{ sitemaps: true, connectTo: [`*=127.0.0.1:${server.port}`] },
});

async function eventsOf(out: string): Promise<ReadonlyMap<string, CrawlEvent>> {
  const events = await collected(readEvents(out));
  return new Map(events.map((event) => [new URL(event.url).pathname, event]));
}

const quadsOf = (out: string): string =>
  gunzipSync(readFileSync(path.join(out, 'crawl.nq.gz'))).toString('utf8');

describe('a crawl that records metadata', () => {
  it('keeps what accepted pages say of themselves in events and RDF, with source and confidence', async () => {
    const { out } = await crawlTopic(settings());
    const events = await eventsOf(out);
    expect(events.get('/dated')?.metadata).toMatchObject({
      published: { value: '2024-05-17', source: 'opengraph', confidence: 0.95 },
      modified: { value: '2025-01-01', source: 'list' },
      authors: { value: ['Ann Bee'], source: 'meta' },
      language: { value: 'en', source: 'html' },
    });
    expect(events.get('/listed')?.metadata?.modified).toEqual({
      ...{ value: '2023-02-03', source: 'list', confidence: 0.4 },
    });
    const rdf = quadsOf(out);
    expect(rdf).toMatch(
      /<http:\/\/a\.example\/dated> <http:\/\/purl\.org\/dc\/terms\/issued> "2024-05-17"\S* <\S+\/page-data>/,
    );
    expect(rdf.match(/#PageData>/g)).toHaveLength(1);
    const validated = await validateUnits({
      ...{ kbs: [], crawls: [out], settings: {}, warn: () => undefined },
    });
    // The crawl has no topic that it could have used.
    expect(validated.results.map(({ path }) => path)).toEqual(['http://www.w3.org/ns/prov#used']);
    const kept = openMetadata(out);
    const dated = events.get('/dated');
    expect(dated && (await kept.of(dated))).toEqual(dated?.metadata);
  });
});

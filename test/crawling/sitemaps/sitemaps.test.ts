import { expect, it } from '@jest/globals';
import { createPoliteness } from '../../../src/crawling/politeness/politeness.js';
import { createRobots } from '../../../src/crawling/politeness/robots.js';
import { readSitemaps, type SitemapPlan } from '../../../src/crawling/sitemaps/sitemaps.js';
import type { FoundUrl } from '../../../src/crawling/engine/crawl-types.js';
import type { Fetcher } from '../../../src/model/crawl-event.js';
import { manualClock } from '../../support/manual-clock.js';

async function gathered(
  files: Readonly<Record<string, string>>,
  plan: Partial<SitemapPlan> = {},
  truncated?: 'disconnect',
) {
  const fetcher: Fetcher = {
    fetch: async (url) => {
      const file = files[new URL(url).pathname];
      if (file === undefined) return { url, status: 404, headers: {}, body: Buffer.alloc(0) };
      return { url, status: 200, headers: {}, body: Buffer.from(file), truncated };
    },
  };
  return read(fetcher, { sitemaps: ['http://a.example/map.xml'], ...plan });
}

async function read(fetcher: Fetcher, plan: Partial<SitemapPlan>, seconds = 0) {
  const clock = manualClock();
  const warnings: string[] = [];
  const found: FoundUrl[] = [];
  await readSitemaps(
    {
      fetcher,
      clock,
      robots: createRobots({ fetcher, userAgent: 'sfwc/0', clock, backoff: { tries: 1, firstSeconds: 1 } }),
      politeness: createPoliteness(clock, { seconds, factor: 0, maxSeconds: 30 }),
      logger: { info: () => undefined, warn: (message) => warnings.push(message) },
    },
    { ofHosts: [], sitemaps: [], maxUrls: 100, ...plan },
    (some) => void found.push(...some),
  );
  return { urls: found.map(({ url }) => url), warnings };
}

function urlset(...addresses: readonly string[]): string {
  return `<urlset>${addresses.map((address) => `<url><loc>${address}</loc></url>`).join('')}</urlset>`;
}

it('names each sitemap that is not as it should be, and why', async () => {
  const { urls, warnings } = await gathered({
    '/map.xml':
      '<sitemapindex><sitemap><loc>/1.xml</loc></sitemap><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>',
    '/1.xml': urlset('/?a=1&b=2', 'http://b.example/', 'http://www.a.example/', 'http://c.example/'),
    '/2.xml': '<!DOCTYPE html><html><title>Not found</title></html>',
  });
  expect(urls).toEqual(['http://a.example/?a=1&b=2', 'http://www.a.example/']);
  expect(warnings).toEqual([
    'sitemap http://a.example/1.xml: addresses of other sites or too long, left out: 2',
    "sitemap http://a.example/2.xml: its root element is 'html', not one of urlset, sitemapindex",
  ]);
});

it('takes the entries of a sitemap that breaks off, without the address that is cut', async () => {
  const whole = 'http://a.example/1\nhttp://a.example/2\nhttp://a.example/3';
  const { urls, warnings } = await gathered({ '/map.xml': whole.slice(0, -1) }, {}, 'disconnect');
  expect(urls).toEqual(['http://a.example/1', 'http://a.example/2']);
  expect(warnings).toEqual(['http://a.example/map.xml breaks off; its entries up to there count']);
});

it('lets hosts take turns, each within its budget', async () => {
  const index = (n: number): string =>
    `<sitemapindex>${Array.from({ length: 20 }, (_, k) => `<sitemap><loc>/${n}/${k}.xml</loc></sitemap>`).join('')}
    <sitemap><loc>/${n}.xml</loc></sitemap></sitemapindex>`;
  const asked: string[] = [];
  const fetcher: Fetcher = {
    fetch: async (url) => {
      asked.push(url);
      const { host, pathname } = new URL(url);
      const hostile = Array.from({ length: 3000 }, (_, n) => `Sitemap: http://hostile.example/${n}.xml`).join(
        '\n',
      );
      const quiet = 'Sitemap: http://quiet.example/map.xml';
      const number = /^\/(\d+)/.exec(pathname)?.[1];
      const text =
        pathname === '/robots.txt'
          ? host.startsWith('hostile')
            ? hostile
            : quiet
          : number === undefined
            ? urlset('/one', '/two')
            : index(Number(number));
      return { url, status: 200, headers: {}, body: Buffer.from(text) };
    },
  };
  const ofHosts = ['http://hostile.example/', 'http://quiet.example/'];
  const { urls, warnings } = await read(fetcher, { ofHosts }, 1);
  expect(urls).toEqual(['http://quiet.example/one', 'http://quiet.example/two']);
  expect(asked.indexOf('http://quiet.example/map.xml')).toBe(3);
  expect(asked.filter((url) => url.startsWith('http://hostile.example/'))).toHaveLength(251);
  expect(warnings).toEqual(['sitemaps of hostile.example: only the first 250 are read']);
});

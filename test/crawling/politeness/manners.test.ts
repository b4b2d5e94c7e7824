import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { judgeHere } from '../../../src/extensions/lab/comparison/judge-here.js';
import { unlimitedPlan } from '../../../src/app/crawl/setup/crawl-plan.js';
import type { CrawlPlan } from '../../../src/crawling/engine/crawl-types.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import { createHttpFetcher, type HttpFetcher } from '../../../src/web/http/http-fetcher.js';
import { createRobots } from '../../../src/crawling/politeness/robots.js';
import { urlFilter } from '../../../src/crawling/urls/url-patterns.js';
import { createPageReader } from '../../../src/web/page/reader.js';
import { startMisbehavingWeb, type MisbehavingWeb } from '../../support/misbehaving-web.js';
import { manualClock } from '../../support/manual-clock.js';
import { tinyClassifier, tinyCrawl, type TinyCrawl } from '../../support/tiny-web.js';

const A = 'http://a.example';
let web: MisbehavingWeb;
let fetcher: HttpFetcher;
beforeAll(async () => {
  web = await startMisbehavingWeb();
  fetcher = createHttpFetcher({ userAgent: 'sfwc/0', connectTo: web.connectTo, timeoutSeconds: 1.5 });
});
afterAll(async () => {
  fetcher.close();
  await web.close();
});

/** Crawls the misbehaving web with the real page reader; a page is on topic when its text holds `topic`. */
async function crawled(
  seeds: readonly string[],
  changes: Partial<CrawlPlan> = {},
): Promise<TinyCrawl & { readonly outline: string[]; readonly links: object }> {
  const clock = manualClock();
  const backoff = { tries: 3, firstSeconds: 30 };
  const tiny = tinyCrawl(
    {},
    {
      fetcher,
      clock,
      robots: createRobots({ fetcher, userAgent: 'sfwc/0', clock, backoff }),
      judge: judgeHere({ reader: createPageReader({ crawler: 'sfwc' }), classifier: tinyClassifier }),
    },
  );
  const plan = unlimitedPlan({
    seeds: seeds.map((seed) => (seed.startsWith('/') ? A + seed : seed)),
    maxPages: 200,
    maxDepth: 100,
    scope: 'host',
    follow: 'all',
  });
  const summary = await crawl(tiny.parts, { ...plan, ...changes });
  const outline = tiny
    .events()
    .map(
      ({ url, state, code }) => `${url.replace(A, '')} ${code === undefined ? state : `${state}:${code}`}`,
    );
  return { ...tiny, clock, outline, links: summary.links };
}

function requests(part: string): number {
  return web.requests.filter((request) => request.includes(part)).length;
}

describe('busy hosts', () => {
  it('are asked again later, and left alone after that', async () => {
    const { outline, clock } = await crawled(['/503', '/plain']);
    expect(outline).toEqual(['/503 failed:busy', '/plain done']);
    expect(requests('a.example/503')).toBe(3);
    expect(clock.sleeps).toEqual([30_000, 60_000, 120_000]);
  });

  it('are waited for as long as they ask, and well again when they are', async () => {
    const { outline, clock } = await crawled(['http://recovers.example/429-once']);
    expect(outline).toEqual(['http://recovers.example/429-once done']);
    expect(clock.sleeps).toEqual([120_000]);
  });

  it('are asked again where a redirect leads to them', async () => {
    const { outline, clock } = await crawled(['http://moved.example/to-429-once']);
    expect(outline).toEqual(['http://moved.example/to-429-once done']);
    expect(clock.sleeps).toEqual([120_000]);
    const gone = await crawled(['http://moved.example/to-503']);
    expect(gone.outline).toEqual(['http://moved.example/to-503 failed:busy']);
    expect(requests('moved.example/503')).toBe(3);
  });

  it('are given up, all their pages with them', async () => {
    const seeds = Array.from({ length: 8 }, (_, n) => `http://down.example/503?${n}`);
    const { outline } = await crawled(seeds);
    expect(new Set(outline.map((line) => line.split(' ')[1]))).toEqual(new Set(['failed:busy']));
    expect(outline).toHaveLength(8);
    expect(requests('down.example/503')).toBe(6);
  });

  it('whose robots.txt cannot be had are tried three times, and their pages are left out', async () => {
    const { outline, clock } = await crawled(['http://robots-503.example/', 'http://robots-503.example/2']);
    expect(outline).toEqual([
      'http://robots-503.example/ skipped:robots-unreachable',
      'http://robots-503.example/2 skipped:robots-unreachable',
    ]);
    expect(requests('robots-503.example/robots.txt')).toBe(3);
    expect(clock.sleeps).toEqual([30_000, 60_000]);
  });
});

describe('what pages and headers ask', () => {
  it('is obeyed, also where it is for this crawler alone', async () => {
    const { outline } = await crawled([
      '/meta-ours',
      '/meta-others',
      '/tag-ours',
      '/tag-others',
      '/rel-nofollow',
    ]);
    expect(outline).toEqual([
      '/meta-ours skipped:no-index',
      '/meta-others done',
      '/tag-ours skipped:no-index',
      '/tag-others done',
      '/rel-nofollow done',
    ]);
  });
});

describe('copies and traps', () => {
  it('leaves calendars, session mazes and loops of paths', async () => {
    const { outline, links } = await crawled(['/months/1', '/maze/start', '/deeper/x/y/'], { maxPages: 500 });
    const count = (part: string): number =>
      outline.filter((line) => line.includes(part) && !line.endsWith(':trap')).length;
    expect(count('/months/')).toBeLessThan(30);
    expect(count('/maze/')).toBeLessThan(60);
    expect(count('/deeper/')).toBeLessThan(5);
    expect(links).toMatchObject({ trap: expect.any(Number) });
    expect(requests('/months/')).toBeLessThan(30);
  });

  it('leaves copies of accepted pages out, and says of which', async () => {
    const { outline, events } = await crawled(['/article', '/print/article', '/other'], {
      nearDuplicates: true,
    });
    expect(outline).toEqual(['/article done', '/print/article skipped:near-duplicate', '/other done']);
    expect(events()[1]).toMatchObject({ resembles: `${A}/article` });
    expect(events()[0]?.fingerprint).toMatch(/^[\w+/]{112}$/);
    const kept = await crawled(['/article', '/print/article']);
    expect(kept.outline).toEqual(['/article done', '/print/article done']);
  });

  it('lets the canonical page stand for both where their texts are the same, and never loses both', async () => {
    const copies = { nearDuplicates: true };
    const first = await crawled(['/canonical', '/variant?sort=up'], copies);
    expect(first.outline).toEqual(['/canonical done', '/variant?sort=up skipped:canonical-known']);
    expect(first.events()[1]).toMatchObject({ canonicalUrl: `${A}/canonical` });
    expect((await crawled(['/variant?sort=up'], copies)).outline).toEqual(['/variant?sort=up done']);
    expect((await crawled(['/each-other/1', '/each-other/2'], copies)).outline).toEqual([
      '/each-other/1 done',
      '/each-other/2 done',
    ]);
    expect((await crawled(['/', '/to-home'], copies)).outline).toEqual(['/ done', '/to-home done']);
  });

  it('knows errors that are sent as pages, and files that are sent as HTML', async () => {
    expect((await crawled(['/soft-404', '/pdf-as-html', '/html-as-bytes', '/wrong-type'])).outline).toEqual([
      '/soft-404 skipped:soft-404',
      '/pdf-as-html skipped:not-html',
      '/html-as-bytes done',
      '/wrong-type skipped:not-html',
    ]);
  });

  it('takes addresses with parameters of trackers and sessions for the same', async () => {
    const { outline } = await crawled(['/tracked-links']);
    expect(outline).toEqual(['/tracked-links done', '/plain done']);
  });
});

describe('limits', () => {
  it('on links of a page, pages of a host, and by patterns', async () => {
    const many = await crawled(['/many-links'], { maxLinks: 10 });
    expect(many.outline).toHaveLength(11);
    expect(many.links).toEqual({ queued: 10, 'over-limit': 990 });
    const few = await crawled(['/many-links'], { maxLinks: 10, maxPagesPerHost: 3 });
    expect(few.outline.filter((line) => line.endsWith('skipped:host-full'))).toHaveLength(8);
    const some = await crawled(['/many-links'], {
      maxLinks: 10,
      admits: urlFilter(['*/n/*'], ['/[13579]$/']),
    });
    expect(some.links).toEqual({ queued: 5, excluded: 5, 'over-limit': 990 });
  });
});

it('does not follow a public page to private addresses', async () => {
  const { outline } = await crawled(['/to-metadata', '/links-inside'], { scope: 'any' });
  const own = outline.filter((line) => !line.startsWith('http://a.example'));
  expect(own).toContain('/links-inside done');
});

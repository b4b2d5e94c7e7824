import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { judgeHere } from '../../../src/extensions/lab/comparison/judge-here.js';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
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

import { describe, expect, it } from '@jest/globals';
import { createRobots, type Robots } from '../../../src/crawling/politeness/robots.js';
import type { Fetcher } from '../../../src/model/crawl-event.js';
import { FetchError } from '../../../src/model/errors.js';
import { manualClock } from '../../support/manual-clock.js';
import { itInFull } from '../../support/thorough.js';
import { productToken } from '../../../src/crawling/politeness/robots-txt.js';

/** A fetcher that has one robots.txt for every host. */
function serving(text: string | Uint8Array, status = 200): Fetcher {
  const body = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return { fetch: async (url) => ({ url, status, headers: {}, body }) };
}

/** Answers each time with the next status, and with the last one from then on. */
function answering(
  ...statuses: readonly (number | 'no answer')[]
): Fetcher & { readonly calls: () => number } {
  let calls = 0;
  return {
    calls: () => calls,
    async fetch(url) {
      const status = statuses[Math.min(calls, statuses.length - 1)] ?? 200;
      calls += 1;
      if (status === 'no answer') throw new FetchError('network', url, 'nobody answers');
      const headers: Record<string, string> = status === 429 ? { 'retry-after': '600' } : {};
      return { url, status, headers, body: new TextEncoder().encode('User-agent: *\nDisallow: /private') };
    },
  };
}

async function loaded(fetcher: Fetcher, url: string, userAgent = 'sfwc/0.1 (test)'): Promise<Robots> {
  const robots = createRobots({ fetcher, userAgent, maxCrawlDelay: 30 });
  expect(robots.knows(url)).toBe(false);
  await robots.load(url);
  expect(robots.knows(url)).toBe(true);
  return robots;
}

describe('createRobots', () => {
  it('does not take the beginning of a file for the whole', async () => {
    const body = Buffer.from('User-agent: *\nDisallow: /private');
    const fetcher: Fetcher = {
      fetch: async (url) => ({ url, status: 200, headers: {}, body, truncated: 'unspecified' }),
    };
    const robots = await loaded(fetcher, 'http://a.example/');
    expect(robots.decide('http://a.example/')).toMatchObject({
      allowed: false,
      code: 'robots-unreachable',
      message: 'http://a.example/robots.txt: it breaks off',
    });
  });

  it.each([404, 401, 403, 410])('allows all when the status is %d', async (status) => {
    const robots = await loaded(serving('User-agent: *\nDisallow: /', status), 'http://a.example/');
    expect(robots.decide('http://a.example/x').allowed).toBe(true);
  });

  it('caps Crawl-delay and ignores nonsense', async () => {
    const delay = async (value: string): Promise<number | undefined> =>
      (await loaded(serving(`User-agent: *\nCrawl-delay: ${value}`), 'http://a.example/')).crawlDelay(
        'http://a.example/',
      );
    expect(await delay('2.5')).toBe(2.5);
    expect(await delay('86400')).toBe(30);
    expect(await delay('-1')).toBeUndefined();
    expect(await delay('soon')).toBeUndefined();
  });

  it('reads the first 500 KiB, in whole lines', async () => {
    const rule = 'User-agent: *\nDisallow: /private\n';
    const filler = '# '.padEnd(500 * 1024 - rule.length - 15, 'x') + '\n';
    const robots = await loaded(
      serving(`${rule}${filler}Disallow: /a-long-path-cut-in-two`),
      'http://a.example/',
    );
    expect(robots.decide('http://a.example/private').allowed).toBe(false);
    expect(robots.decide('http://a.example/a-l').allowed).toBe(true);
    expect(robots.decide('http://a.example/a-other').allowed).toBe(true);
  });
});

describe('a robots.txt that cannot be had', () => {
  const url = 'http://a.example/page';

  it('is asked for again, each time after twice as long, and then given up for a day', async () => {
    const clock = manualClock();
    const backoff = { tries: 3, firstSeconds: 30 };
    const robots = createRobots({
      fetcher: answering(503, 'no answer', 500),
      userAgent: 'sfwc',
      clock,
      backoff,
    });
    const waits: (number | undefined)[] = [];
    for (let time = 0; time < 3; time += 1) {
      await robots.load(url);
      const wait = robots.retryIn(url);
      waits.push(wait);
      expect(robots.knows(url)).toBe(true);
      expect(robots.decide(url)).toMatchObject({ allowed: false, code: 'robots-unreachable' });
      clock.advance(wait ?? 0);
    }
    expect(waits).toEqual([30_000, 60_000, undefined]);
    clock.advance(23 * 3_600_000);
    expect(robots.knows(url)).toBe(true);
    clock.advance(2 * 3_600_000);
    expect(robots.knows(url)).toBe(false);
  });
});

it('asks for a robots.txt again after 24 hours', async () => {
  const clock = manualClock();
  const fetcher = answering(200, 404);
  const robots = createRobots({ fetcher, userAgent: 'sfwc', clock });
  const url = 'http://a.example/private';
  await robots.load(url);
  clock.advance(24 * 3_600_000 - 1);
  expect([robots.knows(url), robots.decide(url).allowed]).toEqual([true, false]);
  clock.advance(1);
  expect(robots.knows(url)).toBe(false);
  await robots.load(url);
  expect(robots.decide(url).allowed).toBe(true);
});

it('forgets the origins asked for longest ago when there are very many', async () => {
  const robots = createRobots({ fetcher: answering(404), userAgent: 'sfwc', clock: manualClock() });
  for (let n = 0; n < 10_002; n += 1) await robots.load(`http://h${n}.example/`);
  expect([0, 1, 2, 10_001].map((n) => robots.knows(`http://h${n}.example/`))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

// 540,000 rules take a second or two.
itInFull('forgets the origins asked for longest ago when their rules are very many', async () => {
  const text = `User-agent: *\n${'Allow:/\n'.repeat(60_000)}`;
  const robots = createRobots({ fetcher: serving(text), userAgent: 'sfwc' });
  for (let n = 0; n < 9; n += 1) await robots.load(`http://h${n}.example/`);
  await robots.load('http://h8.example/');
  expect([0, 1, 8].map((n) => robots.knows(`http://h${n}.example/`))).toEqual([false, true, true]);
});

it('allows all after more than five redirects', async () => {
  const fetcher: Fetcher = {
    fetch: async (url, options) => {
      for (let n = 0; n < 6; n += 1) await options?.onRedirect?.(`${url}?${n}`);
      return { url, status: 503, headers: {}, body: new Uint8Array() };
    },
  };
  const robots = await loaded(fetcher, 'http://a.example/');
  expect(robots.decide('http://a.example/').allowed).toBe(true);
});

it('throws when interrupted, and has learnt nothing', async () => {
  const fetcher: Fetcher = { fetch: () => Promise.reject(new Error('interrupted')) };
  const robots = createRobots({ fetcher, userAgent: 'sfwc' });
  await expect(robots.load('http://a.example/', AbortSignal.abort())).rejects.toThrow('interrupted');
  expect(robots.knows('http://a.example/')).toBe(false);
});

describe('productToken', () => {
  it.each([
    ['sfwc/0.1 (+https://a.example)', 'sfwc'],
    ['Mozilla/5.0 (compatible; Examplebot/2.1; +http://a.example)', 'examplebot'],
    ['MyCrawler', 'mycrawler'],
  ])('%s → %s', (userAgent, token) => {
    expect(productToken(userAgent)).toBe(token);
  });
});

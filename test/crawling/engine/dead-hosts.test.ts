import { describe, expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import type { Fetcher } from '../../../src/model/crawl-event.js';
import { FetchError } from '../../../src/model/errors.js';
import { seededRandom } from '../../../src/support/random.js';
import { systemClock } from '../../../src/support/time/clock.js';
import { tinyCrawl, tinyFetcher, type TinyPages } from '../../support/tiny-web.js';

const A = 'http://a.example';
const PAGES = 40;

/** Texts that do not resemble each other: pages that do are taken for a trap. */
function textOf(page: number): string {
  const random = seededRandom(page);
  return `topic ${Array.from({ length: 40 }, () =>
    Math.floor(random() * 1e6)
      .toString(36)
      .replace(/\d/g, 'x'),
  ).join(' ')}`;
}

/** Pages of one host, each with links to ten hosts that do not exist. */
function portal(dead: (n: number) => string): TinyPages {
  const pages = Array.from({ length: PAGES }, (_, page) => {
    const hosts = Array.from({ length: 10 }, (_, n) => `http://${dead(10 * page + n)}/`);
    const links = page === 0 ? Array.from({ length: PAGES - 1 }, (_, n) => `${A}/${n + 1}`) : [];
    return [
      page === 0 ? `${A}/` : `${A}/${page}`,
      { text: textOf(page), links: [...hosts, ...links] },
    ] as const;
  });
  return Object.fromEntries(pages);
}

/** Names of dead hosts do not resolve, and not before every page of the living host was requested. */
async function crawled(dead: (n: number) => string) {
  const pages = portal(dead);
  const clock = systemClock;
  const living: string[] = [];
  const tried: string[] = [];
  const inner = tinyFetcher(pages, () => clock.now(), []);
  let release = (): void => undefined;
  const allLiving = new Promise<void>((resolve) => (release = resolve));
  const fetcher: Fetcher = {
    async fetch(url, options) {
      const { host } = new URL(url);
      if (host === 'a.example') {
        if (!url.endsWith('robots.txt') && living.push(url) === PAGES) release();
        return inner.fetch(url, options);
      }
      tried.push(host);
      await allLiving;
      throw new FetchError('network', url, `${host}: the host name could not be resolved (ENOTFOUND)`);
    },
  };
  const tiny = tinyCrawl(pages, { fetcher, clock });
  const bounds = { seeds: [`${A}/`], maxPages: 1000, maxDepth: 10, follow: 'all' } as const;
  const plan = { ...unlimitedPlan(bounds), concurrency: 8, maxIdle: 300 };
  const summary = await crawl(tiny.parts, plan);
  return { summary, living, tried, events: tiny.events() };
}

describe('hosts whose names do not resolve', () => {
  it('do not keep the hosts that answer waiting, and each is tried once', async () => {
    const { summary, living, tried, events } = await crawled((n) => `h${n}.dead${n}.example`);
    expect(living).toHaveLength(PAGES);
    expect(tried).toHaveLength(10 * PAGES);
    expect(new Set(tried).size).toBe(tried.length);
    expect(summary).toMatchObject({ ended: 'nothing-left', accepted: PAGES, queued: 0 });
    expect(events.filter(({ code }) => code === 'robots-unreachable')).toHaveLength(10 * PAGES);
  }, 20_000);
});

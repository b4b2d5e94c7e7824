import { describe, expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../../src/app/crawl/setup/crawl-plan.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import { createFirstContacts } from '../../../src/crawling/politeness/politeness.js';
import type { Fetcher } from '../../../src/model/crawl-event.js';
import { FetchError } from '../../../src/model/errors.js';
import { seededRandom } from '../../../src/support/random.js';
import { systemClock } from '../../../src/support/time/clock.js';
import { manualClock } from '../../support/manual-clock.js';
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

/** Names of dead hosts do not resolve; with `waits`, not before every page of the living host was requested. */
async function crawled(dead: (n: number) => string, waits: boolean, follow: 'all' | 'accepted' = 'all') {
  const pages = portal(dead);
  // Nothing waits for a time: a clock that jumps ahead would end the rest of a domain.
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
      if (waits) await allLiving;
      throw new FetchError('network', url, `${host}: the host name could not be resolved (ENOTFOUND)`);
    },
  };
  const tiny = tinyCrawl(pages, { fetcher, clock });
  const bounds = { seeds: [`${A}/`], maxPages: 1000, maxDepth: 10, follow } as const;
  const plan = { ...unlimitedPlan(bounds), concurrency: 8, maxIdle: 300 };
  const summary = await crawl(tiny.parts, plan);
  return { summary, living, tried, events: tiny.events(), frontier: tiny.parts.frontier };
}

describe('hosts whose names do not resolve', () => {
  it('do not keep the hosts that answer waiting, and each is tried once', async () => {
    const { summary, living, tried, events } = await crawled((n) => `h${n}.dead${n}.example`, true);
    expect(living).toHaveLength(PAGES);
    expect(tried).toHaveLength(10 * PAGES);
    expect(new Set(tried).size).toBe(tried.length);
    expect(summary).toMatchObject({ ended: 'nothing-left', accepted: PAGES, queued: 0 });
    expect(events.filter(({ code }) => code === 'robots-unreachable')).toHaveLength(10 * PAGES);
  }, 20_000);

  it('make the other hosts of their domain rest, whose URLs are kept', async () => {
    const { summary, living, tried, events, frontier } = await crawled((n) => `h${n}.dead.com`, false);
    expect(living).toHaveLength(PAGES);
    expect(tried.length).toBeLessThan(12);
    expect(summary).toMatchObject({ ended: 'gave-up', accepted: PAGES });
    expect(summary.queued).toBeGreaterThan(10 * PAGES - 12);
    const ended = new Set(events.map(({ url }) => url));
    for (let n = 0; n < 10 * PAGES; n += 1) {
      const url = `http://h${n}.dead.com/`;
      expect(ended.has(url) || frontier.valueOf(url) !== undefined).toBe(true);
    }
  }, 20_000);
});

describe('first contacts', () => {
  it('let a domain rest for an hour, unless one of its hosts answers', () => {
    const clock = manualClock();
    const contacts = createFirstContacts(clock);
    for (const host of ['a.dead.com', 'a.dead.com', 'b.dead.com', 'a.half.com', 'b.half.com'])
      contacts.unknown(host);
    expect(contacts.restsUntil('x.dead.com')).toBe(-Infinity);
    contacts.unknown('c.dead.com:8080');
    expect(contacts.restsUntil('x.dead.com')).toBe(clock.now() + 3_600_000);
    expect(contacts.restsUntil('x.other.com')).toBe(-Infinity);
    contacts.reached('c.half.com');
    contacts.unknown('d.half.com');
    expect(contacts.restsUntil('x.half.com')).toBe(-Infinity);
    contacts.reached('d.dead.com');
    expect(contacts.restsUntil('x.dead.com')).toBe(-Infinity);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import type { CrawlPlan } from '../../../src/crawling/engine/crawl-types.js';
import type { CrawlSummary } from '../../../src/crawling/engine/crawl-counts.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import { MAX_SECOND_CHOICES } from '../../../src/crawling/steering/steering.js';
import { NOTHING_COUNTED } from '../../../src/crawling/engine/tally.js';
import { BEFORE_ALL, type LinkPriority } from '../../../src/model/crawl-event.js';
import { simulatedClock } from '../../../src/support/time/clock.js';
import { rounds } from '../../support/thorough.js';
import { tinyCrawl, type TinyPages } from '../../support/tiny-web.js';
import type { CrawlStart } from '../../../src/crawling/engine/crawl-context.js';

const SEED = 'http://seed.example/';

/** The value of a link is the number at the end of its address. */
const byNumber: LinkPriority = {
  name: 'by number',
  prioritise: ({ link }) => ({ value: Number(/-?\d*$/.exec(link.url)?.[0]), reason: 'number' }),
};

interface Crawled {
  readonly summary: CrawlSummary;
  /** Pages other than the seed in the order of the requests. */
  readonly asked: readonly string[];
  /** Seconds from the start to each of these requests. */
  readonly seconds: readonly number[];
  readonly warnings: readonly string[];
}

async function crawled(
  pages: TinyPages,
  changes: Partial<CrawlPlan> = {},
  priority = byNumber,
  start: CrawlStart = {},
): Promise<Crawled> {
  const clock = simulatedClock();
  const begin = clock.now();
  const { parts, warnings, events } = tinyCrawl(pages, { clock, priority });
  const plan = unlimitedPlan({
    seeds: [SEED],
    maxPages: 100,
    maxDepth: 10,
    follow: 'all',
    delaySeconds: 1,
  });
  const summary = await crawl(parts, { ...plan, ...changes }, undefined, start);
  const asked = events().filter(({ url, fetched }) => fetched && url !== SEED);
  return {
    summary,
    asked: asked.map(({ url }) => url.replace('http://', '').replace('.example/', '')),
    seconds: asked.map(({ time }) => (Date.parse(time) - begin) / 1000),
    warnings,
  };
}

/** A web whose seed links to these pages. */
function starOf(links: readonly string[], more: TinyPages = {}): TinyPages {
  const urls = links.map((name) => `http://${name.slice(0, -1)}.example/${name.slice(-1)}`);
  const leaves = Object.fromEntries(urls.map((url) => [url, { text: 'topic' }]));
  return { ...leaves, [SEED]: { text: 'topic', links: urls }, ...more };
}

describe('the choice of a URL', () => {
  const web = starOf(['good9', 'good8', 'good7', 'good6', 'poor3', 'poor2', 'bad1']);

  it('spends a budget of pages on the best, and waits for their hosts', async () => {
    const limits = { maxPages: 4, patience: 10 };
    expect((await crawled(web, { ...limits, patience: 0 })).asked).toEqual(['good9', 'poor3', 'bad1']);
    expect((await crawled(web, limits)).asked).toEqual(['good9', 'good8', 'good7']);
    expect((await crawled(web, { ...limits, concurrency: 8 })).asked).toEqual(['good9', 'good8', 'good7']);
  });

  it('waits for the best links while they bring accepted pages, and tries others when they do not', async () => {
    const links = [
      ...Array.from({ length: 60 }, (_, n) => `http://good.example/${100 - n}`),
      'http://poor.example/1',
    ];
    const webOf = (text: string): TinyPages => ({
      ...Object.fromEntries(links.map((url) => [url, { text }])),
      [SEED]: { text: 'topic', links },
    });
    const limits = { maxPages: 1000, patience: 10 };
    const placeOfPoor = async (text: string): Promise<number> =>
      (await crawled(webOf(text), limits)).asked.indexOf('poor1');
    // All are accepted, so that some 30 links are wanted; values are counted in classes.
    const left = 60 - (await placeOfPoor('topic'));
    expect(left).toBeGreaterThanOrEqual(28);
    expect(left).toBeLessThanOrEqual(40);
    // After 5 pages of which only the seed's was accepted, 30/(3/9) = 90 are wanted.
    expect(await placeOfPoor('other')).toBeLessThan(9);
    // The budget does not matter.
    expect((await crawled(webOf('topic'), { ...limits, maxPages: 300 })).asked).toEqual(
      (await crawled(webOf('topic'), limits)).asked,
    );
  });

  it('requests every page in the end, and the same ones in the same order where no host has to rest', async () => {
    const page = fc.record({
      host: fc.integer({ min: 0, max: 3 }),
      links: fc.array(fc.nat({ max: 19 }), { maxLength: 6 }),
    });
    const webs = fc.array(page, { minLength: 20, maxLength: 20 }).map((list): TinyPages => {
      const at = (n: number): string => `http://h${list[n]?.host}.example/${n}`;
      const pages = list.map(({ links }, n) => [at(n), { text: 'topic', links: links.map(at) }] as const);
      return { ...Object.fromEntries(pages), [SEED]: { text: 'topic', links: [at(0), at(1), at(2)] } };
    });
    const limits = fc.record({
      patience: fc.integer({ min: 0, max: 3 }),
      maxPages: fc.integer({ min: 1, max: 30 }),
      concurrency: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(webs, limits, async (pages, changes) => {
        const alone = { ...changes, concurrency: 1, pause: { seconds: 0, factor: 0, maxSeconds: 0 } };
        const patient = await crawled(pages, alone);
        const impatient = await crawled(pages, { ...alone, patience: 0 });
        expect(patient.asked).toEqual(impatient.asked);
        const polite = await crawled(pages, changes);
        expect(polite.asked).toHaveLength(impatient.asked.length);
        if (changes.maxPages > 20) expect([...polite.asked].sort()).toEqual([...impatient.asked].sort());
      }),
      { seed: 7, numRuns: rounds(200, 12) },
    );
  });
});

describe('a crawl that follows accepted pages first', () => {
  const page = (text: string, ...names: string[]): TinyPages[string] => ({
    text,
    links: names.map((name) => `http://${name.slice(0, -1)}.example/${name.slice(-1)}`),
  });
  const web: TinyPages = {
    [SEED]: page('topic', 'a9', 'b1'),
    'http://a.example/9': page('other', 'c8', 'd7'),
    'http://b.example/1': page('topic', 'b2'),
    'http://b.example/2': page('other'),
    'http://c.example/8': page('other', 'e6'),
    'http://d.example/7': page('topic', 'd1'),
    'http://d.example/1': page('topic', 'c8'),
    'http://e.example/6': page('topic'),
  };

  it('follows rejected pages when nothing else is left, says so once, and counts it', async () => {
    const { asked, summary, warnings } = await crawled(web, { follow: 'accepted-first' });
    expect(asked).toEqual(['a9', 'b1', 'b2', 'c8', 'd7', 'd1', 'e6']);
    // The same where pages are scarce.
    const few = await crawled(web, { follow: 'accepted-first', patience: 10, maxPages: 5 });
    expect([few.asked, few.warnings]).toEqual([['a9', 'b1', 'b2', 'c8'], warnings]);
    expect(warnings).toEqual(['no links of accepted pages are left; following links of rejected pages']);
    expect([summary.secondChoice, summary.ended]).toEqual([3, 'nothing-left']);
    expect(summary.links).toMatchObject({ queued: 4, 'second-choice': 3 });
  });

  it('says what it leaves out where only links of accepted pages are wanted', async () => {
    const { asked, summary, warnings } = await crawled(web, { follow: 'accepted' });
    expect(asked).toEqual(['a9', 'b1', 'b2']);
    expect(summary.secondChoice).toBe(0);
    expect(warnings).toEqual([
      'no links of accepted pages are left after 4 requests; links of 1 rejected pages were not followed',
    ]);
  });

  it('queues no more of them than there may be in one crawl', async () => {
    const tally = { ...NOTHING_COUNTED, links: { 'second-choice': MAX_SECOND_CHOICES } };
    const state = { sequence: 0, startedAt: 0, time: 0, seconds: 0, tally, scope: [] };
    const remembered = { hostPages: new Map(), accepted: [] };
    const start: CrawlStart = { resumed: { state, remembered } };
    const { asked } = await crawled(web, { follow: 'accepted-first' }, byNumber, start);
    expect(asked).toEqual(['a9', 'b1', 'b2']);
  });
});

describe('what is requested before all that the strategy values', () => {
  const due = ['d1', 'd2', 'd3'].map((name, place) => ({
    url: `http://d.example/${name}`,
    priority: { value: BEFORE_ALL - 1 - place, reason: 'due' },
  }));
  const web = starOf(['a5', 'b6'], Object.fromEntries(due.map(({ url }) => [url, { text: 'topic' }])));
  const revised = { value: -99, reason: 'revised' };
  const revising: LinkPriority = {
    ...byNumber,
    revisions: () => due.slice(0, 2).map(({ url }) => [url, revised]),
  };

  it('stays there where the strategy values it anew', async () => {
    const priority: LinkPriority = { ...revising, current: () => revised };
    const [, second, third] = due.map(({ url }) => url);
    const start = {
      found: due.map((one, place) => ({ ...one, ...(place === 1 ? { source: SEED } : {}) })),
    };
    const { asked } = await crawled(web, {}, priority, start);
    const places = [second, third].map((url) =>
      asked.indexOf(url?.replace('http://', '').replace('.example/', '') ?? ''),
    );
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(places[0]).toBeLessThan(places[1] ?? -1);
  });
});

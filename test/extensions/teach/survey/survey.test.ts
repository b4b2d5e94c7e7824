import { describe, expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../../support/unlimited-plan.js';
import type { CrawlPlan, CrawlState } from '../../../../src/crawling/engine/crawl-types.js';
import { crawl } from '../../../../src/crawling/engine/engine.js';
import { surveyFeature } from '../../../../src/extensions/teach/survey/survey.js';
import { known } from '../../../support/known-estimate.js';
import type { CrawlEvent, LinkPriority } from '../../../../src/model/crawl-event.js';
import { readStopCondition } from '../../../../src/crawling/engine/stop-condition.js';
import { seededRandom } from '../../../../src/support/random.js';
import { silentLogger } from '../../../../src/support/logger.js';
import { simulatedClock } from '../../../../src/support/time/clock.js';
import { tinyCrawl, type TinyPages } from '../../../support/tiny-web.js';
import type { CrawlStart } from '../../../../src/crawling/engine/crawl-context.js';

const PAGES = 600;
const RELEVANT = 90;
/** Written in letters, since addresses that differ by numbers alone look like a trap. */
const at = (n: number): string =>
  `http://a.example/${String.fromCharCode(97 + (n % 26))}${String.fromCharCode(97 + Math.floor(n / 26))}`;

/** Relevant pages come first and link to each other most of the time; others link anywhere. */
function web(): TinyPages {
  const random = seededRandom(1);
  const pick = (below: number): number => Math.floor(random() * below);
  return Object.fromEntries(
    Array.from({ length: PAGES }, (_, n) => {
      const links = Array.from({ length: 8 }, () =>
        at(n < RELEVANT && random() < 0.6 ? pick(RELEVANT) : pick(PAGES)),
      );
      return [at(n), { text: n < RELEVANT ? 'topic' : 'else', links }];
    }),
  );
}

/** Links of accepted pages first. */
const byPage: LinkPriority = {
  name: 'by page',
  prioritise: ({ judgement }) => ({ value: judgement.score, reason: 'page' }),
};

const features = (share: number, seed: number) => [surveyFeature(share, seed)];

function prepare(changes: Partial<CrawlPlan>, start: CrawlStart = { features: features(0.1, 1) }) {
  let state = '';
  const clock = simulatedClock();
  const { parts, events } = tinyCrawl(web(), {
    clock,
    priority: byPage,
    note: (_, now) => void (state = JSON.stringify(now)),
  });
  const plan = unlimitedPlan({ seeds: [at(0)], maxPages: 300, maxDepth: 100, follow: 'all' });
  const run = (more: Partial<CrawlPlan> = {}, resumed: CrawlStart = {}) =>
    crawl(parts, { ...plan, ...changes, ...more }, undefined, { ...start, ...resumed });
  return { parts, events, state: () => JSON.parse(state) as CrawlState, run };
}

const addresses = (events: readonly CrawlEvent[]): readonly string[] =>
  events.map(({ url, sample }) => `${url}${sample === true ? ' sample' : ''}`);

describe('a crawl that estimates what is left', () => {
  it('requests random URLs of the queue, marks them, and comes near the truth', async () => {
    const { events, run } = prepare({ maxPages: 450 });
    const { remaining, accepted } = await run();
    const samples = events().filter(({ sample }) => sample === true);
    expect(samples.length).toBeGreaterThanOrEqual(33);
    expect(samples.length).toBeLessThanOrEqual(35);
    expect(samples.every(({ priority }) => priority !== undefined && priority.value <= 1)).toBe(true);
    expect(remaining?.samples).toBe(samples.length);
    const { low, high } = known(remaining);
    expect(low).toBeLessThanOrEqual(RELEVANT - accepted);
    expect(high).toBeGreaterThanOrEqual(RELEVANT - accepted);
  });

  it('goes on after an interruption as it would have without', async () => {
    const whole = prepare({ maxPages: 200 });
    const expected = await whole.run();
    const { events, state: stateOf, run } = prepare({ maxPages: 200 });
    await run({ maxPages: 110 });
    const state = stateOf();
    const before = [...events()];
    async function* noted(): AsyncGenerator<CrawlEvent> {
      yield* before;
    }
    const remembered = { hostPages: new Map<string, number>(), accepted: [] };
    const summary = await run({}, { resumed: { state, remembered, events: noted } });
    expect(addresses(events())).toEqual(addresses(whole.events()));
    expect(summary.remaining).toEqual(expected.remaining);
  });

  it('ends when enough is found, and says by which condition', async () => {
    const until = ['recall=0.8', 'harvest<0.001'].map(readStopCondition);
    const { run } = prepare({ until, maxPages: 600 });
    const summary = await run();
    expect(summary).toMatchObject({ ended: 'until', until: 'recall=0.8' });
    expect(known(summary.remaining).recall).toBeGreaterThanOrEqual(0.8);
    expect(summary.fetched).toBeLessThan(500);
  });
});

/** 150 pages about the topic on one host, each of which links to a page of another host of six pages. */
function droughtWeb(): TinyPages {
  const word = (n: number): string => String(n).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
  const pages: [string, TinyPages[string]][] = [];
  for (let n = 0; n < 150; n += 1) {
    const host = `http://host-${word(n)}.example`;
    pages.push([at(n), { text: 'topic', links: [at(n + 1), `${host}/a`] }]);
    for (const letter of 'abcdef')
      pages.push([
        `${host}/${letter}`,
        { text: 'else', links: ['b', 'c', 'd', 'e', 'f'].map((one) => `${host}/${one}`) },
      ]);
  }
  return Object.fromEntries(pages);
}

describe('a crawl that dries up', () => {
  it('says so once, what it knows of hosts, and that nobody can know what is left', async () => {
    const warnings: string[] = [];
    const expecting: LinkPriority = {
      ...byPage,
      explores: true,
      prioritise: ({ link }) => ({ value: link.url.startsWith('http://a.') ? 0.8 : 0.02, reason: 'host' }),
    };
    const { parts } = tinyCrawl(droughtWeb(), {
      ...{ clock: simulatedClock(), priority: expecting },
      logger: { ...silentLogger, warn: (message) => void warnings.push(message) },
    });
    const plan = unlimitedPlan({ seeds: [at(0)], maxPages: 270, maxDepth: 500, follow: 'all' });
    const { remaining, driedUp } = await crawl(parts, plan, undefined, {
      features: [surveyFeature(0)],
    });
    expect(driedUp).toMatch(
      /^dried up: the last 100 requests were expected to be relevant by 0\.\d\d, at best by 0\.\d\d; hosts: 151 known, \d+ asked, 1 with accepted pages; /,
    );
    expect(remaining?.notKnown).toMatch(/^\d+ hosts were never asked$/);
    expect(warnings).toEqual([expect.stringMatching(/^dried up: /)]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../../../src/app/crawl/setup/crawl-plan.js';
import type { CrawlPlan, CrawlState } from '../../../../src/crawling/engine/crawl-types.js';
import type { EngineStart } from '../../../../src/crawling/engine/crawl-context.js';
import { crawl } from '../../../../src/crawling/engine/engine.js';
import { surveyFeature } from '../../../../src/extensions/teach/survey/survey.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { FetchError } from '../../../../src/model/errors.js';
import { simulatedClock } from '../../../../src/support/time/clock.js';
import { tinyCrawl, type TinyPage } from '../../../support/tiny-web.js';
import { itInFull } from '../../../support/thorough.js';

const PORTAL = 'http://portal.example/';
const SILENT_HOSTS = 400;

/** Written in letters. */
const word = (n: number): string =>
  String.fromCharCode(97 + (n % 26)) + String.fromCharCode(97 + Math.floor(n / 26));
/** Words that no other page has, so that no page looks like a part of a trap. */
const ownWords = (site: string, n: number): string =>
  Array.from({ length: 40 }, (_, place) => `${site}${word((n * 41 + place * 7) % 676)}`).join(' ');
const page = (site: string, n: number): string => `http://${site}.example/${word(n)}`;

/** A portal that links to three sites. Each page of one of them links to hosts that do not exist. */
function web(): Record<string, TinyPage> {
  const pages: Record<string, TinyPage> = {
    [PORTAL]: { text: 'topic', links: ['one', 'two', 'directory'].map((site) => page(site, 0)) },
  };
  for (const [site, count] of [
    ['one', 150],
    ['two', 150],
    ['directory', 200],
  ] as const) {
    for (let n = 0; n < count; n += 1) {
      const links = [2 * n + 1, 2 * n + 2].filter((next) => next < count).map((next) => page(site, next));
      const silent = [2 * n, 2 * n + 1].map((host) => `http://nowhere-${host % SILENT_HOSTS}.example/`);
      pages[page(site, n)] = {
        text: `${site === 'one' && n < 100 ? 'topic' : 'else'} ${ownWords(site, n)}`,
        links: site === 'directory' ? [...links, ...silent] : links,
      };
    }
  }
  for (let host = 0; host < SILENT_HOSTS; host += 1) {
    const robots = `http://nowhere-${host}.example/robots.txt`;
    pages[robots] = { failure: new FetchError('network', robots, 'the name does not resolve') };
  }
  return pages;
}

const ACCEPTED = 101;

function prepare(changes: Partial<CrawlPlan> = {}) {
  const states: CrawlState[] = [];
  const { parts, events } = tinyCrawl(web(), {
    clock: simulatedClock(),
    note: (_, state) => void states.push(JSON.parse(JSON.stringify(state)) as CrawlState),
  });
  const plan = unlimitedPlan({
    seeds: [PORTAL],
    maxPages: 3000,
    maxDepth: 100,
    follow: 'all',
  });
  const run = (more: Partial<CrawlPlan> = {}, start: EngineStart = {}) =>
    crawl(parts, { ...plan, ...changes, ...more }, undefined, {
      features: [surveyFeature({ share: 0.02, seed: 1 })],
      ...start,
    });
  return { events, states, run };
}

describe('a crawl among hosts that do not answer', () => {
  itInFull('leaves nothing that it could still find when its queue is empty', async () => {
    const { run } = prepare();
    const summary = await run();
    expect(summary).toMatchObject({ ended: 'nothing-left', queued: 0, accepted: ACCEPTED });
    expect(summary.reasons['robots-unreachable']).toBe(SILENT_HOSTS);
    expect(summary.remaining).toMatchObject({ left: 0, low: 0, high: 0, recall: 1 });
  });

  itInFull('says the same when it is resumed after its page limit', async () => {
    const { events, states, run } = prepare();
    await run({ maxPages: 300 });
    const before = [...events()];
    async function* noted(): AsyncGenerator<CrawlEvent> {
      yield* before;
    }
    const state = states.at(-1);
    if (state === undefined) throw new Error('no state');
    const remembered = { hostPages: new Map<string, number>(), accepted: [] };
    const summary = await run({}, { resumed: { state, remembered, events: noted } });
    expect(summary).toMatchObject({ ended: 'nothing-left', accepted: ACCEPTED });
    expect(summary.remaining).toMatchObject({ found: ACCEPTED, left: 0, high: 0 });
  });

  it('does not take hosts without an answer for sites with relevant pages', async () => {
    const { run } = prepare({ maxPages: 480 });
    const { remaining } = await run();
    // 21 pages are left, none of them relevant, and 400 hosts that say nothing.
    expect(remaining?.byRate?.left).toBeLessThan(5);
  });
});

import { expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import type { CrawlFeature } from '../../../src/crawling/engine/crawl-context.js';
import type { CrawlState } from '../../../src/crawling/engine/crawl-types.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import { tinyCrawl } from '../../support/tiny-web.js';

const A = 'http://a.example';
const PAGES = {
  [`${A}/`]: { text: 'topic', links: ['/one', '/two'] },
  [`${A}/one`]: { text: 'topic' },
  [`${A}/two`]: { text: 'off' },
};
const plan = unlimitedPlan({ seeds: [`${A}/`], maxPages: 9, maxDepth: 9, follow: 'all' });

/** Writes down the moments at which it is called. */
function witness(moments: string[], counted: (saved: unknown) => number = () => 0): CrawlFeature {
  return {
    name: 'witness',
    begin(_context, saved) {
      let count = counted(saved);
      const note = (moment: string, url: string): void =>
        void moments.push(`${moment} ${url.slice(A.length)}`);
      const asked = new Set<string>();
      return {
        rules(url) {
          const load = async () => {
            asked.add(url);
            note('first', url);
          };
          const refusal = { code: 'blocked', message: 'enough' } as const;
          return {
            load: asked.has(url) ? undefined : load,
            rights: () => (count === 2 ? { refusal } : {}),
          };
        },
        read: async ({ url }, read) => {
          note('read', url);
          return read;
        },
        found: (urls) => note('found', urls.join(' ')),
        ended({ url }, isNow) {
          count += 1;
          note(isNow ? 'ended' : 'heard', url);
        },
        state: () => ({ kept: { count } }),
      };
    },
  };
}

it('hooks into the moments of a visit', async () => {
  const moments: string[] = [];
  const { parts, events } = tinyCrawl({ [`${A}/`]: { text: 'topic', links: ['/one'] } });
  await crawl(parts, { ...plan, maxPages: 1 }, undefined, { features: [witness(moments)] });
  expect(events().map(({ url, state }) => `${url} ${state}`)).toEqual([`${A}/ done`]);
  expect(moments).toEqual(['first /', 'read /', 'found /one', 'ended /']);
});

it('skips pages that a feature refuses, with its reason', async () => {
  const { parts, events } = tinyCrawl(PAGES);
  await crawl(parts, plan, undefined, { features: [witness([])] });
  expect(events().map(({ state, code }) => code ?? state)).toEqual(['done', 'done', 'blocked']);
  expect(events().at(-1)?.message).toBe('enough');
});

it('keeps the state of a feature under its name, and gives it back', async () => {
  const states: CrawlState[] = [];
  const { parts } = tinyCrawl(PAGES, { note: (_, state) => void states.push(state) });
  await crawl(parts, plan, undefined, { features: [witness([])] });
  expect(states.map((state) => ({ ...state })).at(-1)).toMatchObject({ sequence: 3, witness: { count: 3 } });
  let saved: unknown;
  const again = witness([], (state) => {
    saved = state;
    return 0;
  });
  const remembered = { hostPages: new Map<string, number>(), accepted: [] };
  const [state] = states.slice(-1);
  await crawl(tinyCrawl({}).parts, plan, undefined, {
    resumed: { state: state!, remembered },
    features: [again],
  });
  expect(saved).toEqual({ count: 3 });
});

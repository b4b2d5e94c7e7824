import { describe, expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import type { JudgedPages } from '../../../src/crawling/engine/crawl-types.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import { judgeHere } from '../../../src/extensions/lab/comparison/judge-here.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import type { Acceptance } from '../../../src/model/judging.js';
import { tinyClassifier, tinyCrawl, tinyReader, type TinyPages } from '../../support/tiny-web.js';

const A = 'http://a.example';

/** A threshold that rests on the pages at which it looked last: before it looks, verdicts are the opposite. */
function lookingBack(moves = true): Acceptance & { readonly looks: number[] } {
  let [noted, looked] = [0, 0];
  const looks: number[] = [];
  return {
    looks,
    decide: (judgement) => ({
      ...judgement,
      accepted: looked > 0 ? judgement.score > 0 : judgement.score <= 0,
    }),
    note: () => void (noted += 1),
    mayAccept: () => true,
    renew: () => {
      looked = noted;
      looks.push(looked);
    },
    moves: () => moves,
    thresholds: () => [0, looked],
    steer: () => undefined,
  };
}

async function crawled(pages: TinyPages, acceptance: Acceptance, maxPages = 100) {
  const judge = judgeHere({ reader: tinyReader, classifier: tinyClassifier, acceptance });
  const all = (): readonly CrawlEvent[] => tiny.events();
  const judged: JudgedPages = {
    events: async function* () {
      yield* new Map(all().map((one) => [one.url, one])).values();
    },
    bodyOf: async ({ url }) => tiny.records.find(({ event }) => event.url === url)?.body,
  };
  const tiny = tinyCrawl(pages, { judge, judged });
  const plan = unlimitedPlan({ seeds: [`${A}/`], maxPages, maxDepth: 9, follow: 'accepted' });
  const summary = await crawl(tiny.parts, plan);
  const verdicts = all().map(
    ({ url, judgement, rejudged }) =>
      `${url.replace(A, '')} ${judgement?.accepted === true}${rejudged === undefined ? '' : ' again'}`,
  );
  return { verdicts, summary };
}

const pages: TinyPages = {
  [`${A}/`]: { text: 'topic', links: ['/off', '/on'] },
  [`${A}/off`]: { text: 'off' },
  [`${A}/on`]: { text: 'topic', links: ['/last'] },
  [`${A}/last`]: { text: 'topic' },
};

describe('a crawl that is over', () => {
  it('judges its pages again among all, and goes on with the links of those that it accepts', async () => {
    const acceptance = lookingBack();
    const { verdicts, summary } = await crawled(pages, acceptance);
    expect(verdicts).toEqual([
      '/ false',
      '/off true',
      '/on false',
      '/ true again',
      '/off false again',
      '/on true again',
      '/last true',
    ]);
    // Among three pages, and then among the fourth as well.
    expect(acceptance.looks).toEqual([3, 4]);
    expect(summary).toMatchObject({ ended: 'nothing-left', rejudged: 3, accepted: 3, rejected: 1 });
  });
});

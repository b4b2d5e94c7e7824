import { expect, it } from '@jest/globals';
import { crawlFields } from '../../../../src/app/settings/crawl-settings.js';
import { defaultsOf } from '../../../../src/app/settings/resolve.js';
import { planCrawl, unlimitedPlan } from '../../../../src/app/crawl/setup/crawl-plan.js';

it('waits for better pages where there is a topic to tell them by, unless told otherwise', () => {
  const settings = defaultsOf(crawlFields);
  const patience = (changes: Partial<typeof settings>): number =>
    planCrawl({ ...settings, ...changes }, []).patience;
  expect(patience({ topic: ['bees'] })).toBe(10);
  expect(patience({})).toBe(0);
  expect(patience({ topic: ['bees'], patience: 0 })).toBe(0);
  expect(patience({ patience: 3 })).toBe(3);
  expect(unlimitedPlan({ seeds: [], maxPages: 1, maxDepth: 1, follow: 'all' }).patience).toBe(0);
});

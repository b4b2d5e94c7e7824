import { expect, it } from '@jest/globals';
import { rateCrawl } from '../../../../src/extensions/lab/ratings/rating-report.js';
import type { RatingSample } from '../../../../src/extensions/lab/ratings/sample.js';

const sample = (...urls: string[]): RatingSample => ({
  topic: 'bees',
  seed: 1,
  population: { accepted: 10, rejected: 20 },
  pages: urls.map((url) => ({ url, title: url, stratum: 'accepted' })),
});

it('counts those who judged pages of the random sample alone', () => {
  const report = rateCrawl('bees', sample('a', 'b'), [
    { rater: 'ada', judgements: { a: 'yes', b: 'no' } },
    { rater: 'ben', judgements: { a: 'yes', b: 'no', x: 'skip' } },
    { rater: 'cy', judgements: { c: 'yes', d: 'no' } },
  ]);
  expect(report.raters.map(({ rater, judged }) => [rater, judged])).toEqual([
    ['ada', 2],
    ['ben', 2],
  ]);
  // The others agree on all of it.
  expect(report.agreement).toMatchObject({ items: 2, observed: 1 });
});

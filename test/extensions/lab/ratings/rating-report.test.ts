import { expect, it } from '@jest/globals';
import { rateCrawl } from '../../../../src/extensions/lab/ratings/rating-report.js';
import type { RatingSample } from '../../../../src/extensions/lab/ratings/sample.js';

const sample = (...urls: string[]): RatingSample => ({
  topic: 'bees',
  seed: 1,
  population: { accepted: 10, rejected: 20 },
  pages: urls.map((url) => ({ url, title: url, stratum: 'accepted' })),
});

it('counts answers about the nearest pages and about single pages apart from the random sample', () => {
  const samples = { random: sample('a', 'b'), nearest: sample('c', 'd', 'e') };
  const report = rateCrawl('bees', samples, [
    { rater: 'ada', judgements: { a: 'yes', b: 'no' } },
    { rater: 'ben', judgements: { a: 'yes', b: 'no', x: 'skip' } },
    { rater: 'cy', judgements: { c: 'yes', d: 'no' } },
  ]);
  expect(report.raters.map(({ rater, judged }) => [rater, judged])).toEqual([
    ['ada', 2],
    ['ben', 2],
  ]);
  expect(report.further).toEqual([
    { rater: 'ben', pages: 'single', relevant: 0, irrelevant: 0, skipped: 1, open: 0 },
    { rater: 'cy', pages: 'nearest', relevant: 1, irrelevant: 1, skipped: 0, open: 1 },
  ]);
  // The rater of other pages is no rater of the sample: the others agree on all of it.
  expect(report.agreement).toMatchObject({ items: 2, observed: 1 });
});

it('reports without a random sample', () => {
  const report = rateCrawl('bees', { nearest: sample('c') }, [{ rater: 'cy', judgements: { c: 'yes' } }]);
  expect(report).toMatchObject({ sample: 0, raters: [], meanHarvestRatio: null });
  expect(report.further).toHaveLength(1);
  expect(report.population).toBeUndefined();
});

import { expect, it } from '@jest/globals';
import { keepAnswers, readAllRatings, writeRatings } from '../../../src/crawling/ratings/ratings-folder.js';
import { without } from '../../../src/support/without.js';
import { temporaryFolder, placesIn } from '../../support/temporary-folder.js';

const fresh = placesIn(temporaryFolder());

it('keeps the latest answer of each person, and what they said before', async () => {
  const out = fresh();
  await writeRatings(out, {
    rater: 'ada',
    judgements: { 'http://a.example/': 'no', 'http://old.example/': 'yes' },
  });
  await keepAnswers(out, [
    { by: 'ada', url: 'http://a.example/', answer: 'no' },
    { by: 'grace', url: 'http://a.example/', answer: 'yes' },
    { by: 'ada', url: 'http://a.example/', answer: 'yes' },
    { by: '../not a rater', url: 'http://a.example/', answer: 'yes' },
  ]);
  expect(await readAllRatings(out)).toEqual([
    { rater: 'ada', judgements: { 'http://a.example/': 'yes', 'http://old.example/': 'yes' } },
    { rater: 'grace', judgements: { 'http://a.example/': 'yes' } },
  ]);
});

it('keeps as how many answers each page counts that was answered about with others', async () => {
  const out = fresh();
  const [url, other, ...more] = ['a', 'b', 'c', 'd'].map((host) => `http://${host}.example/`) as [
    string,
    string,
  ];
  await keepAnswers(out, [{ by: 'ada', url, answer: 'yes', alike: [other, ...more] }]);
  const toAll = <T>(value: T) => Object.fromEntries([url, other, ...more].map((one) => [one, value]));
  const together = { judgements: toAll('yes'), weights: toAll(0.5) };
  expect(await readAllRatings(out)).toEqual([{ rater: 'ada', ...together }]);
  await keepAnswers(out, [{ by: 'ada', url: other, answer: 'no' }]);
  const apart = { judgements: { ...toAll('yes'), [other]: 'no' }, weights: without(toAll(0.5), other) };
  expect(await readAllRatings(out)).toEqual([{ rater: 'ada', ...apart }]);
});

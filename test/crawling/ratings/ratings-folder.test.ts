import { expect, it } from '@jest/globals';
import { keepAnswers, readAllRatings, writeRatings } from '../../../src/crawling/ratings/ratings-folder.js';
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

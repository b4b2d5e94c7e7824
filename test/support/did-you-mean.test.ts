import { expect, it } from '@jest/globals';
import { didYouMean } from '../../src/support/did-you-mean.js';

it.each([
  ['claasifier', "; did you mean 'classifier'?"],
  ['Seed', "; did you mean 'seeds'?"],
  ['xyz', ''],
])('says what %s was meant to be, if anything', (written, said) => {
  expect(didYouMean(written, ['topic', 'seeds', 'classifier', 'maxPages'])).toBe(said);
});

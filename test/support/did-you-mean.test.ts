import { describe, expect, it } from '@jest/globals';
import { didYouMean, nearestWord } from '../../src/support/did-you-mean.js';

describe('nearestWord', () => {
  it.each([
    ['claasifier', 'classifier'],
    ['sedes', 'seeds'],
  ])('finds what %s was meant to be', (written, meant) => {
    expect(nearestWord(written, ['topic', 'seeds', 'classifier', 'maxPages', 'maxDepth'])).toBe(meant);
  });

  it('finds nothing where no word is near', () => {
    expect(nearestWord('xyz', ['topic', 'seeds'])).toBeUndefined();
    expect(didYouMean('xyz', ['topic'])).toBe('');
  });
});

import { describe, expect, it } from '@jest/globals';
import { compareTexts, scoreOf } from '../../bench/support/shingles.js';

describe('compareTexts', () => {
  it('counts runs of four words, each as often as it occurs, as shares', () => {
    // true: abcd bcde; found: abcd bcdx
    expect(compareTexts('a b c d e', 'A. b c d x'.replace('A', 'a'))).toEqual({
      truePositive: 1 / 3,
      falsePositive: 1 / 3,
      falseNegative: 1 / 3,
    });
    expect(compareTexts('a b c d', 'a b c d a b c d').falsePositive).toBeCloseTo(4 / 5);
  });
});

describe('scoreOf', () => {
  it('is F1 of the mean precision and the mean recall', () => {
    const score = scoreOf([compareTexts('a b', 'a b'), compareTexts('a b', ''), compareTexts('a b', 'c d')]);
    expect(score.precision).toBeCloseTo(1 / 2);
    expect(score.recall).toBeCloseTo(1 / 3);
    expect(score.f1).toBeCloseTo(0.4);
  });
});

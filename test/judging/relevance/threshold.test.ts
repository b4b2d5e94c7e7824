import { describe, expect, it } from '@jest/globals';
import { bestThreshold } from '../../../src/judging/relevance/threshold.js';

const logit = (probability: number): number => Math.log(probability / (1 - probability));
/** Five pages, of which 2.5 are expected to be about the topic. */
const ODDS = [0.5, 0.9, 0.1, 0.8, 0.2].map(logit);
const between = (one: number, other: number): number => (logit(one) + logit(other)) / 2;

describe('bestThreshold', () => {
  it.each([
    // 1.25 · 1.7 / (2 + 0.25 · 2.5) = 0.81; with one page 0.69, with three 0.76.
    ['precision counts more', 0.5, between(0.8, 0.5)],
    // 2 · 2.2 / (3 + 2.5) = 0.80; with two pages 0.76, with four 0.74.
    ['both count alike', 1, between(0.5, 0.2)],
    // 5 · 2.4 / (4 + 4 · 2.5) = 0.86; with three pages 0.85, with five 0.83.
    ['recall counts more', 2, between(0.2, 0.1)],
  ])('lies behind the pages of the best expected F-measure where %s', (_, beta, threshold) => {
    expect(bestThreshold(ODDS, beta)).toBeCloseTo(threshold);
  });

  it('accepts all pages where that is best', () => {
    expect(bestThreshold([2, 3, 4], 1)).toBe(2);
  });

  it('is the odds of a page that is alone, and 0 without one', () => {
    expect(bestThreshold([-3], 1)).toBe(-3);
    expect(bestThreshold([], 1)).toBe(0);
  });

  it('does not depend on the order of pages', () => {
    expect(bestThreshold(ODDS.toReversed(), 1)).toBe(bestThreshold(ODDS, 1));
  });
});

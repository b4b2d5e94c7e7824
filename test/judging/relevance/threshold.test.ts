import { describe, expect, it } from '@jest/globals';
import {
  bestThreshold,
  learnedThreshold,
  THRESHOLD_EVIDENCE,
  type ThresholdWeights,
} from '../../../src/judging/relevance/relevance-model.js';

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
});

describe('learnedThreshold', () => {
  const numbers = (at: Readonly<Record<number, number>>, other = 0): readonly number[] =>
    Array.from({ length: THRESHOLD_EVIDENCE }, (_, place) => at[place] ?? other);
  const model = (weights: Readonly<Record<number, number>>, most = numbers({}, 100)): ThresholdWeights => ({
    bias: 0.5,
    weights: numbers(weights),
    least: numbers({}, -100),
    most,
  });

  it.each([
    ['the best expected F-measure', 0, between(0.5, 0.2)],
    ['the quantile of 75 %', 5, logit(0.8)],
    ['the mean probability', 9, 0.5],
    ['how many pages are expected to be about the topic', 10, Math.log(3.5)],
    ['the thirtieth highest odds, or the least', 13, logit(0.1)],
    ['the number of pages between log odds of -0.5 and 0', 19, Math.log(2)],
  ])('follows %s', (_, place, value) => {
    expect(learnedThreshold(model({ [place]: 2 }), ODDS)).toBeCloseTo(0.5 + 2 * value);
  });

  it('takes no number beyond those that it was learned from', () => {
    expect(learnedThreshold(model({ 11: 1 }, numbers({ 11: 0.25 }, 100)), ODDS)).toBeCloseTo(0.75);
  });

  it('moves as the best expected F-measure does where recall or precision counts more', () => {
    const [precise, even, broad] = [0.5, 1, 2].map((beta) => learnedThreshold(model({}), ODDS, beta));
    expect(even).toBeCloseTo(0.5);
    expect(precise).toBeCloseTo(0.5 + between(0.8, 0.5) - between(0.5, 0.2));
    expect(broad).toBeCloseTo(0.5 + between(0.2, 0.1) - between(0.5, 0.2));
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  interpolatedQuantile,
  inverseDocumentFrequency,
  spreadOf,
  weightedSpread,
} from '../../src/support/statistics.js';

describe('inverseDocumentFrequency', () => {
  it("gives the paper's worked example, 6.36 bits", () => {
    expect(inverseDocumentFrequency(1151, 14)).toBeCloseTo(6.3613, 4);
  });

  it('is 0 for what stands in every document and one bit more for each halving', () => {
    expect([8, 4, 2, 1].map((n) => inverseDocumentFrequency(8, n))).toEqual([0, 1, 2, 3]);
  });
});

describe('spreadOf', () => {
  it('gives the textbook mean and deviation of a population', () => {
    expect(spreadOf([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ mean: 5, deviation: 2, count: 8 });
  });
});

describe('weightedSpread', () => {
  const value = fc.double({ min: -1000, max: 1000, noNaN: true });
  const weighted = fc.array(fc.tuple(value, fc.integer({ min: 0, max: 6 })), { maxLength: 20 });

  it('counts a value as often as its weight says', () => {
    fc.assert(
      fc.property(weighted, (pairs) => {
        const repeated = spreadOf(pairs.flatMap(([one, weight]) => new Array<number>(weight).fill(one)));
        const spread = weightedSpread(pairs);
        expect(spread.count).toBe(repeated.count);
        expect(spread.mean).toBeCloseTo(repeated.mean, 8);
        expect(spread.deviation).toBeCloseTo(repeated.deviation, 8);
      }),
      { seed: 1 },
    );
  });
});

describe('interpolatedQuantile', () => {
  it.each([
    [0, 1],
    [0.5, 2.5],
    [0.16, 1.48],
    [1, 8],
  ])('at %d lies between the two nearest numbers', (share, expected) => {
    expect(interpolatedQuantile([1, 2, 3, 8], share)).toBeCloseTo(expected);
  });
});

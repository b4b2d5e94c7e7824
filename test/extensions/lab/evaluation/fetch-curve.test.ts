import { describe, expect, it } from '@jest/globals';
import {
  curveNumber,
  foundAt,
  harvestRateAt,
  targetRecallAt,
} from '../../../../src/extensions/lab/evaluation/comparison.js';

/** Fetches 2, 3 and 6 found targets; there are four. */
const HITS = [false, true, true, false, false, true];

describe('measures along a crawl', () => {
  it('counts what was found by a fetch, and keeps it after the end', () => {
    expect([0, 1, 2, 3, 6, 100].map((n) => foundAt(HITS, n))).toEqual([0, 0, 1, 2, 3, 3]);
  });

  it('divides by the fetches (Lu: harvest rate) and by the targets (target recall)', () => {
    expect(harvestRateAt(HITS, 3)).toBeCloseTo(2 / 3);
    expect(harvestRateAt(HITS, 100)).toBeCloseTo(3 / 6);
    expect(harvestRateAt([], 10)).toBeNull();
    expect(targetRecallAt(HITS, 3, 4)).toBe(0.5);
    expect(targetRecallAt(HITS, 3, 0)).toBeNull();
  });

  it('gives one number for the curve: 0+1+2+2+2+3 of 1+2+3+4+4+4', () => {
    expect(curveNumber(HITS, 6, 4)).toBeCloseTo(10 / 18);
  });

  it('is 1 for a crawl that fetches nothing but targets until none is left, also when it ends there', () => {
    expect(curveNumber([true, true, false, false], 4, 2)).toBe(1);
    expect(curveNumber([true, true], 4, 2)).toBe(1);
    expect(curveNumber([false, false], 4, 2)).toBe(0);
    expect(curveNumber([true], 4, 0)).toBeNull();
  });
});

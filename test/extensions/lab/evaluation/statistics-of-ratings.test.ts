import { describe, expect, it } from '@jest/globals';
import { COUNTS, meanBand, SHARES } from '../../../../src/extensions/lab/evaluation/league.js';
import {
  fleissKappa,
  kappaReading,
  allocate,
  sampleSize,
} from '../../../../src/extensions/lab/evaluation/fleiss-kappa.js';
import { maxSimilarity } from '../../../../src/extensions/lab/comparison/arena.js';
import { seededRandom } from '../../../../src/support/random.js';

/** The textbook example of Fleiss' κ: 14 raters, 10 subjects, 5 categories. */
const FLEISS = [
  [0, 0, 0, 0, 14],
  [0, 2, 6, 4, 2],
  [0, 0, 3, 5, 6],
  [0, 3, 9, 2, 0],
  [2, 2, 8, 1, 1],
  [7, 7, 0, 0, 0],
  [3, 2, 6, 3, 0],
  [2, 5, 3, 2, 2],
  [6, 5, 2, 1, 0],
  [0, 2, 2, 3, 7],
];

describe("Fleiss' κ", () => {
  it('is 0.210 for the textbook example', () => {
    const { kappa, observed, expected, raters, items } = fleissKappa(FLEISS);
    expect({ raters, items }).toEqual({ raters: 14, items: 10 });
    expect(observed).toBeCloseTo(0.378, 3);
    expect(expected).toBeCloseTo(0.213, 3);
    expect(kappa).toBeCloseTo(0.21, 3);
    expect(kappaReading(kappa ?? 0)).toBe('fair');
  });

  it('is 1 for raters who always agree, and nothing where all said the same', () => {
    expect(
      fleissKappa([
        [3, 0],
        [0, 3],
      ]).kappa,
    ).toBe(1);
    expect(
      fleissKappa([
        [3, 0],
        [3, 0],
      ]).kappa,
    ).toBeNull();
    expect(fleissKappa([]).kappa).toBeNull();
  });

  it('refuses items that were rated by different numbers', () => {
    expect(() =>
      fleissKappa([
        [2, 1],
        [2, 0],
      ]),
    ).toThrow('item 2 has 2 judgements');
  });
});

describe('stratified samples', () => {
  it("have the sizes of the paper's Table 9", () => {
    expect([2589, 3083, 3878].map((population) => sampleSize(population))).toEqual([335, 342, 350]);
  });

  it('are divided in proportion, without a rest', () => {
    expect(allocate(10, [50, 30, 20])).toEqual([5, 3, 2]);
    expect(allocate(10, [1, 1, 1])).toEqual([4, 3, 3]);
  });
});

describe('confidence bands', () => {
  it('are those of Student: 5 values, t = 2.776', () => {
    // s = 1.5811, s / √5 = 0.7071, half width 1.963.
    const { mean, low, high } = meanBand([1, 2, 3, 4, 5], COUNTS);
    expect(mean).toBe(3);
    expect(high - mean).toBeCloseTo(1.963, 3);
    expect(mean - low).toBeCloseTo(1.963, 3);
  });

  it('stay within the range of the values', () => {
    // Two values, t = 12.706: the half width is 2.5.
    expect(meanBand([0.3, 0.7], SHARES)).toMatchObject({ mean: 0.5, low: 0, high: 1 });
    expect(meanBand([0, 10], COUNTS)).toMatchObject({ low: 0, high: expect.closeTo(68.53) });
  });

  /** In which share of samples the band holds the mean of what they were drawn from. */
  function holding(draw: () => number, count: number, truth: number): number {
    const trials = 20_000;
    let held = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const { low, high } = meanBand(Array.from({ length: count }, draw), SHARES);
      held += Number(low <= truth && truth <= high);
      if (low < 0 || high > 1) throw new Error(`${low} to ${high} are no shares`);
    }
    return held / trials;
  }

  it('hold the mean of normally distributed shares in 95 of 100 samples', () => {
    const random = seededRandom(7);
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    expect(holding(() => 0.5 + 0.05 * normal(), 5, 0.5)).toBeCloseTo(0.95, 2);
  });

  it('have no width for one value, and none are made of nothing', () => {
    expect(meanBand([0.5], SHARES)).toEqual({ mean: 0.5, low: 0.5, high: 0.5, count: 1 });
    expect(() => meanBand([], SHARES)).toThrow(RangeError);
  });
});

describe('maximum similarity', () => {
  it('is the similarity to the nearest good page', () => {
    const similarity = (a: number, b: number): number => 1 - Math.abs(a - b);
    expect(maxSimilarity(0, [0.25, 1], similarity)).toBeCloseTo(0.75);
    expect(maxSimilarity(1, [], similarity)).toBe(0);
  });
});

import { expect, it } from '@jest/globals';
import { kMeans, middleOf } from '../../../../src/extensions/publish/report/noun-clusters.js';
import { seededRandom } from '../../../../src/support/random.js';

const at = (...values: number[]): Float64Array => Float64Array.from(values);

it('puts points that are near each other into one group', () => {
  const points = [at(0, 0), at(10, 10), at(0, 1), at(10, 11), at(1, 0), at(-9, 9)];
  for (const seed of [1, 2, 3]) {
    const [a, b, c, d, e, f] = kMeans(points, 3, seededRandom(seed));
    expect([c, e, d]).toEqual([a, a, b]);
    expect(new Set([a, b, f]).size).toBe(3);
  }
});

it('finds fewer groups where fewer points differ', () => {
  expect(kMeans([at(1), at(1), at(1)], 2, seededRandom(1))).toEqual([0, 0, 0]);
  expect(kMeans([], 2, seededRandom(1))).toEqual([]);
  expect(middleOf([at(1, 2), at(3, 6)])).toEqual(at(2, 4));
});

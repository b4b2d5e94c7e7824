import { describe, expect, it } from '@jest/globals';
import { sparseVector } from '../../../../src/support/numeric/sparse-vector.js';
import { leadingDirections } from '../../../../src/extensions/publish/report/page-map.js';
import { seededRandom } from '../../../../src/support/random.js';

const dot = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);

describe('leadingDirections', () => {
  // Two groups of places that go together, one of them stronger, and a place that goes with nothing.
  const vectors = [
    ...Array.from({ length: 20 }, () =>
      sparseVector([
        [0, 2],
        [1, 2],
      ]),
    ),
    ...Array.from({ length: 10 }, () =>
      sparseVector([
        [2, 1],
        [3, 1],
      ]),
    ),
    sparseVector([[4, 0.1]]),
  ];

  it('spans the strongest directions', () => {
    const [first, second, ...others] = leadingDirections(vectors, 5, 2, seededRandom(1));
    expect(others).toEqual([]);
    const half = Math.SQRT1_2;
    const strong = [Float64Array.of(half, half, 0, 0, 0), Float64Array.of(0, 0, half, half, 0)];
    // The projection of each true direction on the space has length 1.
    for (const truth of strong) expect(dot(first!, truth) ** 2 + dot(second!, truth) ** 2).toBeCloseTo(1, 6);
  });

  it('gives directions at right angles, at length 1, no more than there are, and the same again', () => {
    const found = leadingDirections(vectors, 5, 10, seededRandom(2));
    expect(found.length).toBeLessThanOrEqual(5);
    for (const [at, a] of found.entries())
      for (const [other, b] of found.entries()) expect(dot(a, b)).toBeCloseTo(at === other ? 1 : 0, 6);
    expect(leadingDirections(vectors, 5, 10, seededRandom(2))).toEqual(found);
    expect(leadingDirections([], 5, 10, seededRandom(2))).toEqual([]);
  });
});

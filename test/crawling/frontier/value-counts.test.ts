import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createValueCounts } from '../../../src/crawling/frontier/value-counts.js';
import { rounds } from '../../support/thorough.js';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

it('gives for any numbers the value of a rank, or a little less', () => {
  fc.assert(
    fc.property(fc.array(finite, { minLength: 1, maxLength: 40 }), fc.nat(), (values, any) => {
      const counts = createValueCounts();
      for (const value of values) counts.add(value);
      const sorted = values.toSorted((a, b) => b - a);
      for (const [index, value] of sorted.entries()) {
        const found = counts.valueAt(index + 1)!;
        expect(found).toBeLessThanOrEqual(value);
        expect(value - found).toBeLessThanOrEqual(
          Math.max(Math.abs(value) * 2 ** -11, Number.MIN_VALUE * 2 ** 40),
        );
      }
      expect(counts.valueAt(values.length + 1)).toBeUndefined();
      expect(counts.valueAt(Infinity)).toBeUndefined();
      const [removed] = sorted.splice(any % sorted.length, 1);
      counts.remove(removed!);
      expect(counts.valueAt(sorted.length + 1)).toBeUndefined();
      if (sorted.length > 0) expect(counts.valueAt(1)).toBeLessThanOrEqual(sorted[0]!);
    }),
    { seed: 5, numRuns: rounds(1000, 200) },
  );
});

it('tells probabilities near 1 and depths apart', () => {
  const counts = createValueCounts();
  for (const value of [0.9995, 0.999, 0.5, 0, -0, -1, -20]) counts.add(value);
  const found = [1, 2, 3, 4, 5, 6, 7].map((rank) => counts.valueAt(rank));
  expect(found).toEqual([0.9994, 0.9989, 0.5, 0, 0, -1, -20].map((value) => expect.closeTo(value, 2)));
  expect(counts.valueAt(1)).toBeGreaterThan(0.999);
  expect(counts.valueAt(6)).toBeGreaterThan(-1.001);
});

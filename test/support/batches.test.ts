import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inBatches } from '../../src/support/batches.js';

describe('inBatches', () => {
  it('cuts values into slices, the last one shorter', () => {
    expect([...inBatches([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
    expect([...inBatches([1, 2], 2)]).toEqual([[1, 2]]);
    expect([...inBatches([], 2)]).toEqual([]);
  });

  it('loses and moves nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (values, size) => {
        const batches = [...inBatches(values, size)];
        expect(batches.flat()).toEqual(values);
        expect(batches.slice(0, -1).every((batch) => batch.length === size)).toBe(true);
        expect(batches.every((batch) => batch.length > 0 && batch.length <= size)).toBe(true);
      }),
      { seed: 4 },
    );
  });
});

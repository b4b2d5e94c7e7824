import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createSortedWindow } from '../../src/support/sorted-window.js';
import { quantile } from '../../src/support/statistics.js';

describe('createSortedWindow', () => {
  it('knows the quantiles of the latest values alone', () => {
    const window = createSortedWindow(3, [9, 1, 5]);
    expect([window.quantile(0), window.quantile(0.5)]).toEqual([1, 5]);
    window.push(2);
    expect(window.size).toBe(3);
    expect([window.quantile(0), window.quantile(0.5), window.quantile(0.9)]).toEqual([1, 2, 5]);
    expect([window.countAbove(1), window.countAbove(1.5), window.countAbove(5)]).toEqual([2, 2, 0]);
  });

  it('has the quantile 0 without values', () => {
    expect(createSortedWindow(3).quantile(0.5)).toBe(0);
  });

  it('agrees with sorting what it keeps', () => {
    const values = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 30 });
    fc.assert(
      fc.property(
        values,
        fc.integer({ min: 1, max: 8 }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (all, limit, share) => {
          const window = createSortedWindow(limit, all);
          const kept = all.slice(-limit);
          expect(window.quantile(share)).toBe(quantile(kept, share));
          expect(window.countAbove(1)).toBe(kept.filter((value) => value > 1).length);
        },
      ),
    );
  });
});

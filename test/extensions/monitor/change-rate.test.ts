import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { estimateRate, type Visit } from '../../../src/extensions/monitor/change-rate.js';

/** Regular visits, every so many days, of which the first ones found a change. */
function regular(visits: number, changes: number, days: number): Visit[] {
  return Array.from({ length: visits }, (_, place) => ({ days, changed: place < changes }));
}

describe('the rate of change of a page', () => {
  it('is that of Cho and Garcia-Molina at regular visits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.nat(),
        fc.double({ min: 0.01, max: 90, noNaN: true }),
        (visits, any, days) => {
          const changes = any % (visits + 1);
          const expected = -Math.log((visits - changes + 0.5) / (visits + 0.5)) / days;
          expect(estimateRate(regular(visits, changes, days))).toBeCloseTo(expected, 9);
        },
      ),
    );
  });

  it('has the values of section 4.2: 6 changes in 10 visits are 0.847 a visit, not 0.6; 10 are finite', () => {
    expect(estimateRate(regular(10, 6, 1))).toBeCloseTo(0.8473, 4);
    expect(estimateRate(regular(10, 10, 1))).toBeCloseTo(3.0445, 4);
    expect(estimateRate(regular(10, 0, 1))).toBe(0);
  });

  it('is the greatest likelihood at irregular visits', () => {
    // 2/(e^{2λ} − 1) = 1 + half a visit of 4/3 days, the harmonic mean
    const rate = estimateRate([
      { days: 2, changed: true },
      { days: 1, changed: false },
    ]);
    expect(rate).toBeCloseTo(Math.log(1 + 2 / (1 + 2 / 3)) / 2, 12);
  });

  it('is the prior before the first visit, between both after some, and its own after many', () => {
    const prior = { rate: 0.1, weight: 1 };
    expect(estimateRate([])).toBe(0);
    expect(estimateRate([], prior)).toBe(0.1);
    const after = [5, 10, 50].map((visits) => estimateRate(regular(visits, visits / 5, 1), prior));
    const own = -Math.log(0.8);
    expect(after.every((rate) => rate > 0.1 && rate < own)).toBe(true);
    expect(after[2]).toBeCloseTo(own, 1);
  });

  it('stays the prior where visits find what it lets expect, and is never 0 or infinite with one', () => {
    const prior = { rate: Math.log(2), weight: 2 };
    expect(estimateRate(regular(10, 5, 1), prior)).toBeCloseTo(Math.log(2), 12);
    expect(estimateRate(regular(40, 0, 1), prior)).toBeGreaterThan(0);
    expect(estimateRate(regular(40, 40, 1), prior)).toBeLessThan(10);
  });
});

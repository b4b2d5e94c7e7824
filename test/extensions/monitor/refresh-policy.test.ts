import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { age, allocateVisits, freshness } from '../../../src/extensions/monitor/refresh-policy.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const meanFreshness = (rates: readonly number[], visits: readonly number[]): number =>
  sum(rates.map((rate, place) => freshness(rate, visits[place] ?? 0))) / rates.length;

describe('the best frequencies of visits', () => {
  it('are those of the example of Cho and Garcia-Molina: five pages, five visits a day', () => {
    const visits = allocateVisits([1, 2, 3, 4, 5], 5);
    expect(visits.map((one) => one.toFixed(2))).toEqual(['1.15', '1.36', '1.35', '1.14', '0.00']);
  });

  it('come to a budget that is less than what the first visits take', () => {
    const best = allocateVisits([12.679622112740418, 12.202765366825982], 0.1);
    expect(best[0]! + best[1]!).toBeCloseTo(0.1, 9);
  });

  it('give more than the same for all, and that more than visits in proportion to changes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.001, max: 50, noNaN: true }), { minLength: 2, maxLength: 20 }),
        fc.double({ min: 0.1, max: 100, noNaN: true }),
        (rates, budget) => {
          const best = allocateVisits(rates, budget);
          const uniform = rates.map(() => budget / rates.length);
          const proportional = rates.map((rate) => (budget * rate) / sum(rates));
          expect(sum(best)).toBeCloseTo(budget, 6);
          expect(meanFreshness(rates, best)).toBeGreaterThan(meanFreshness(rates, uniform) - 1e-9);
          expect(meanFreshness(rates, uniform)).toBeGreaterThan(meanFreshness(rates, proportional) - 1e-9);
        },
      ),
    );
  });

  it('keep within their limits, whatever the budget is', () => {
    const limits = { least: 0.1, most: 2 };
    const rates = [0, 0.01, 1, 100];
    expect(allocateVisits(rates, 0, limits)).toEqual([0.1, 0.1, 0.1, 0.1]);
    expect(allocateVisits(rates, 100, limits)).toEqual([0.1, 2, 2, 2]);
    const some = allocateVisits(rates, 2, limits);
    expect(sum(some)).toBeCloseTo(2, 6);
    expect(some.every((one) => one >= 0.1 && one <= 2)).toBe(true);
  });

  it('are none for no pages', () => {
    expect(allocateVisits([], 10)).toEqual([]);
    expect(allocateVisits([0, 0], 10)).toEqual([0, 0]);
  });
});

describe('freshness and age', () => {
  it('have the values of their formulas at one change for each visit', () => {
    expect(freshness(1, 1)).toBeCloseTo(1 - Math.exp(-1), 12);
    expect(age(1, 1)).toBeCloseTo(0.5 - Math.exp(-1), 12);
    expect([freshness(0, 0), freshness(1, 0), age(0, 1), age(1, 0)]).toEqual([1, 0, 0, Infinity]);
  });
});

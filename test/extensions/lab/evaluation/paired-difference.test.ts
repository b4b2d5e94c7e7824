import { describe, expect, it } from '@jest/globals';
import { curveNumber } from '../../../../src/extensions/lab/evaluation/fetch-curve.js';
import {
  areaByTarget,
  chanceOfDifference,
} from '../../../../src/extensions/lab/evaluation/paired-difference.js';
import { seededRandom } from '../../../../src/support/random.js';

const alone = (target: string): string => target;
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `t${index}`);

describe('areaByTarget', () => {
  it('adds up to the area below the curve', () => {
    const order = ['seed', 'a', 'x', 'b', 'c'];
    const targets = new Set(['a', 'b', 'c', 'd']);
    const area = [...areaByTarget(order, targets, 4).values()].reduce((sum, value) => sum + value, 0);
    const best = 1 + 2 + 3 + 4;
    expect(area / best).toBeCloseTo(
      curveNumber(
        order.map((url) => targets.has(url)),
        4,
        4,
      )!,
      12,
    );
  });
});

describe('chanceOfDifference', () => {
  it('is 1 for crawls that found the same at the same time', () => {
    const same = new Map([['a', 3]]);
    expect(chanceOfDifference(same, new Map(same), alone)).toBe(1);
    expect(chanceOfDifference(new Map(), new Map(), alone)).toBe(1);
  });

  it('is small where one crawl found nearly every target earlier, and large where each was earlier at half', () => {
    const other = new Map(names(40).map((name) => [name, 10]));
    const earlier = new Map(names(40).map((name) => [name, 13]));
    expect(chanceOfDifference(earlier, other, alone)).toBeLessThan(0.001);
    const mixed = new Map(names(40).map((name, place) => [name, place % 2 === 0 ? 13 : 7]));
    expect(chanceOfDifference(mixed, other, alone)).toBe(1);
  });

  it('counts targets that are found together as one observation', () => {
    const other = new Map(names(40).map((name) => [name, 10]));
    const earlier = new Map(names(40).map((name) => [name, 13]));
    // Of three groups, the signs agree by chance one time in four.
    const group = (target: string): string => String(Number(target.slice(1)) % 3);
    expect(chanceOfDifference(earlier, other, group)).toBeCloseTo(0.25, 1);
  });

  it('is below 5 % in about one of twenty comparisons of equally good crawls', () => {
    const random = seededRandom(3);
    const value = (): number => Math.round(100 * random());
    const below = Array.from({ length: 200 }, () => {
      const [one, other] = [0, 1].map(() => new Map(names(30).map((name) => [name, value()])));
      return chanceOfDifference(one!, other!, alone) < 0.05;
    }).filter(Boolean).length;
    expect(below).toBeGreaterThanOrEqual(3);
    expect(below).toBeLessThanOrEqual(20);
  });
});

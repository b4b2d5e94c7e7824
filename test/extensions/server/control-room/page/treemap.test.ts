import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { squarified, type Box } from '../../../../../src/extensions/server/control-room/page/treemap.js';

const BOX: Box = { x: 10, y: 20, width: 600, height: 400 };
const area = ({ width, height }: Box): number => width * height;
const ratio = ({ width, height }: Box): number => Math.max(width / height, height / width);
const values = fc
  .array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 60 })
  .map((found) => found.sort((a, b) => b - a));

describe('squarified', () => {
  it('lays out the example of the paper', () => {
    const found = squarified([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 6, height: 4 });
    expect(found.slice(0, 4)).toEqual([
      { x: 0, y: 0, width: 3, height: 2 },
      { x: 0, y: 2, width: 3, height: 2 },
      { x: 3, y: 0, width: expect.closeTo(12 / 7), height: expect.closeTo(7 / 3) },
      { x: expect.closeTo(3 + 12 / 7), y: 0, width: expect.closeTo(9 / 7), height: expect.closeTo(7 / 3) },
    ]);
  });

  it('gives each value its share of the area', () => {
    fc.assert(
      fc.property(values, (given) => {
        const total = given.reduce((sum, value) => sum + value, 0);
        const found = squarified(given, BOX);
        expect(found).toHaveLength(given.length);
        for (const [at, box] of found.entries())
          expect(area(box) / area(BOX)).toBeCloseTo(given[at]! / total, 6);
      }),
    );
  });

  it('stays in the box and covers nothing twice', () => {
    fc.assert(
      fc.property(values, (given) => {
        const found = squarified(given, BOX);
        const slack = 1e-6;
        for (const [at, one] of found.entries()) {
          expect(one.x).toBeGreaterThanOrEqual(BOX.x - slack);
          expect(one.y).toBeGreaterThanOrEqual(BOX.y - slack);
          expect(one.x + one.width).toBeLessThanOrEqual(BOX.x + BOX.width + slack);
          expect(one.y + one.height).toBeLessThanOrEqual(BOX.y + BOX.height + slack);
          const over = found
            .slice(at + 1)
            .filter(
              (other) =>
                one.x + one.width > other.x + slack &&
                other.x + other.width > one.x + slack &&
                one.y + one.height > other.y + slack &&
                other.y + other.height > one.y + slack,
            );
          expect(over).toEqual([]);
        }
      }),
    );
  });

  it('makes rectangles that are squarer than slices', () => {
    const given = Array.from({ length: 20 }, () => 1);
    const most = Math.max(...squarified(given, BOX).map(ratio));
    const slice = { ...BOX, width: BOX.width / given.length };
    expect(most).toBeLessThan(2);
    expect(most).toBeLessThan(ratio(slice));
  });

  it('has nothing to lay out of nothing', () => {
    expect(squarified([], BOX)).toEqual([]);
  });
});

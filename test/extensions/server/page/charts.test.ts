import { expect, it } from '@jest/globals';
import { linePath, ticks } from '../../../../src/extensions/server/page/charts.js';

it.each([
  [0, [0]],
  [Number.NaN, [0]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6]],
  [100, [0, 50, 100]],
  [1000, [0, 500, 1000]],
  [0.3, [0, 0.1, 0.2, expect.closeTo(0.3)]],
])('has round ticks up to %d', (most, found) => {
  expect(ticks(most)).toEqual(found);
});

it('draws a line through points', () => {
  expect(linePath([])).toBe('');
  expect(
    linePath([
      [0, 1],
      [2.25, 3],
    ]),
  ).toBe('M0.0 1.0L2.3 3.0');
});

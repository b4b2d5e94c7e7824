import { describe, expect, it } from '@jest/globals';
import { layOut } from '../../../../src/extensions/server/page/graph-layout.js';

/** The distance in a picture that is twice as wide as high. */
const far = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): number =>
  Math.hypot(2 * (ax - bx), ay - by);

describe('the picture of a graph', () => {
  it('has a chain as a line from left to right', () => {
    const chain = layOut(
      6,
      [0, 1, 2, 3, 4].map((node) => [node, node + 1]),
    );
    const across = chain.map(([x]) => x);
    expect(across).toEqual([...across].sort((a, b) => a - b));
    for (const [, y] of chain) expect(Math.abs(y - 0.5)).toBeLessThan(0.15);
  });

  it('has linked things nearer than others', () => {
    const groups = [0, 3].flatMap((first) => [
      [first, first + 1] as const,
      [first + 1, first + 2] as const,
      [first, first + 2] as const,
    ]);
    const spots = layOut(6, groups);
    expect(far(spots[0]!, spots[1]!)).toBeLessThan(far(spots[0]!, spots[4]!));
    expect(far(spots[3]!, spots[5]!)).toBeLessThan(far(spots[2]!, spots[5]!));
  });

  it('is within its frame, the same each time, and nothing covers anything', () => {
    const star = Array.from({ length: 20 }, (_, leaf) => [0, leaf + 1] as const);
    const spots = layOut(21, star);
    expect(layOut(21, star)).toEqual(spots);
    for (const [x, y] of spots) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(1);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(1);
    }
    for (const [at, one] of spots.entries())
      for (const other of spots.slice(at + 1)) expect(far(one, other)).toBeGreaterThan(0.02);
  });

  it.each([
    [0, []],
    [1, [[0, 0]]],
    [2, []],
  ] as const)('can be of %d things', (count, edges) => {
    const spots = layOut(count, edges);
    expect(spots).toHaveLength(count);
    expect(spots.flat().every(Number.isFinite)).toBe(true);
  });
});

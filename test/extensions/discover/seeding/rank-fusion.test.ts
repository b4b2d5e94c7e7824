import { describe, expect, it } from '@jest/globals';
import { fuseRanks } from '../../../../src/extensions/discover/seeding/rank-fusion.js';

describe('reciprocal rank fusion', () => {
  it('adds 1 / (60 + place) over the lists', () => {
    const scores = fuseRanks([
      ['a', 'b', 'c'],
      ['c', 'a'],
    ]);
    expect([...scores.keys()]).toEqual(['a', 'c', 'b']);
    expect(scores.get('a')).toBeCloseTo(1 / 61 + 1 / 62, 12);
    expect(scores.get('c')).toBeCloseTo(1 / 63 + 1 / 61, 12);
    expect(scores.get('b')).toBeCloseTo(1 / 62, 12);
  });

  it('counts a repeated item once, at its first place', () => {
    expect(fuseRanks([['a', 'a', 'b', 'a']])).toEqual(fuseRanks([['a', 'b']]));
  });

  it('keeps the order of equal items', () => {
    expect([...fuseRanks([['x'], ['y'], ['z']]).keys()]).toEqual(['x', 'y', 'z']);
  });
});

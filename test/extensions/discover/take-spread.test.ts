import { describe, expect, it } from '@jest/globals';
import { takeSpread } from '../../../src/extensions/discover/take-spread.js';

const value = (item: string): number => Number(item.slice(1));
const group = (item: string): string => item[0] ?? '';

describe('taking items spread over groups', () => {
  it('takes the most valuable first and turns to other groups', () => {
    const items = ['a1.0', 'a0.9', 'a0.8', 'b0.6', 'c0.4'];
    expect(takeSpread(items, { value, group, most: 4 })).toEqual(['a1.0', 'b0.6', 'a0.9', 'c0.4']);
  });

  it('takes no more of a group than it may, and no more at all', () => {
    const items = ['a9', 'a8', 'a7', 'b1'];
    expect(takeSpread(items, { value, group, most: 9, perGroup: 2 })).toEqual(['a9', 'a8', 'b1']);
    expect(takeSpread(items, { value, group, most: 0 })).toEqual([]);
  });
});

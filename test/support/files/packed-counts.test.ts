import { describe, expect, it } from '@jest/globals';
import {
  numbersOf,
  packCounts,
  placesOf,
  stepsOf,
  unpackCounts,
} from '../../../src/support/files/packed-counts.js';

describe('packed counts', () => {
  const terms = ['bee', 'comb', 'hive', 'wax'];

  it('groups places by count, and gives the counts back in the order of the places', () => {
    const counts = new Map([
      ['wax', 1],
      ['hive', 3],
      ['bee', 1],
    ]);
    const packed = packCounts(counts, placesOf(terms));
    expect(packed).toEqual([1, [0, 3], 3, [2]]);
    expect([...unpackCounts(packed, terms)]).toEqual([
      ['bee', 1],
      ['hive', 3],
      ['wax', 1],
    ]);
  });

  it('packs ascending numbers as steps', () => {
    expect(stepsOf([2, 5, 6])).toEqual([2, 3, 1]);
    expect(numbersOf([2, 3, 1])).toEqual([2, 5, 6]);
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  createKeyFinder,
  createKeyTable,
  createPairFinder,
  createPairTable,
} from '../../src/wordnet/key-tables.js';

const KEYS = [
  'a',
  'ab',
  "alzheimer's_disease",
  'blood',
  'blood-red',
  'blood_pressure',
  'dr._watson',
  'st._paul_s',
];
const DATA = Buffer.from(KEYS.map((key) => `${key} n 1\n`).join(''), 'latin1');
const LINES = KEYS.map((key) => DATA.indexOf(`${key} n`, 0, 'latin1'));

describe('a table of keys', () => {
  const find = createKeyFinder(DATA, createKeyTable(DATA, LINES));

  it('finds the line of each key, that at the beginning of the data included', () => {
    expect(KEYS.map(find)).toEqual(LINES);
    expect(LINES[0]).toBe(0);
  });

  it('does not find the beginning of a key, a longer one, or another of the same length', () => {
    for (const key of ['', 'bloo', 'bloods', 'blood pressure', 'blood_pressurf', 'a n', 'ā', '\u0161'])
      expect(find(key)).toBeUndefined();
  });

  it('finds nothing in an empty table', () => {
    expect(createKeyFinder(DATA, createKeyTable(DATA, []))('a')).toBeUndefined();
  });
});

describe('a table of pairs', () => {
  const may = createPairFinder(createPairTable(DATA, LINES));

  it('knows the first two words of phrases, without punctuation', () => {
    const pairs = [
      ['alzheimer', 'disease'],
      ['blood', 'red'],
      ['blood', 'pressure'],
      ['dr', 'watson'],
      ['st', 'paul'],
    ] as const;
    for (const [first, second] of pairs)
      expect([first, second, may(first, second)]).toEqual([first, second, true]);
  });

  it('does not know other pairs, nor single words', () => {
    const pairs = [
      ['blood', ''],
      ['', 'blood'],
      ['pressure', 'blood'],
      ['bloodpressure', ''],
      ['paul', 's'],
      ['blood', 'pressur'],
    ] as const;
    for (const [first, second] of pairs)
      expect([first, second, may(first, second)]).toEqual([first, second, false]);
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  createBeginningsFinder,
  createBeginningsTable,
  createKeyFinder,
  createKeyTable,
  createPairFinder,
  createPairTable,
} from '../../../src/language/wordnet/key-tables.js';

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

describe('a table of keys that end at a percent sign', () => {
  const senses = ['blood%1:08:00:: 5 1 9', 'blood%1:21:00:: 6 2 1', 'blood-red%3:00:01:: 7 1 2'];
  const data = Buffer.from(`${senses.join('\n')}\n`, 'latin1');
  const [first = '', second = ''] = senses;
  const lines = [0, first.length + second.length + 2];
  const find = createKeyFinder(data, createKeyTable(data, lines));

  it('finds the first line of each', () => {
    expect(['blood', 'blood-red', 'blood%1:08:00::', 'bloo'].map(find)).toEqual([
      ...lines,
      undefined,
      undefined,
    ]);
  });
});

describe('a table of beginnings', () => {
  const may = createBeginningsFinder(createBeginningsTable(DATA, LINES));

  it('knows what is before a blank, a hyphen or a possessive', () => {
    const beginnings = ['alzheimer', "alzheimer's", 'blood', 'dr.', 'st.', 'st._paul'];
    expect(beginnings.filter(may)).toEqual(beginnings);
  });

  it('does not know other texts', () => {
    expect(['', 'a', 'ab', 'bloo', 'blood_pressure', 'disease', 'dr'].filter(may)).toEqual([]);
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openWordNetFiles } from '../../../src/language/wordnet/wordnet-files.js';
import { LEXICOGRAPHER_FILES, openWordNet } from '../../../src/language/wordnet/wordnet.js';
import { InputError } from '../../../src/model/errors.js';

const wordNet = openWordNet();

describe('openWordNet', () => {
  it('finds the senses of a noun, the most frequent first, with their tag counts', () => {
    expect(wordNet.version).toBe('3.1');
    expect(wordNet.sensesOf('dog')[0]).toEqual({ offset: 2086723, tagCount: 42 });
    expect(wordNet.sensesOf('bush').map(({ tagCount }) => tagCount)).toEqual([5, 2, 2, 0, 0, 0, 0]);
    expect(wordNet.sensesOf('dogs')).toEqual([]);
    expect(wordNet.sensesOf('blood pressure')).toEqual(wordNet.sensesOf('blood_pressure'));
    expect(wordNet.sensesOf('café')).toEqual(wordNet.sensesOf('cafe'));
  });

  it('finds the first and the last entry, and none between or beyond entries', () => {
    expect(wordNet.sensesOf("'hood")).toHaveLength(1);
    expect(wordNet.sensesOf('zyrian')).toHaveLength(1);
    for (const noun of ['', ' ', 'zzz', '!', 'insul', 'дом', 'this software and database']) {
      expect(wordNet.sensesOf(noun)).toEqual([]);
      expect(wordNet.baseForms(noun)).toEqual([]);
    }
  });

  it('reads synsets with words, pointers and gloss', () => {
    expect(wordNet.synset(10895517)).toMatchObject({
      offset: 10895517,
      lexicographerFile: LEXICOGRAPHER_FILES.person,
      hypernyms: [],
      instanceHypernyms: [10486961],
      gloss: '43rd President of the United States; son of George Herbert Walker Bush (born in 1946)',
    });
    expect(wordNet.synset(10895517)?.words.slice(0, 3)).toEqual(['Bush', 'George Bush', 'George W. Bush']);
    expect(wordNet.synset(1740)).toMatchObject({ words: ['entity'], hypernyms: [] });
    const cell = wordNet.synset(6484);
    expect(cell?.topics.map((offset) => wordNet.synset(offset)?.words[0])).toEqual(['biology']);
    for (const offset of [0, 1741, -1, 1e9]) expect(wordNet.synset(offset)).toBeUndefined();
  });

  it('knows which nouns begin longer entries and how common words are', () => {
    expect(wordNet.beginsPhrase('blood')).toBe(true);
    expect(wordNet.beginsPhrase('alzheimer')).toBe(true);
    expect(wordNet.beginsPhrase('bloo')).toBe(false);
    expect(wordNet.tagCountOf('be')).toBeGreaterThan(10_000);
    expect(wordNet.tagCountOf('polyuria')).toBe(0);
  });

  it('says what is wrong when the files are not there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sfwc-wordnet-'));
    try {
      expect(() => openWordNetFiles(folder)).toThrow(InputError);
      expect(() => openWordNetFiles(folder)).toThrow(/data\.noun/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

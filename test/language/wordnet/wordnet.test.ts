import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openWordNetFiles } from '../../../src/language/wordnet/wordnet-files.js';
import { LEXICOGRAPHER_FILES, openWordNet, synsetIri } from '../../../src/language/wordnet/wordnet.js';
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

  it('tells whether a noun is there, as its senses do', () => {
    for (const noun of [
      'dog',
      'dogs',
      'blood pressure',
      'café',
      "'hood",
      'zyrian',
      '',
      ' ',
      'zzz',
      'дом',
      '%1',
    ])
      expect([noun, wordNet.holds(noun)]).toEqual([noun, wordNet.sensesOf(noun).length > 0]);
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

  it('reads every synset that hypernyms of common nouns lead to, up to the root', () => {
    for (const noun of ['insulin', 'database', 'paris', 'election', 'guitar']) {
      let above = wordNet.sensesOf(noun).map(({ offset }) => offset);
      for (let step = 0; step < 20; step += 1) {
        const next = above.flatMap((offset) => {
          const synset = wordNet.synset(offset);
          expect(synset).toBeDefined();
          return [...synset!.hypernyms, ...synset!.instanceHypernyms];
        });
        if (next.length === 0) break;
        above = [...new Set(next)];
      }
      expect(above).toEqual([1740]);
    }
  });

  it('gives the forms that it holds of an inflected noun', () => {
    expect(wordNet.baseForms('boxes')).toEqual(['box']);
    expect(wordNet.baseForms('insulin pumps')).toEqual([]);
    expect(wordNet.baseForms('blood vessels')).toEqual(['blood vessel']);
    expect(wordNet.baseForms('arms')).toEqual(['arms']);
  });

  it('knows which nouns begin longer entries and how common words are', () => {
    expect(wordNet.beginsPhrase('blood')).toBe(true);
    expect(wordNet.beginsPhrase('alzheimer')).toBe(true);
    expect(wordNet.beginsPhrase('bloo')).toBe(false);
    expect(wordNet.tagCountOf('be')).toBeGreaterThan(10_000);
    expect(wordNet.tagCountOf('polyuria')).toBe(0);
  });

  it('names synsets as WordNet-RDF does', () => {
    expect(synsetIri(1740)).toBe('http://wordnet-rdf.princeton.edu/id/00001740-n');
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

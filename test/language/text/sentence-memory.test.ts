import { describe, expect, it } from '@jest/globals';
import type { Token } from '../../../src/model/noun.js';
import { unpackSentence, type ReadSentence } from '../../../src/language/text/packed-sentence.js';
import { createSentenceMemory } from '../../../src/language/text/sentence-memory.js';

/** One token that is the whole sentence. */
const oneToken = (sentence: string): ReadSentence => {
  const end = sentence.length;
  const token: Token = { surface: sentence, lemma: sentence, begin: 0, end, numeric: false, stopWord: false };
  return { tokens: [token], nouns: [] };
};

function counting(characters?: number) {
  const read: string[] = [];
  const memory = createSentenceMemory((sentences) => {
    read.push(...sentences);
    return sentences.map(oneToken);
  }, characters);
  const lengths = (sentences: readonly string[]) =>
    memory(sentences).map((found, place) => {
      const sentence = sentences[place] ?? '';
      return unpackSentence(found, sentence, 0).tokens[0]?.end;
    });
  return { read, memory, lengths };
}

describe('createSentenceMemory', () => {
  it('answers in order, and reads a sentence once', () => {
    const { read, lengths } = counting();
    expect(lengths(['one', 'three', 'one'])).toEqual([3, 5, 3]);
    expect(lengths(['three', 'fourteen'])).toEqual([5, 8]);
    expect(read).toEqual(['one', 'three', 'fourteen']);
  });

  it('answers as ever when there is no room to remember', () => {
    const { read, lengths } = counting(1);
    for (let round = 0; round < 3; round += 1)
      expect(lengths(['a', 'bb', 'ccc', 'a', 'bb'])).toEqual([1, 2, 3, 1, 2]);
    expect(read.length).toBeGreaterThan(3);
  });

  it('finds nothing in nothing', () => {
    expect(counting().memory([])).toEqual([]);
  });
});

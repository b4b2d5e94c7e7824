import { describe, expect, it } from '@jest/globals';
import { GAP, splitWords } from '../../../src/language/text/lexical-words.js';

const placesOf = (text: string): readonly number[] => [...Array(splitWords(text).count).keys()];

const written = (text: string): readonly (readonly string[])[] =>
  placesOf(text).reduce<string[][]>((sentences, place) => {
    const words = splitWords(text);
    if (words.gapBefore(place) === GAP.start) sentences.push([]);
    sentences.at(-1)?.push(words.formAt(place).surface);
    return sentences;
  }, []);

describe('splitWords', () => {
  it('splits a text into sentences and words', () => {
    expect(written("Dr. Smith's X-ray of 3.5 cm, taken in the U.S.A., shows AT&T. It isn't new!")).toEqual([
      ['Dr', 'Smith', 'X-ray', 'of', '3.5', 'cm', 'taken', 'in', 'the', 'U.S.A.', 'shows', 'AT&T'],
      ['It', "isn't", 'new'],
    ]);
  });
});

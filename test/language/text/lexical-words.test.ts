import { describe, expect, it } from '@jest/globals';
import { GAP, splitWords } from '../../../src/language/text/lexical-words.js';
import { seededRandom } from '../../../src/support/random.js';

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

  it('tells where words stand', () => {
    const text = '  Big cats, café-cats';
    const words = splitWords(text);
    expect(
      placesOf(text).map((place) => [words.beginOf(place), words.endOf(place), words.gapBefore(place)]),
    ).toEqual([
      [2, 5, GAP.start],
      [6, 10, GAP.blank],
      [12, 16, GAP.mark],
      [17, 21, GAP.blank],
    ]);
    expect(() => words.formAt(4)).toThrow('the text has no word 4');
  });

  it('finds the words that its expression finds, whichever characters are next to each other', () => {
    // As in the module, which reads most words without it.
    const word =
      /(?:\p{L}\.){2,}|\p{L}-\p{L}{2,}|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:(?:['’&.](?=\p{L})|[.,](?=\p{N}))[\p{L}\p{M}\p{N}]+)*/gu;
    const random = seededRandom(7);
    const characters = Array.from("aAbZ09 .,'’&--_\té́ß日𝒜👍٣");
    for (let round = 0; round < 5000; round += 1) {
      const length = 1 + Math.floor(random() * 12);
      const text = Array.from({ length }, () => characters[Math.floor(random() * characters.length)]).join(
        '',
      );
      const expected = [...text.matchAll(word)].map((match) => [
        match.index,
        match[0].replace(/['’]s?$/u, ''),
      ]);
      const words = splitWords(text);
      const found = placesOf(text).map((place) => [words.beginOf(place), words.formAt(place).surface]);
      expect([text, found]).toEqual([text, expected]);
    }
  });

  it('answers the same when it has forgotten words', () => {
    const texts = Array.from({ length: 40_000 }, (_, number) => `pump${number}x Word${number}y`);
    const before = written(texts[0] ?? '');
    for (const text of texts) splitWords(text);
    expect(written(texts[0] ?? '')).toEqual(before);
    expect(written(`${'a'.repeat(100)} b`)).toEqual([['a'.repeat(100), 'b']]);
  });
});

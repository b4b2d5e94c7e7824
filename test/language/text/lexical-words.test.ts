import { describe, expect, it } from '@jest/globals';
import { splitWords } from '../../../src/language/text/lexical-words.js';
import { seededRandom } from '../../../src/support/random.js';

const written = (text: string): readonly (readonly string[])[] =>
  splitWords(text).map((sentence) => sentence.map(({ form }) => form.surface));

describe('splitWords', () => {
  it('splits a text into sentences and words', () => {
    expect(written("Dr. Smith's X-ray of 3.5 cm, taken in the U.S.A., shows AT&T. It isn't new!")).toEqual([
      ['Dr', 'Smith', 'X-ray', 'of', '3.5', 'cm', 'taken', 'in', 'the', 'U.S.A.', 'shows', 'AT&T'],
      ['It', "isn't", 'new'],
    ]);
  });

  it('tells where words stand', () => {
    const [sentence = []] = splitWords('  Big cats, café-cats');
    expect(sentence.map(({ begin, end, gap }) => [begin, end, gap])).toEqual([
      [2, 5, 'start'],
      [6, 10, 'blank'],
      [12, 16, 'mark'],
      [17, 21, 'blank'],
    ]);
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
      const found = splitWords(text).flatMap((sentence) =>
        sentence.map(({ begin, form }) => [begin, form.surface]),
      );
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

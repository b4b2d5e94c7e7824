import { describe, expect, it } from '@jest/globals';
import { guessSingular } from '../../../src/language/text/compromise.js';
import { seededRandom } from '../../../src/support/random.js';
import { createWordReader } from '../../../src/language/text/english.js';

describe('createWordReader', () => {
  const words = createWordReader(guessSingular);

  it('reads words in their base form, without stop words, numbers and single letters', () => {
    expect(words("The 3 pumps and x-rays of Joslin's patients: analysis, 42%!")).toEqual([
      'pump',
      'ray',
      'joslin',
      'patient',
      'analysis',
    ]);
  });

  it('reads numbers and single letters where they are asked for', () => {
    const all = createWordReader(guessSingular, { numbers: true });
    expect(all('Type 1 diabetes, GLP-1, the HbA1c of 7.5')).toEqual([
      'type',
      '1',
      'diabetes',
      'glp',
      '1',
      'hba1c',
      '7',
      '5',
    ]);
  });

  it('reads accents alike, composed or not', () => {
    expect(words('Cafe\u0301')).toEqual(words('caf\u00e9'));
    expect(words('')).toEqual([]);
  });

  it('reads the same as a regular expression, in any script', () => {
    const alphabets = [
      "abcsS zZéÉİßΣ-'’1٣ 日本語 דגहिन्दी\u0301\u0308👍𐍈𝒜\ud800",
      "abcsS zZéÉÀßǅȺʰ-'’1\u2009",
    ].map((all) => Array.from(all));
    const random = seededRandom(1);
    const any = createWordReader((word) => word, { stopWords: new Set() });
    const expected = (text: string): readonly string[] =>
      text
        .normalize('NFC')
        .toLowerCase()
        .match(/\p{L}[\p{L}\p{M}]+/gu) ?? [];
    for (let time = 0; time < 2000; time += 1) {
      const alphabet = alphabets[time % 2] ?? [];
      const text = Array.from({ length: 12 }, () => alphabet[Math.floor(random() * alphabet.length)]).join(
        '',
      );
      expect(any(text)).toEqual(expected(text));
    }
  });

  it('reads the same when it has met more words than it keeps', () => {
    const any = createWordReader((word) => word);
    const letters = (n: number): string =>
      Array.from(`${n}`, (digit) => 'qrstuvwxyz'[Number(digit)]).join('');
    for (let n = 10_000; n < 80_000; n += 1) any(letters(n));
    expect(any(`${letters(10_001)} ${letters(79_999)}`)).toEqual([letters(10_001), letters(79_999)]);
  });
});

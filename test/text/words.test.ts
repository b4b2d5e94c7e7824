import { describe, expect, it } from '@jest/globals';
import { guessSingular } from '../../src/text/lemma.js';
import { createWordReader } from '../../src/text/words.js';

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
});

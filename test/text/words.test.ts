import { describe, expect, it } from '@jest/globals';
import { createWordReader } from '../../src/text/words.js';

describe('createWordReader', () => {
  const words = createWordReader();

  it('reads words in their base form, without stop words, numbers and single letters', () => {
    expect(words("The 3 pumps and x-rays of Joslin's patients: analysis, 42%!")).toEqual([
      'pump',
      'ray',
      'joslin',
      'patient',
      'analysis',
    ]);
  });

  it('reads accents alike, composed or not', () => {
    expect(words('Cafe\u0301')).toEqual(words('caf\u00e9'));
    expect(words('')).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { detectLanguage, otherLanguage } from '../../../src/language/text/language.js';
import { ENGLISH_TEXT, FOREIGN_TEXTS } from '../../support/foreign-texts.js';

describe('detectLanguage', () => {
  it.each([
    [
      'en',
      'Metformin is an oral medicine from the biguanide class and one of the most widely prescribed treatments for diabetes.',
    ],
    [
      'de',
      'Die Zuckerkrankheit ist eine chronische Erkrankung des Stoffwechsels, die durch einen erhöhten Blutzucker auffällt.',
    ],
    ['ja', '糖尿病は、血糖値が一定の基準を超えている状態を指す疾患である。'.repeat(4)],
  ])('tells %s', async (language, text) => {
    expect(await detectLanguage(text)).toBe(language);
  });

  it('leaves open what begins in one language and goes on in another', async () => {
    const german = 'Die Zuckerkrankheit ist eine chronische Erkrankung des Stoffwechsels. '.repeat(40);
    const english = 'Metformin is an oral medicine and one of the most widely prescribed treatments. '.repeat(
      80,
    );
    expect(await detectLanguage(german + english)).toBeUndefined();
  });
});

describe('otherLanguage', () => {
  it('looks at the beginning of a page, and not at all where the page is short or says what it is in', async () => {
    const asked: (readonly [beginning: string, expected: string])[] = [];
    const look = (beginning: string, expected: string): Promise<string> => {
      asked.push([beginning, expected]);
      return Promise.resolve('de');
    };
    expect(await otherLanguage('kurz', '', 'en', look)).toBeUndefined();
    expect(await otherLanguage(FOREIGN_TEXTS.de, 'en-GB', 'en', look)).toBeUndefined();
    expect(asked).toEqual([]);
    const long = FOREIGN_TEXTS.de.repeat(10);
    expect(await otherLanguage(long, '', 'en', look)).toBe('de');
    expect(asked).toEqual([[long.slice(0, 4000), 'en']]);
  });

  it.each(Object.entries(FOREIGN_TEXTS))('recognises a page in %s', async (language, text) => {
    expect(await otherLanguage(text)).toBe(language);
    expect(await otherLanguage(text, 'x-default')).toBe(language);
  });

  it('knows English prose by its small words, and looks at all other pages', async () => {
    const looked: string[] = [];
    const look = (beginning: string, expected: string): Promise<string> => {
      looked.push(expected);
      return Promise.resolve(`not ${expected}, ${beginning.length}`);
    };
    const english = ENGLISH_TEXT.repeat(10);
    expect(await otherLanguage(english, '', 'en', look)).toBeUndefined();
    expect(looked).toEqual([]);
    expect(await otherLanguage(english, '', 'de', look)).toBe('not de, 4000');
    const quoted = FOREIGN_TEXTS.de.repeat(20) + english;
    expect(await otherLanguage(quoted, '', 'en', look)).toBe('not en, 4000');
    const names = 'Animalia Chordata Reptilia Dinosauria Saurischia of '.repeat(40);
    expect(await otherLanguage(names, '', 'en', look)).toMatch('not en');
    expect(looked).toEqual(['de', 'en', 'en']);
  });
});

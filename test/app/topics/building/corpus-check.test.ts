import { describe, expect, it } from '@jest/globals';
import {
  corpusLanguage,
  createLanguageTally,
  inOtherLanguages,
  type LanguageTally,
} from '../../../../src/app/topics/building/corpus-check.js';
import { InputError } from '../../../../src/model/errors.js';

/** A tally of texts whose language is detected as what they say; '?' is not recognised. */
async function tallyOf(texts: readonly string[], stated?: string): Promise<LanguageTally> {
  const tally = createLanguageTally((text) => Promise.resolve(text === '?' ? undefined : text));
  for (const [id, text] of texts.entries())
    await tally.add({
      id: String(id),
      title: 'A text',
      text,
      ...(stated === undefined ? {} : { language: stated }),
    });
  return tally;
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('corpusLanguage', () => {
  it('is English unless most texts are in another language', async () => {
    const some = await tallyOf([...times(5, 'fr'), ...times(5, 'en')]);
    expect(corpusLanguage(some, 'texts')).toBe('en');
    expect(
      corpusLanguage(await tallyOf([...times(6, 'de'), ...times(2, 'zh'), ...times(2, 'en')]), 'texts'),
    ).toBe('de');
    expect(corpusLanguage(await tallyOf([]), 'texts')).toBe('en');
  });

  it('trusts the text more than what it states, and that where there is nothing else', async () => {
    expect(corpusLanguage(await tallyOf(times(4, 'en'), 'de'), 'texts')).toBe('en');
    expect(corpusLanguage(await tallyOf(times(4, '?'), 'de-AT'), 'texts')).toBe('de');
  });

  it('refuses several other languages, and one whose words cannot be read', async () => {
    const several = await tallyOf([...times(3, 'fr'), ...times(4, 'de'), ...times(3, 'en')]);
    expect(() => corpusLanguage(several, 'texts')).toThrow(
      '7 of 10 texts of texts are not in English: German 4, French 3',
    );
    for (const code of ['ja', 'not a code']) {
      const tally = await tallyOf(times(3, code));
      expect(() => corpusLanguage(tally, 'texts')).toThrow(InputError);
      expect(() => corpusLanguage(tally, 'texts')).toThrow(/3 of 3 texts .* cannot be read by this version/);
    }
  });
});

describe('inOtherLanguages', () => {
  it('names the texts that are detected to be in another language, whatever they state', async () => {
    const tally = await tallyOf(['de', 'es', '?', 'de'], 'en');
    expect(inOtherLanguages(tally, 'de')).toEqual([
      { where: '1', message: 'in Spanish, but the topic is in German' },
    ]);
  });
});

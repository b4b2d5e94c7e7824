import { describe, expect, it } from '@jest/globals';
import {
  checkLanguages,
  contentWarning,
  createLanguageTally,
  sizeWarning,
  type LanguageTally,
} from '../../src/building/corpus-check.js';
import { InputError } from '../../src/model/errors.js';
import { calibrate, type CalibrationInput } from '../../src/topic/calibration.js';
import type { DocumentProfile } from '../../src/topic/profile.js';
import { profileWith } from '../support/small-topic.js';

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

describe('checkLanguages', () => {
  it('refuses texts that are mostly in other languages, and says how many and what to do', async () => {
    const tally = await tallyOf([...times(6, 'de'), ...times(2, 'zh'), ...times(2, 'en')]);
    expect(() => checkLanguages(tally, 'texts')).toThrow(InputError);
    expect(() => checkLanguages(tally, 'texts')).toThrow(
      '8 of 10 texts of texts (80 %) are not in English: German 6, Chinese 2. Nouns are found in English texts only',
    );
    try {
      checkLanguages(tally, 'texts');
    } catch (error) {
      expect((error as InputError).hint).toContain('--any-language');
    }
  });

  it('warns of some, and says nothing of a few', async () => {
    const some = await tallyOf([...times(3, 'fr'), ...times(7, 'en')]);
    expect(checkLanguages(some, 'texts')).toMatch(/^3 of 10 texts .*French 3; nouns are found in English/);
    expect(checkLanguages(await tallyOf(['fr', ...times(9, 'en')]), 'texts')).toBeUndefined();
  });

  it('does not count what is not recognised against a corpus', async () => {
    expect(checkLanguages(await tallyOf([...times(9, '?'), 'de']), 'texts')).toBeUndefined();
    expect(checkLanguages(await tallyOf([]), 'texts')).toBeUndefined();
  });

  it('trusts the text more than what it states, and that where there is nothing else', async () => {
    expect(checkLanguages(await tallyOf(times(4, 'en'), 'de'), 'texts')).toBeUndefined();
    const stated = await tallyOf(times(4, '?'), 'de-AT');
    expect(() => checkLanguages(stated, 'texts')).toThrow(/German 4/);
  });

  it('names a language by its code where it has no name', async () => {
    const tally = await tallyOf(['not a code']);
    expect(() => checkLanguages(tally, 'texts')).toThrow(/not a code 1/);
  });
});

describe('sizeWarning', () => {
  it('speaks of fewer than ten documents', () => {
    expect(sizeWarning(1)).toMatch(/only 1 document: no page can be judged by it.*--add/);
    expect(sizeWarning(9)).toMatch(/only 9 documents: pages will be judged badly/);
    expect(sizeWarning(10)).toBeUndefined();
  });
});

describe('contentWarning', () => {
  const numbered = (count: number, name: string): string[] =>
    Array.from({ length: count }, (_, index) => `${name} ${index}`);
  const warningOf = (documents: readonly DocumentProfile[]): string | undefined => {
    const input: CalibrationInput = { documents, background: [], generalFrequency: () => 0 };
    return contentWarning(input, calibrate(input));
  };
  /** Texts of 120 nouns, of which every so many-th is in all of them. */
  const sharing = (texts: number, every: number): DocumentProfile[] =>
    numbered(texts, 'text').map((own) =>
      profileWith(numbered(120, own).map((noun, place) => (place % every === 9 ? `shared ${place}` : noun))),
    );

  it('speaks of texts that have nearly nothing in common, with figures', () => {
    expect(warningOf(sharing(12, 1))).toMatch(
      /^only 0 % of the linked nouns are in more than one of the 12 doc/,
    );
    expect(warningOf(sharing(12, 40))).toMatch(/different subjects/);
  });

  it('does not speak of texts about one subject, nor of so few that their number was warned of', () => {
    expect(warningOf(sharing(12, 10))).toBeUndefined();
    expect(warningOf(sharing(4, 1))).toBeUndefined();
    expect(warningOf(sharing(1, 1))).toBeUndefined();
  });
});

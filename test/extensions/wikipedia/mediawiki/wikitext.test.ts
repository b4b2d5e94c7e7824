import { describe, expect, it } from '@jest/globals';
import { Unreadable } from '../../../../src/language/corpus/draft.js';
import { extractToText } from '../../../../src/extensions/wikipedia/mediawiki/article-sections.js';
import { wikitextToText } from '../../../../src/extensions/wikipedia/mediawiki/wikitext.js';

describe('wikitextToText', () => {
  it('keeps every word of a text without sentences', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `word${index}`);
    expect(wikitextToText(words.join(' ')).split(/\s+/)).toEqual(words);
  });

  it('gives up on what the library never gets done with', () => {
    let thrown: unknown;
    try {
      wikitextToText('[['.repeat(100_000), 500);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Unreadable);
    expect((thrown as Unreadable).message).toMatch(/takes too long/);
  }, 60_000);
});

describe('extractToText', () => {
  it('leaves headings out below which nothing stands', () =>
    expect(
      extractToText(
        'Lead.\n\n\n== Use ==\n\n=== At home ===\nText.\n\n== Notes ==\n\n=== More ===\n\n== End ==\nLast.',
      ),
    ).toBe('Lead.\n\nUse\n\nAt home\n\nText.\n\nEnd\n\nLast.'));
});

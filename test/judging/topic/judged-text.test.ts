import { describe, expect, it } from '@jest/globals';
import { emptyPage } from '../../../src/support/text/empty-page.js';
import { judgedText, MAX_JUDGED } from '../../../src/judging/topic/evidence-mentions.js';
import { cutText } from '../../../src/support/text/cut-text.js';

describe('the text that is judged', () => {
  it('is cut after a sentence, else after a word, else between characters', () => {
    expect(cutText('One two. Three four five.', 100)).toBe('One two. Three four five.');
    expect(cutText('One two. Three four five.', 20)).toBe('One two.');
    expect(cutText('One two three four five', 13)).toBe('One two three');
    expect(cutText('One two three four five', 12)).toBe('One two');
    expect(cutText('Heading\n\nOne two three', 15)).toBe('Heading');
    expect(cutText('onetwothree', 6)).toBe('onetwo');
    expect(cutText('ab🐝🐝', 3)).toBe('ab');
  });

  it('bounds all parts of a hostile page that are judged, and counts in code points', () => {
    const long = '🐝 '.repeat(MAX_JUDGED);
    const { page, cut } = judgedText({
      ...emptyPage('http://a.example/'),
      title: long,
      headline: long,
      keywords: long,
      text: long,
    });
    for (const part of [page.title, page.headline, page.keywords, page.text]) {
      expect(part.length).toBeLessThanOrEqual(MAX_JUDGED);
    }
    // The text begins with the title, which is therefore not counted twice.
    expect(cut).toEqual({ at: 2 * Math.floor(MAX_JUDGED / 3) - 1, of: MAX_JUDGED * 2 });
  });
});

import { describe, expect, it } from '@jest/globals';
import { trainingText } from '../../../src/judging/topic/scorer.js';
import { countedWords } from '../../../src/judging/topic/page-content.js';
import { splitWords } from '../../support/small-training.js';

/** A text of numbered words, with a noun at each hundredth. */
function numbered(count: number, title = 'About numbers') {
  const text = Array.from({ length: count }, (_, index) => `w${String(index).padStart(4, '0')}`).join(' ');
  const offset = title.length + 2;
  const places = Array.from({ length: Math.floor(count / 100) }, (_, index) => index * 100);
  const nouns = places.map((place) => ({ lemma: `w${place}`, mentions: 1 }));
  const mentions = places.map((place, noun) => {
    const begin = offset + place * 6;
    return [begin, begin + 5, noun] as const;
  });
  return { title, text, nouns, mentions };
}

describe('trainingText', () => {
  it('has the beginning of a long one, with its own words and nouns', () => {
    const { beginning } = trainingText(numbered(1000), splitWords);
    expect(beginning && countedWords(beginning)).toBe(202);
    expect(beginning?.nouns.lemmas).toEqual(['w0', 'w100']);
    expect(trainingText(numbered(70), splitWords).beginning).toBeUndefined();
  });
});

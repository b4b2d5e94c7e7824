import { describe, expect, it } from '@jest/globals';
import { trainingText } from '../../../src/judging/topic/excerpts.js';
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
  it('gives excerpts of the lengths of pages, each with its own words and nouns', () => {
    const { excerpts = [] } = trainingText(numbered(1000), splitWords);
    expect(excerpts.map((excerpt) => countedWords(excerpt) - 2)).toEqual([60, 120, 240, 480]);
    expect(excerpts[0]?.nouns.lemmas).toEqual(['w0']);
    expect(excerpts[1]?.nouns.lemmas).toEqual(['w500']);
    expect(excerpts[2]?.nouns.lemmas).toEqual(['w0', 'w100', 'w200']);
    expect([...(excerpts[1]?.sections.body.keys() ?? [])].slice(0, 1)).toEqual(['w0440']);
  });

  it('has the beginnings of the text and of its long excerpts', () => {
    const { beginning, excerpts = [] } = trainingText(numbered(1000), splitWords);
    expect(beginning && countedWords(beginning)).toBe(202);
    expect(beginning?.nouns.lemmas).toEqual(['w0', 'w100']);
    const words = (excerpt = excerpts[0]) => [...(excerpt?.beginning?.sections.body.keys() ?? [])];
    expect(excerpts.map(({ beginning: view }) => view !== undefined)).toEqual([false, false, true, true]);
    expect([words(excerpts[3])[0], words(excerpts[3]).length]).toEqual(['w0260', 200]);
    expect(excerpts[3]?.beginning?.nouns.lemmas).toEqual(['w300', 'w400']);
  });

  it('gives none of a text that is hardly longer', () => {
    expect(trainingText(numbered(70), splitWords).excerpts).toBeUndefined();
    expect(trainingText(numbered(80), splitWords).excerpts).toHaveLength(1);
  });
});

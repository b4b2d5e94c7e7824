import { describe, expect, it } from '@jest/globals';
import { contentOfWords, type PageContent } from '../../../src/judging/topic/page-content.js';
import { scarceNouns } from '../../../src/judging/topic/scarce-nouns.js';

/** A text in which each noun is mentioned twice, and linked unless its name ends in "?". */
const text = (...lemmas: readonly string[]): PageContent =>
  contentOfWords([], [], {
    lemmas,
    mentions: lemmas.map((lemma) => (lemma.endsWith('!') ? 1 : 2)),
    linked: lemmas.map((lemma) => !lemma.endsWith('?')),
  });
const times = (count: number, ...lemmas: readonly string[]): PageContent[] =>
  Array.from({ length: count }, () => text(...lemmas));

describe('scarceNouns', () => {
  it('names nouns that one or two texts have and the background hardly has, those of two texts first', () => {
    const corpus = [
      text('bee', 'smoker', 'veil', 'day'),
      text('bee', 'veil', 'day', 'once!', 'unlinked?'),
      ...times(3, 'bee'),
    ];
    expect(scarceNouns({ corpus, background: times(20, 'day') })).toEqual(['veil', 'smoker']);
  });

  it('prefers nouns that a large background has as well to names from a single text', () => {
    const corpus = [text('bee', 'vanilovka', 'smoker'), text('bee', 'vanilovka'), ...times(8, 'bee')];
    const set = (count: number) => ({ corpus, background: [...times(count, 'day'), text('smoker')] });
    expect(scarceNouns(set(99))).toEqual(['smoker', 'vanilovka']);
    expect(scarceNouns(set(20))).toEqual(['vanilovka', 'smoker']);
  });

  it('names at most eight, and no noun with a part of it', () => {
    const many = Array.from({ length: 12 }, (_, index) => `noun${index}`);
    const background = times(20, 'day');
    expect(scarceNouns({ corpus: [text(...many), ...times(4, 'bee')], background })).toHaveLength(8);
    const named = scarceNouns({
      corpus: [text('royal jelly', 'jelly', 'royal'), ...times(4, 'bee')],
      background,
    });
    expect(named).toEqual(['jelly', 'royal']);
  });

  it('takes nouns without meanings where no noun has one, and none from texts without nouns', () => {
    const background = times(20, 'day');
    expect(scarceNouns({ corpus: [text('veil?'), ...times(4)], background })).toEqual(['veil?']);
    expect(scarceNouns({ corpus: times(5), background })).toEqual([]);
  });
});

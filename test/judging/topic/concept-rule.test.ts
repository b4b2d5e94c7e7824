import { describe, expect, it } from '@jest/globals';
import { conceptScorer } from '../../../src/judging/topic/noun-ratio.js';
import { contentOfWords } from '../../../src/judging/topic/page-content.js';
import { toProfile } from '../../../src/knowledge/krs/document-profile.js';

const withNouns = (...nouns: readonly (readonly [lemma: string, mentions: number])[]) =>
  contentOfWords([], [], toProfile(nouns.map(([lemma, mentions]) => ({ lemma, mentions }))));

describe('conceptScorer', () => {
  const scorer = conceptScorer([
    ['bird', 1],
    ['crane', 0.25],
  ])!;

  it('is the share of the nouns that are nouns of concepts, by their weights and mentions', () => {
    // log2(1 + 3) = 2, log2(1 + 1) = 1
    const page = withNouns(['bird', 3], ['crane', 1], ['tree', 1], ['house', 1]);
    expect(scorer.score(page)).toBeCloseTo((2 * 1 + 1 * 0.25) / 5);
    expect(scorer.contributions(page)).toEqual([
      { term: 'bird', documents: 0, pull: 2 / 5 },
      { term: 'crane', documents: 0, pull: 0.25 / 5 },
    ]);
    expect(scorer.score(withNouns(['tree', 1]))).toBe(0);
  });

  it('has nothing to say of a text without nouns, and is none without concepts', () => {
    expect(scorer.score(withNouns())).toBeNull();
    expect(conceptScorer([])).toBeUndefined();
  });
});

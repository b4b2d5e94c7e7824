import { describe, expect, it } from '@jest/globals';
import { conceptScorer } from '../../../src/judging/topic/concept-rule.js';
import { contentOfWords } from '../../../src/judging/topic/page-content.js';
import { toProfile } from '../../../src/judging/topic/profile.js';

const withNouns = (...nouns: readonly (readonly [lemma: string, mentions: number])[]) =>
  contentOfWords([], [], toProfile(nouns.map(([lemma, mentions]) => ({ lemma, mentions }))));

describe('conceptScorer', () => {
  const scorer = conceptScorer([
    ['bird', 1],
    ['crane', 0.25],
  ])!;

  it('is the logarithm of the share of the nouns that are nouns of concepts, by their weights and mentions', () => {
    // log2(1 + 3) = 2, log2(1 + 1) = 1
    const page = withNouns(['bird', 3], ['crane', 1], ['tree', 1], ['house', 1]);
    const score = Math.log2((2 * 1 + 1 * 0.25) / 5 + 0.02);
    expect(scorer.score(page)).toBeCloseTo(score);
    expect(scorer.score(withNouns(['tree', 1]))).toBeCloseTo(Math.log2(0.02));
    const pulls = scorer.contributions(page);
    expect(pulls.map(({ term }) => term)).toEqual(['bird', 'crane']);
    expect(pulls[0]!.pull + pulls[1]!.pull).toBeCloseTo(score - Math.log2(0.02));
    expect(pulls[0]!.pull / pulls[1]!.pull).toBeCloseTo(2 / 0.25);
  });

  it('has nothing to say of a text without nouns, and is none without concepts', () => {
    expect(scorer.score(withNouns())).toBeNull();
    expect(conceptScorer([])).toBeUndefined();
  });
});

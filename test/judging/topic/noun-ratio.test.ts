import { describe, expect, it } from '@jest/globals';
import { nounRatioScorer, type NounCounts, type TermModel } from '../../../src/judging/topic/noun-ratio.js';
import { contentOfWords } from '../../../src/judging/topic/page-content.js';
import type { DocumentProfile } from '../../../src/knowledge/krs/document-profile.js';

function counts(documents: number, known: Readonly<Record<string, number>>): NounCounts {
  return { documents, of: (lemma) => known[lemma] ?? 0 };
}

/** A page with these mentions of nouns, and so many others that neither topic nor background know. */
function pageOf(mentions: Readonly<Record<string, number>>, others: number) {
  const named = [...Object.entries(mentions), ...Array.from({ length: others }, (_, n) => [`x${n}`, 1])];
  const nouns: DocumentProfile = {
    lemmas: named.map(([lemma]) => String(lemma)),
    mentions: named.map(([, count]) => Number(count)),
    linked: named.map(() => false),
  };
  return contentOfWords([], [], nouns);
}

describe('nounRatioScorer', () => {
  const MODEL: TermModel = {
    topic: counts(10, { insulin: 7, party: 3, road: 3 }),
    background: counts(20, { insulin: 4, party: 13, road: 9 }),
  };

  it('weighs the IDF of nouns in the background less that in the topic', () => {
    const scorer = nounRatioScorer(MODEL);
    const page = pageOf({ insulin: 1, party: 3, road: 1 }, 7);
    // Counts are brought to ten documents: 7.5/2.5, 3.5/7, 3.5/5, and 0.5/0.5 for each of the others.
    const values = [Math.log2(3), -1, Math.log2(0.7)];
    // log2(1 + mentions) · log2(1 + 20 / (b + 1))
    const weights = [Math.log2(5), 2 * Math.log2(1 + 20 / 14), Math.log2(3)];
    const products = values.map((value, place) => value * (weights[place] ?? 0));
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
    const whole = sum(weights) + 7 * Math.log2(21);
    expect(scorer.score(page)).toBeCloseTo(sum(products) / whole, 10);
    expect(scorer.contributions(page).slice(0, 3)).toEqual([
      { term: 'insulin', documents: 7, pull: expect.closeTo((products[0] ?? 0) / whole, 10) },
      { term: 'party', documents: 3, pull: expect.closeTo((products[1] ?? 0) / whole, 10) },
      { term: 'road', documents: 3, pull: expect.closeTo((products[2] ?? 0) / whole, 10) },
    ]);
  });

  it('brings the counts of a topic larger than its background down to it, and needs ten nouns', () => {
    const scorer = nounRatioScorer({
      topic: counts(20, { insulin: 13 }),
      background: counts(10, { insulin: 3 }),
    });
    const value = 1 * Math.log2(1 + 10 / 4);
    expect(scorer.score(pageOf({ insulin: 1 }, 9))).toBeCloseTo(value / (value / 1 + 9 * Math.log2(11)), 12);
    expect(scorer.score(pageOf({ insulin: 1 }, 8))).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import { characteristicNouns } from '../../../../src/extensions/thesaurus/expansion/nouns-of-topic.js';

const noun = (lemma: string, documents: number, background = 0) => ({ lemma, documents, background });
const lemmas = (found: readonly { readonly lemma: string }[]): string[] => found.map(({ lemma }) => lemma);

describe('characteristic nouns', () => {
  it('are frequent in the topic and rare in the background', () => {
    const texts = { documents: 9, backgroundDocuments: 99, commonness: () => 0 };
    const nouns = [noun('year', 9, 90), noun('insulin', 8, 1), noun('pump', 4, 1), noun('pen', 2, 30)];
    const found = characteristicNouns(nouns, texts, 10);
    expect(lemmas(found)).toEqual(['insulin', 'pump', 'year']);
    expect(found[0]?.weight).toBeCloseTo(0.85 * Math.log2(0.85 / 0.015), 12);
    expect(lemmas(characteristicNouns(nouns, texts, 1))).toEqual(['insulin']);
  });

  it('are frequent in the topic and uncommon in general where there is no background', () => {
    const commonness = (lemma: string): number => (lemma === 'year' ? 0.9 : 0.1);
    const texts = { documents: 9, backgroundDocuments: 0, commonness };
    expect(lemmas(characteristicNouns([noun('year', 9), noun('insulin', 4)], texts, 9))).toEqual([
      'insulin',
      'year',
    ]);
  });

  it('stand in two documents, unless there is but one', () => {
    const texts = { documents: 9, backgroundDocuments: 0, commonness: () => 0 };
    expect(characteristicNouns([noun('accident', 1)], texts, 9)).toEqual([]);
    expect(lemmas(characteristicNouns([noun('accident', 1)], { ...texts, documents: 1 }, 9))).toEqual([
      'accident',
    ]);
  });
});

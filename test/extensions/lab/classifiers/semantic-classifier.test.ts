import { describe, expect, it } from '@jest/globals';
import { contentOfDocument } from '../../../support/content-of-document.js';
import { toProfile } from '../../../../src/knowledge/krs/document-profile.js';
import type { TopicExpansion } from '../../../../src/model/topic.js';
import {
  semanticScorer,
  trainSemantic,
} from '../../../../src/extensions/lab/classifiers/semantic-classifier.js';
import { splitWords } from '../../../support/small-training.js';

/** Cars are also called automobiles; vehicles are above them. */
const CAR = { synonyms: ['automobile'], related: ['vehicle', 'automobile'] };
const EXPANSION: TopicExpansion = new Map([['car', CAR]]);

const content = (text: string) =>
  contentOfDocument(
    { title: '', text },
    toProfile(splitWords(text).map((lemma) => ({ lemma, mentions: 1 }))),
    splitWords,
  );
const SET = {
  corpus: [content('car engine'), content('car engine')],
  background: [content('tree river'), content('tree stone')],
};
const scorer = (hypernyms: boolean) =>
  semanticScorer(trainSemantic(SET, { hypernyms, expansion: EXPANSION }));

describe('the semantic classifier', () => {
  it('weighs topic terms by (f / max f) · ln(N / n)', () => {
    const { terms, documents } = trainSemantic(SET, { hypernyms: false, expansion: EXPANSION });
    expect(documents).toBe(4);
    expect(terms).toEqual([
      { lemma: 'car', weight: expect.closeTo(Math.log(2), 5), documents: 2, expansion: CAR },
      { lemma: 'engine', weight: expect.closeTo(Math.log(2), 5), documents: 2 },
    ]);
  });

  it('scores by equation 4: synonyms count as the word itself', () => {
    // Two topic terms of the same weight: one page term that is one of them gives 1/2.
    expect(scorer(false).score(content('car'))).toBeCloseTo(1 / 2, 6);
    expect(scorer(false).score(content('automobile'))).toBeCloseTo(1 / 2, 6);
    // The stranger weighs ln(4 / 1), the car ln(4 / 2): a third of the page's weight.
    expect(scorer(false).score(content('car stone'))).toBeCloseTo(1 / 6, 6);
    expect(scorer(false).score(content('vehicle'))).toBe(0);
  });

  it('counts hypernyms half where they are asked for', () => {
    expect(scorer(true).score(content('vehicle'))).toBeCloseTo(1 / 4, 6);
  });

  it('says which nouns made the score', () => {
    const contributions = scorer(true).contributions(content('vehicle car stone'));
    const total = contributions.reduce((sum, { pull }) => sum + pull, 0);
    expect(total).toBeCloseTo(scorer(true).score(content('vehicle car stone')) ?? 0, 12);
  });

  it('has nothing to say of a page without nouns', () => {
    expect(scorer(true).score(content(''))).toBeNull();
  });
});

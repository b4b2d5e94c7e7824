import { describe, expect, it } from '@jest/globals';
import {
  informationGain,
  learnTermWeights,
  weightedVector,
} from '../../../../src/extensions/lab/classifiers/itfidf.js';
import {
  mutualInformation,
  pruneByMutualInformation,
  trainNaiveBayes,
} from '../../../../src/extensions/lab/classifiers/bayes.js';
import { scoreNaiveBayes } from '../../../../bench/support/naive-bayes-score.js';
import { sparseVector } from '../../../../src/support/numeric/sparse-vector.js';
import { sectionFrequencies } from '../../../../src/judging/learning/tf-idf.js';
import { countTerms, vocabularyOf } from '../../../../src/judging/learning/term-counts.js';

const document = (label: string, text: string) => ({ label, counts: countTerms(text.split(' ')) });

describe('mutualInformation', () => {
  it('is that with the best class, over documents', () => {
    const values = mutualInformation([
      document('x', 'a a b'),
      document('x', 'a c'),
      document('y', 'c'),
      document('y', 'c'),
    ]);
    // P(a, x) = 1/2, P(a) = 1/2, P(x) = 1/2
    expect(values.get('a')).toBeCloseTo(Math.log(2), 12);
    // The better class of c is y: (2/4) / (3/4 · 1/2)
    expect(values.get('c')).toBeCloseTo(Math.log(4 / 3), 12);
  });
});

describe('pruneByMutualInformation', () => {
  it('keeps the terms that say most about a class, of those that stand in three documents', () => {
    const documents = [
      ...Array.from({ length: 3 }, () => document('x', 'good often')),
      document('y', 'rare often'),
      ...Array.from({ length: 2 }, () => document('y', 'often')),
    ];
    expect(pruneByMutualInformation(documents, 1)).toEqual(['good']);
    expect(pruneByMutualInformation(documents, 9)).toEqual(['good', 'often']);
  });
});

describe('informationGain', () => {
  it('is the entropy of documents less that of the documents given the term', () => {
    // Four documents of length 4: H(D) = 2 bits.
    const gains = informationGain(
      ['a a b c', 'd d b c', 'e e e b', 'f f f b'].map((text) => countTerms(text.split(' '))),
    );
    expect(gains.get('a')).toBeCloseTo(2, 12);
    expect(gains.get('c')).toBeCloseTo(1, 12);
    expect(gains.get('b')).toBeCloseTo(0, 12);
  });
});

describe('ITFIDF', () => {
  const sections = {
    headline: countTerms(['a']),
    keywords: countTerms(['a']),
    anchors: countTerms(['b']),
    body: countTerms(['a', 'c']),
  };

  it('weighs sections', () => {
    const frequencies = sectionFrequencies(sections, { headline: 4, keywords: 3, anchors: 2, body: 1 });
    expect(Object.fromEntries(frequencies)).toEqual({ a: 8, b: 2, c: 1 });
  });

  it('multiplies IDF by information gain, TFIDF does not', () => {
    const documents = ['a a', 'b c', 'b d', 'd d'].map((text) => countTerms(text.split(' ')));
    const vocabulary = vocabularyOf(['a', 'b', 'not there']);
    expect(learnTermWeights(documents, vocabulary, 'tfidf').factors).toEqual([
      expect.closeTo(Math.log(4), 12),
      expect.closeTo(Math.log(2), 12),
      0,
    ]);
    // Over the kept terms the lengths are 2, 1, 1, 0: H(D) = 1.5 bits; H(D|a) = 0, H(D|b) = 1.
    const itfidf = learnTermWeights(documents, vocabulary, 'itfidf');
    expect(itfidf.factors).toEqual([
      expect.closeTo(Math.log(4) * 1.5, 12),
      expect.closeTo(Math.log(2) * 0.5, 12),
      0,
    ]);
    const vector = weightedVector(countTerms(['a', 'b', 'b', 'x']), itfidf);
    expect((vector.values[0] ?? 0) / (vector.values[1] ?? 1)).toBeCloseTo(
      (Math.log(4) * 1.5) / (2 * Math.log(2) * 0.5),
      12,
    );
    expect(Math.hypot(...vector.values)).toBeCloseTo(1, 12);
  });
});

describe('naive Bayes', () => {
  it('learns priors and likelihoods with add-one smoothing', () => {
    const model = trainNaiveBayes(
      [
        { label: 'y', vector: sparseVector([[0, 2]]) },
        { label: 'x', vector: sparseVector([[1, 1]]) },
        { label: 'x', vector: sparseVector([[1, 0.5]]) },
      ],
      2,
    );
    expect(model.labels).toEqual(['x', 'y']);
    expect(model.logPriors).toEqual([Math.log(2 / 3), Math.log(1 / 3)]);
    expect(model.logLikelihoods[0]).toEqual(
      [1 / 3.5, 2.5 / 3.5].map((value) => expect.closeTo(Math.log(value), 12)),
    );
    const [x = 0, y = 0] = scoreNaiveBayes(model, sparseVector([[0, 3]]));
    expect(x).toBeCloseTo(Math.log(2 / 3) + 3 * Math.log(1 / 3.5), 12);
    expect(y).toBeGreaterThan(x);
  });
});

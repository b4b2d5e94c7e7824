import { informationGain } from './information-gain.js';
import type { SectionWeights } from '../../../judging/learning/tf-idf.js';
import { normalised, sparseVector, type SparseVector } from '../../../support/numeric/sparse-vector.js';
import {
  documentFrequencies,
  type TermCounts,
  type Vocabulary,
} from '../../../judging/learning/term-counts.js';

/**
 * The weights α ≥ β ≥ λ ≥ ε of the sections. The paper gives their order, but no values. 2 for a headline is the best of 1, 1.5, 2, 3 and 4 on five folds of the training part
 * of Reuters-21578, by three tenths of a point of F1, so it hardly matters (`bench/classifiers --choose`). News do not have keywords
 * or anchors; their weights are in between.
 */
export const SECTION_WEIGHTS: SectionWeights = { headline: 2, keywords: 1.75, anchors: 1.5, body: 1 };

/** Factors of the terms' frequencies, by index. */
export interface TermWeights {
  readonly vocabulary: Vocabulary;
  readonly factors: readonly number[];
}

/**
 * The factors of ITFIDF and of its baseline TFIDF (Lu et al. 2016, section 3.2):
 *
 *     itfidf   log(N / n_t) · IG_t
 *     tfidf    log(N / n_t)
 *
 * They are learned after pruning, as in the paper.
 */
export function learnTermWeights(
  documents: readonly TermCounts[],
  vocabulary: Vocabulary,
  scheme: 'itfidf' | 'tfidf',
): TermWeights {
  const kept = documents.map(
    (counts) => new Map([...counts].filter(([term]) => vocabulary.placeOf.has(term))),
  );
  const frequencies = documentFrequencies(kept);
  const gains = scheme === 'itfidf' ? informationGain(kept) : undefined;
  return {
    vocabulary,
    factors: vocabulary.terms.map((term) => {
      const documentCount = frequencies.byTerm.get(term) ?? 0;
      const idf = documentCount === 0 ? 0 : Math.log(frequencies.documents / documentCount);
      return idf * (gains === undefined ? 1 : (gains.get(term) ?? 0));
    }),
  };
}

/** `w_td = tf_td · factor_t`, normalised to length 1. Terms outside the vocabulary are ignored. */
export function weightedVector(frequencies: TermCounts, { vocabulary, factors }: TermWeights): SparseVector {
  const components: (readonly [number, number])[] = [];
  for (const [term, frequency] of frequencies) {
    const place = vocabulary.placeOf.get(term);
    if (place !== undefined) components.push([place, frequency * (factors[place] ?? 0)]);
  }
  return normalised(sparseVector(components));
}

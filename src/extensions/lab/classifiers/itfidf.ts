import { normalised, sparseVector, type SparseVector } from '../../../support/numeric/sparse-vector.js';
import {
  documentFrequencies,
  type TermCounts,
  type Vocabulary,
} from '../../../judging/learning/term-counts.js';
import type { SectionWeights } from '../../../judging/learning/tf-idf.js';

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

/**
 * The information gain of terms as Lu et al. 2016, section 3.2, define it, in bits:
 *
 *     IG_t = H(D) − H(D|t)
 *     H(D)   = −Σ_d P(d) log2 P(d),      P(d)   = |d| / Σ_d' |d'|,      |d|   = Σ_t f_td
 *     H(D|t) = −Σ_d P(d|t) log2 P(d|t),  P(d|t) = f_td / Σ_d' f_td'
 *
 * This is the entropy of *documents*, not of classes: the fewer documents mention a term, the higher its gain. So it is similar
 * to the inverse document frequency, and the product of the two emphasises rare terms twice. A term with mentions spread more
 * evenly than the lengths of documents has a negative gain, which becomes 0, since the classifier needs weights above 0.
 *
 * @returns the gain of every term in the documents
 */
export function informationGain(documents: readonly TermCounts[]): ReadonlyMap<string, number> {
  const whole = entropyOf(documents.map((counts) => sum(counts.values())));
  // Σ f and Σ f·log2 f of each term: H(D|t) = log2 Σf − (Σ f·log2 f) / Σf.
  const mentions = new Map<string, number>();
  const spread = new Map<string, number>();
  for (const counts of documents) {
    for (const [term, count] of counts) {
      if (count <= 0) continue;
      mentions.set(term, (mentions.get(term) ?? 0) + count);
      spread.set(term, (spread.get(term) ?? 0) + count * Math.log2(count));
    }
  }
  return new Map(
    [...mentions].map(([term, total]) => {
      const given = Math.log2(total) - (spread.get(term) ?? 0) / total;
      return [term, Math.max(whole - given, 0)];
    }),
  );
}

/** Entropy in bits of a distribution given by its parts, which need not add up to 1. */
function entropyOf(parts: readonly number[]): number {
  const whole = sum(parts);
  return -parts.reduce(
    (total, part) => (part > 0 ? total + (part / whole) * Math.log2(part / whole) : total),
    0,
  );
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

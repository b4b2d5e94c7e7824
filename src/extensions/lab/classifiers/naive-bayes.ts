import type { SparseVector } from '../../../support/numeric/sparse-vector.js';

/** A multinomial Naive Bayes model of some classes, by class: log priors, and log likelihoods by place. */
export interface NaiveBayes {
  readonly labels: readonly string[];
  readonly logPriors: readonly number[];
  readonly logLikelihoods: readonly (readonly number[])[];
}

/** A document to learn from. */
export interface LabelledVector {
  readonly label: string;
  readonly vector: SparseVector;
}

/**
 * Learns multinomial Naive Bayes with add-one smoothing (McCallum and Nigam 1998), on weights in place of counts, as
 * Lu et al. 2016, section 3.3:
 *
 *     P(c) = N_c / N,   P(t|c) = (1 + Σ_{d in c} w_td) / (|V| + Σ_{t'} Σ_{d in c} w_t'd)
 *
 * @param size |V|, the number of places
 * @param smoothing added to each sum; 1 in the paper
 */
export function trainNaiveBayes(
  documents: readonly LabelledVector[],
  size: number,
  smoothing = 1,
): NaiveBayes {
  const labels = [...new Set(documents.map(({ label }) => label))].sort();
  const members = labels.map((label) => documents.filter((document) => document.label === label));
  return {
    labels,
    logPriors: members.map((group) => Math.log(group.length / documents.length)),
    logLikelihoods: members.map((group) => logLikelihoods(group, size, smoothing)),
  };
}

function logLikelihoods(group: readonly LabelledVector[], size: number, smoothing: number): number[] {
  const sums = new Float64Array(size).fill(smoothing);
  let total = smoothing * size;
  for (const { vector } of group) {
    for (const [index, place] of vector.places.entries()) {
      const value = vector.values[index] ?? 0;
      sums[place] = (sums[place] ?? 0) + value;
      total += value;
    }
  }
  return Array.from(sums, (value) => Math.log(value / total));
}

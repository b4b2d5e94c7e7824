import type { trainNaiveBayes } from '../../src/extensions/lab/classifiers/bayes.js';
import { dotDense, type SparseVector } from '../../src/support/numeric/sparse-vector.js';

/** `ln P(c) + Σ_t w_t ln P(t|c)` of each class, in the order of the labels: the log probabilities up to a constant. */
export function scoreNaiveBayes(
  { logPriors, logLikelihoods }: ReturnType<typeof trainNaiveBayes>,
  vector: SparseVector,
): number[] {
  return logPriors.map((prior, index) => prior + dotDense(vector, logLikelihoods[index] ?? []));
}

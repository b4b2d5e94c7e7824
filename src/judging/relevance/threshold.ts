import { clamp, interpolatedQuantile } from '../../support/statistics.js';
import { sigmoid } from '../learning/logistic-regression.js';

/**
 * The threshold at which the expected F-measure is highest (Jansche 2007; Lewis 1995), if the odds are what they say.
 *
 *     F(k) = (1 + β²) · Σ of the k highest probabilities / (k + β² · Σ of all)
 *
 * @param odds log odds of pages that they are about the topic
 * @returns log odds: half-way between the last page that is accepted and the next one
 */
export function bestThreshold(odds: readonly number[], beta: number): number {
  const sorted = Float64Array.from(odds).sort().reverse();
  const all = sorted.reduce((sum, one) => sum + sigmoid(one), 0);
  let [best, place, sum] = [-1, 0, 0];
  for (const [index, one] of sorted.entries()) {
    sum += sigmoid(one);
    const measure = ((1 + beta ** 2) * sum) / (index + 1 + beta ** 2 * all);
    if (measure <= best) continue;
    best = measure;
    place = index;
  }
  const last = sorted[place] ?? 0;
  return (last + (sorted[place + 1] ?? last)) / 2;
}

/** Weights by which the best threshold follows from the odds of the pages: a linear function of {@link thresholdEvidence}, learned over many topics. */
export interface ThresholdWeights {
  readonly bias: number;
  readonly weights: readonly number[];
  /** Range of the evidence in all but a hundredth of the topics that were learned from: beyond it, nothing is known. */
  readonly least: readonly number[];
  readonly most: readonly number[];
}

const QUANTILES = [0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98];
/** Highest odds that say whether a crawl met a few or many pages about the topic. */
const HIGHEST = [5, 30];
/** Numbers that a threshold rests on. */
export const THRESHOLD_EVIDENCE = 4 + QUANTILES.length + HIGHEST.length;

/**
 * The threshold in log odds, as learned over many topics. For one topic, all odds tend to be too high or too low, and so
 * does the {@link bestThreshold}; the distribution of the odds partly shows by how much.
 */
export function learnedThreshold(model: ThresholdWeights, odds: readonly number[], beta = 1): number {
  const even = bestThreshold(odds, 1);
  const evidence = thresholdEvidence(odds, even);
  const learned = evidence.reduce((sum, one, place) => {
    const known = clamp(one, model.least[place] ?? 0, model.most[place] ?? 0);
    return sum + (model.weights[place] ?? 0) * known;
  }, model.bias);
  return beta === 1 ? learned : learned + bestThreshold(odds, beta) - even;
}

/** Distribution of the odds of the pages. @param best the {@link bestThreshold} */
function thresholdEvidence(odds: readonly number[], best: number): readonly number[] {
  const sorted = Float64Array.from(odds).sort();
  const all = sorted.reduce((sum, one) => sum + sigmoid(one), 0);
  return [
    best,
    ...QUANTILES.map((share) => interpolatedQuantile(sorted, share)),
    all / sorted.length,
    Math.log(1 + all),
    Math.log(sorted.length),
    ...HIGHEST.map((place) => sorted[Math.max(sorted.length - place, 0)] ?? 0),
  ];
}

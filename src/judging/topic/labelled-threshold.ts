import { softPlus } from '../learning/logistic-regression.js';
import { rounded } from '../../support/statistics.js';

export interface LabelledScore {
  /** In log odds, as the classifier gives them without labels. */
  readonly odds: number;
  readonly positive: boolean;
  /** As how many labels it counts; default 1. */
  readonly weight?: number;
}

/** Prior of the threshold, before there are labels: a normal distribution, in log odds. */
export interface ThresholdPrior {
  readonly threshold: number;
  /** Standard deviation: how far labels can easily move it. */
  readonly deviation: number;
}

/** Deviation of the best threshold from the one that the relevance model gives, in log odds. */
export const ADAPTED_DEVIATION = 1.6;

/** Steepness of the curve before there are labels, and how far its logarithm may be off. */
const [STEEPNESS, STEEPNESS_DEVIATION] = [2.5, 0.5];
/** Share of labels that are taken for mistakes: one odd label far from the threshold hardly moves it. */
const MISTAKES = 0.02;
/** Steps to either side of the prior in which the threshold is sought, and their size. */
const SOUGHT = { steps: 200, step: 0.02 };
/** Deviations to either side at which the logarithm of the steepness is tried, and the steps between them. */
const STEEPNESSES = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2];

/**
 * Beginning of the topic by labels: the score at which a page is as likely about the topic as not. A logistic curve
 *
 *     P(about the topic | s) = ε + (1 − 2ε) / (1 + e^(−a·(s − t)))
 *
 * is fitted to the labels, with priors on the threshold t (normal) and on ln a (normal, around ln 2.5, deviation 0.5): the t
 * of the highest posterior density (MAP). ε = 0.02 bounds what a single odd label weighs. Without labels it is the
 * prior's threshold, and every label moves it a little.
 *
 * Pages to be labelled are chosen by their score, mostly near the threshold. That does not bias the estimate: which
 * pages were asked about depends on s alone, and the curve is conditional on s.
 *
 * @returns log odds
 */
export function labelledThreshold(labels: readonly LabelledScore[], prior: ThresholdPrior): number {
  let best = { value: Number.POSITIVE_INFINITY, threshold: prior.threshold };
  for (const deviations of STEEPNESSES) {
    const steepness = STEEPNESS * Math.exp(deviations * STEEPNESS_DEVIATION);
    for (let step = -SOUGHT.steps; step <= SOUGHT.steps; step += 1) {
      const off = step * SOUGHT.step;
      const before = (off / prior.deviation) ** 2 / 2 + deviations ** 2 / 2;
      const value = before + misfit(labels, prior.threshold + off, steepness);
      if (value < best.value) best = { value, threshold: prior.threshold + off };
    }
  }
  return rounded(best.threshold);
}

/** Number of standard errors by which a threshold must judge the labels better to replace the one without them. */
const PROOF = 1.75;

/**
 * The {@link labelledThreshold}, where it judges the labels better than the prior's by more than chance: a few answers near a
 * good threshold would else make it worse. Of the labels on which the two differ, those that it judges rightly must
 * outnumber the others by more than 1.75 standard errors (a sign test, McNemar 1947). That takes at least four labels.
 * @returns log odds; undefined where the labels do not refute the prior's threshold
 */
export function provenThreshold(labels: readonly LabelledScore[], prior: ThresholdPrior): number | undefined {
  const threshold = labelledThreshold(labels, prior);
  let [righted, differing] = [0, 0];
  for (const { odds, positive, weight = 1 } of labels) {
    if (odds >= threshold === odds >= prior.threshold) continue;
    differing += weight;
    righted += odds >= threshold === positive ? weight : -weight;
  }
  return righted > PROOF * Math.sqrt(differing) ? threshold : undefined;
}

/** Less the logarithm of the likelihood of the labels. */
function misfit(labels: readonly LabelledScore[], threshold: number, steepness: number): number {
  let sum = 0;
  for (const { odds, positive, weight = 1 } of labels) {
    const margin = (positive ? 1 : -1) * steepness * (odds - threshold);
    sum -= weight * Math.log(MISTAKES + (1 - 2 * MISTAKES) * Math.exp(-softPlus(-margin)));
  }
  return sum;
}

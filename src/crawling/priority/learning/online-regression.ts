import { sigmoid } from '../../../judging/learning/logistic-regression.js';
import type { SparseVector } from '../../../support/numeric/sparse-vector.js';

/** By index; indices beyond the end have weight 0. */
export interface OnlineWeights {
  readonly weights: readonly number[];
  /** Sum of squared gradients, for the step size of AdaGrad. */
  readonly squares: readonly number[];
}

/** Parameters of learning. */
interface OnlineOptions {
  readonly step: number;
  /** Decay towards the initial weights, per example. */
  readonly decay: number;
  /** The initial weights of the first indices; 0 for all others. */
  readonly prior: readonly number[];
}

/**
 * Logistic regression by stochastic gradient descent with AdaGrad's steps (Duchi, Hazan and Singer 2011):
 *
 *     g_i = (σ(w·x) − y) x_i + decay (w_i − prior_i),   s_i += g_i²,   w_i −= step · g_i / √s_i     for x_i ≠ 0
 */
export function createOnlineRegression({ step, decay, prior }: OnlineOptions, learned?: OnlineWeights) {
  const weights = [...(learned?.weights ?? prior)];
  const squares = [...(learned?.squares ?? [])];
  const score = ({ places, values }: SparseVector): number => {
    let sum = 0;
    for (let index = 0; index < places.length; index += 1)
      sum += (weights[places[index] ?? 0] ?? 0) * (values[index] ?? 0);
    return sum;
  };
  return {
    /** Log odds. */
    score,
    weightAt: (place: number) => weights[place] ?? 0,
    /** @param target the probability to learn, from 0 to 1 */
    learn(vector: SparseVector, target: number): void {
      const error = sigmoid(score(vector)) - target;
      vector.places.forEach((place, index) => {
        const weight = weights[place] ?? 0;
        const slope = error * (vector.values[index] ?? 0) + decay * (weight - (prior[place] ?? 0));
        const square = (squares[place] ?? 0) + slope * slope;
        set(squares, place, square);
        set(weights, place, square === 0 ? weight : weight - (step * slope) / Math.sqrt(square));
      });
    },
    snapshot: () => ({ weights: [...weights], squares: [...squares] }),
  };
}

/** Writes at an index, filling gaps with 0, since JSON does not support sparse arrays. */
function set(numbers: number[], place: number, value: number): void {
  while (numbers.length <= place) numbers.push(0);
  numbers[place] = value;
}

const MIN = 0.001;

/** Log odds of a probability, which is kept away from 0 and 1 by `margin`. */
export function logit(probability: number, margin = MIN): number {
  const bounded = Math.min(1 - margin, Math.max(margin, probability));
  return Math.log(bounded / (1 - bounded));
}

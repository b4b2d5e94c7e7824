import { minimise } from '../../support/numeric/minimise.js';
import { addTo, dotDense, type SparseVector } from '../../support/numeric/sparse-vector.js';

/** A linear model of log odds: `bias + Σ weights·x`. */
interface LinearModel {
  readonly weights: Float64Array;
  readonly bias: number;
}

/** An example with its label and weight. */
interface WeighedExample {
  readonly vector: SparseVector;
  readonly positive: boolean;
  readonly weight: number;
}

/** `1 / (1 + e^−x)`, without overflow. */
export function sigmoid(logOdds: number): number {
  return logOdds >= 0 ? 1 / (1 + Math.exp(-logOdds)) : 1 - 1 / (1 + Math.exp(logOdds));
}

/** Log odds of a probability. */
export function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

/** `ln(1 + e^x)`, without overflow. */
export function softPlus(value: number): number {
  return value > 0 ? value + Math.log1p(Math.exp(-value)) : Math.log1p(Math.exp(value));
}

export function logOdds({ weights, bias }: LinearModel, vector: SparseVector): number {
  return bias + dotDense(vector, weights);
}

/**
 * Logistic regression with a squared penalty on the weights, none on the bias: minimises
 *
 *     ½ Σ w² + C · Σ_i weight_i · ln(1 + e^(−y_i · f(x_i)))
 *
 * from 0 with {@link minimise}, so that the same examples in the same order give the same model.
 *
 * @param size number of places
 * @param cost C: larger fits the examples more closely
 */
export function trainLogisticRegression(
  examples: readonly WeighedExample[],
  size: number,
  cost: number,
): LinearModel {
  const objective = (point: Float64Array, gradient: Float64Array): number => {
    const model = { weights: point.subarray(0, size), bias: point[size] ?? 0 };
    let value = 0;
    gradient.set(point);
    gradient[size] = 0;
    for (let place = 0; place < size; place += 1) value += (point[place] ?? 0) ** 2 / 2;
    for (const { vector, positive, weight } of examples) {
      const margin = (positive ? 1 : -1) * logOdds(model, vector);
      value += cost * weight * softPlus(-margin);
      const slope = (positive ? -1 : 1) * cost * weight * sigmoid(-margin);
      addTo(gradient, vector, slope);
      gradient[size] = (gradient[size] ?? 0) + slope;
    }
    return value;
  };
  const found = minimise(objective, new Float64Array(size + 1));
  return { weights: found.slice(0, size), bias: found[size] ?? 0 };
}

/** A score with its label and weight. */
interface ScoredExample {
  readonly score: number;
  readonly positive: boolean;
  readonly weight: number;
}

/**
 * Platt's scaling of scores to probabilities (Platt 1999), by maximum likelihood, with his targets, which keep a perfect
 * separation finite: (n₊ + 1) / (n₊ + 2) for a positive example, 1 / (n₋ + 2) for a negative one, n the summed weights.
 * @returns log odds are `slope · score + shift`
 */
export function fitPlatt(examples: readonly ScoredExample[]) {
  const totalOf = (side: boolean): number =>
    examples.reduce((sum, { positive, weight }) => sum + (positive === side ? weight : 0), 0);
  const [positives, negatives] = [totalOf(true), totalOf(false)];
  // Normalised first, so that the search starts close to the solution for scores of any unit.
  const mean = weighedMean(examples, ({ score }) => score);
  const deviation = Math.sqrt(weighedMean(examples, ({ score }) => (score - mean) ** 2)) || 1;
  const objective = (point: Float64Array, gradient: Float64Array): number => {
    gradient.fill(0);
    let value = 0;
    for (const { score, positive, weight } of examples) {
      const target = positive ? (positives + 1) / (positives + 2) : 1 / (negatives + 2);
      const scaled = (score - mean) / deviation;
      const odds = (point[0] ?? 0) * scaled + (point[1] ?? 0);
      value += weight * (softPlus(odds) - target * odds);
      const slope = weight * (sigmoid(odds) - target);
      gradient[0] = (gradient[0] ?? 0) + slope * scaled;
      gradient[1] = (gradient[1] ?? 0) + slope;
    }
    return value;
  };
  const [slope = 0, shift = 0] = minimise(objective, new Float64Array(2), 1e-8);
  return { slope: slope / deviation, shift: shift - (slope * mean) / deviation };
}

function weighedMean(examples: readonly ScoredExample[], of: (example: ScoredExample) => number): number {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 0 : examples.reduce((sum, example) => sum + example.weight * of(example), 0) / total;
}

import { minimise } from '../../support/numeric/minimise.js';
import { addTo, dotDense, type SparseVector } from '../../support/numeric/sparse-vector.js';

/** A linear model of log odds: `bias + Σ weights·x`. */
export interface LinearModel {
  readonly weights: Float64Array;
  readonly bias: number;
}

/** An example with its label and weight. */
export interface WeighedExample {
  readonly vector: SparseVector;
  readonly positive: boolean;
  readonly weight: number;
}

/** `1 / (1 + e^−x)`, without overflow. */
export function sigmoid(logOdds: number): number {
  return logOdds >= 0 ? 1 / (1 + Math.exp(-logOdds)) : 1 - 1 / (1 + Math.exp(logOdds));
}

/** `ln(1 + e^x)`, without overflow. */
export function softPlus(value: number): number {
  return value > 0 ? value + Math.log1p(Math.exp(-value)) : Math.log1p(Math.exp(value));
}

/** The log odds that the model gives. */
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

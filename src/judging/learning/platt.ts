import { sigmoid, softPlus } from './logistic-regression.js';
import { minimise } from '../../support/numeric/minimise.js';

/** A score with its label and weight. */
export interface ScoredExample {
  readonly score: number;
  readonly positive: boolean;
  readonly weight: number;
}

/** Turns scores into log odds: `slope · score + shift`. */
export interface PlattScaling {
  readonly slope: number;
  readonly shift: number;
}

/**
 * Platt's scaling of scores to probabilities (Platt 1999), by maximum likelihood, with his targets, which keep a perfect
 * separation finite: (n₊ + 1) / (n₊ + 2) for a positive example, 1 / (n₋ + 2) for a negative one, n the summed weights.
 */
export function fitPlatt(examples: readonly ScoredExample[]): PlattScaling {
  const positives = totalWeight(examples, true);
  const negatives = totalWeight(examples, false);
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

function totalWeight(examples: readonly ScoredExample[], positive: boolean): number {
  return examples.reduce((sum, example) => sum + (example.positive === positive ? example.weight : 0), 0);
}

function weighedMean(examples: readonly ScoredExample[], of: (example: ScoredExample) => number): number {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 0 : examples.reduce((sum, example) => sum + example.weight * of(example), 0) / total;
}

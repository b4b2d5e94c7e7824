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

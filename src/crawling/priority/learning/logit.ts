/** Probabilities are kept away from 0 and 1 by so much. */
const LEAST = 0.001;

/** Log odds of a probability. */
export function logit(probability: number): number {
  const bounded = Math.min(1 - LEAST, Math.max(LEAST, probability));
  return Math.log(bounded / (1 - bounded));
}

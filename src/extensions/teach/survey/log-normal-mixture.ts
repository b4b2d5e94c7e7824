import { sum } from '../../../support/statistics.js';

/** A part of a mixture of distributions of a count. */
export interface Spread {
  readonly weight: number;
  readonly mean: number;
  readonly variance: number;
}

const STEPS = 60;

/** The quantile of a mixture of counts whose successors (so that 0 is possible) are log-normal. Never negative. */
export function mixtureQuantile(parts: readonly Spread[], probability: number): number {
  const whole = sum(parts.map(({ weight }) => weight));
  const logs = parts.map(({ weight, mean, variance }) => {
    const deviation = Math.log(1 + variance / (mean + 1) ** 2);
    return {
      share: weight / whole,
      middle: Math.log(mean + 1) - deviation / 2,
      spread: Math.sqrt(deviation),
    };
  });
  let [low, high] = [-50, 50];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    let below = 0;
    for (const one of logs)
      below += one.share * normalBelow((middle - one.middle) / Math.max(1e-9, one.spread));
    if (below < probability) low = middle;
    else high = middle;
  }
  return Math.max(0, Math.exp((low + high) / 2) - 1);
}

/** The standard normal distribution function (Abramowitz and Stegun 1964, 26.2.17), to 1e−7. */
export function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return z >= 0 ? 1 - above : above;
}

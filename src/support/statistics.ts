import type { Spread } from '../model/topic.js';

/** Mean and standard deviation of the population (divided by the count, as the paper's equation 3); 0 of no values. */
export function spreadOf(values: readonly number[]): Spread {
  return weightedSpread(values.map((value) => [value, 1] as const));
}

/** As {@link spreadOf}, each value counted as often as its weight says. */
export function weightedSpread(values: Iterable<readonly [value: number, weight: number]>): Spread {
  let count = 0;
  let mean = 0;
  let squares = 0;
  for (const [value, weight] of values) {
    if (weight <= 0) continue;
    // West's update: exact for long lists, where a sum of squares would lose digits.
    count += weight;
    const step = value - mean;
    mean += (step * weight) / count;
    squares += weight * step * (value - mean);
  }
  return { mean, deviation: count === 0 ? 0 : Math.sqrt(squares / count), count };
}

/** Inverse document frequency in bits, `log2(N / n)` (Hernandez et al. 2020, equation 1): log2(1151 / 14) = 6.36. */
export function inverseDocumentFrequency(documents: number, documentsWithTerm: number): number {
  return Math.log2(documents / documentsWithTerm);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}

/** Null where there is nothing to divide by. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** The middle value, of an even number of values the higher of the two; 0 without values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that this share of the values lies below; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** The quantile of sorted values, between the two that are nearest; 0 without values. */
export function interpolatedQuantile(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  return low + (place - below) * ((sorted[below + 1] ?? low) - low);
}

/** At most so many of the values, evenly spread, in their order. */
export function evenly<T>(values: readonly T[], most: number): readonly T[] {
  if (values.length <= most) return values;
  return Array.from({ length: most }, (_, index) => values[Math.floor((index * values.length) / most)] as T);
}

/** A value, or the bound that it is beyond. */
export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Rounds a learned number to six digits: enough for judging, and files stay small. */
export function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

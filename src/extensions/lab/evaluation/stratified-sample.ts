import { sample, type Random } from '../../../support/random.js';

/** Required precision of a sample. */
export interface SamplePrecision {
  /** ε, the margin of error, as a share: 0.05. */
  readonly error: number;
  /** Z of the confidence: 1.96 for 95 %. */
  readonly z: number;
  /** σ of the measured value; if unknown, 0.5, the maximum for yes or no. */
  readonly deviation: number;
}

/** 95 % confidence, 5 % error, unknown σ: reproduces the paper's Table 9 for its Wikipedia crawls. */
export const USUAL_PRECISION: SamplePrecision = { error: 0.05, z: 1.96, deviation: 0.5 };

/**
 * Size of a sample of a finite population (Hernandez et al. 2020, equation 7; Cochran's with the correction for finite
 * populations): `n = N σ² Z² / ((N − 1) ε² + σ² Z²)`, rounded to the next whole number as the paper's Table 9 is:
 * 2,589 → 335, 3,083 → 342, 3,878 → 350. (Its figures for Google do not follow from its formula.)
 */
export function sampleSize(population: number, precision: SamplePrecision = USUAL_PRECISION): number {
  const { error, z, deviation } = precision;
  if (population <= 0) return 0;
  const spread = deviation ** 2 * z ** 2;
  return Math.min(population, Math.round((population * spread) / ((population - 1) * error ** 2 + spread)));
}

/**
 * Divides a sample over strata in proportion to their sizes (Hernandez et al. 2020, equation 8): `n_i = n N_i / N`. Shares are
 * rounded so that they sum to n: whole parts first, then the largest remainders, the first stratum in a tie.
 */
export function allocate(size: number, strata: readonly number[]): readonly number[] {
  const population = strata.reduce((total, stratum) => total + stratum, 0);
  if (population === 0) return strata.map(() => 0);
  const exact = strata.map((stratum) => (size * stratum) / population);
  const parts = exact.map(Math.floor);
  const left = size - parts.reduce((total, part) => total + part, 0);
  const order = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
    .slice(0, left);
  for (const { index } of order) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

/** A stratified random sample with the sizes of {@link allocate}, in the order of drawing. */
export function stratifiedSample<T>(
  strata: readonly (readonly T[])[],
  size: number,
  random: Random,
): readonly (readonly T[])[] {
  const sizes = allocate(
    size,
    strata.map((stratum) => stratum.length),
  );
  return strata.map((stratum, index) => sample(stratum, sizes[index] ?? 0, random));
}

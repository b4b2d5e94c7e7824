import { sum } from '../../../support/statistics.js';
import { sample, type Random } from '../../../support/random.js';

/** Agreement of raters beyond chance. */
export interface Agreement {
  /** κ; null when chance agreement is 1 (all judgements fell into one category) or nothing was rated. */
  readonly kappa: number | null;
  /** P̄, mean share of pairs of raters that agree on an item. */
  readonly observed: number;
  /** P̄e, the agreement expected by chance. */
  readonly expected: number;
  readonly items: number;
  readonly raters: number;
}

/**
 * Fleiss' κ (Fleiss 1971; Hernandez et al. 2020, equation 9): `κ = (P̄ − P̄e) / (1 − P̄e)`, with
 * `P_i = Σ_j n_ij (n_ij − 1) / (n (n − 1))`, `P̄` their mean over the items, `p_j` the share of all judgements in category j and
 * `P̄e = Σ_j p_j²`. Its textbook example (14 raters, 10 items, 5 categories) gives 0.210.
 *
 * @param counts n_ij: a row for each item, in it how many raters chose each category; all rows have the same sum, 2 or more
 * @throws RangeError when an item was rated by another number of raters than the first, or by fewer than two
 */
export function fleissKappa(counts: readonly (readonly number[])[]): Agreement {
  const raters = sum(counts[0] ?? []);
  for (const [index, row] of counts.entries()) {
    if (sum(row) !== raters || raters < 2) {
      throw new RangeError(
        `item ${index + 1} has ${sum(row)} judgements; all need the same number, 2 or more`,
      );
    }
  }
  const items = counts.length;
  if (items === 0) return { kappa: null, observed: 0, expected: 0, items, raters };
  const observed =
    sum(counts.map((row) => sum(row.map((n) => n * (n - 1))) / (raters * (raters - 1)))) / items;
  const categories = Math.max(...counts.map((row) => row.length));
  const shares = Array.from(
    { length: categories },
    (_, category) => sum(counts.map((row) => row[category] ?? 0)) / (items * raters),
  );
  const expected = sum(shares.map((share) => share ** 2));
  const kappa = 1 - expected < 1e-12 ? null : (observed - expected) / (1 - expected);
  return { kappa, observed, expected, items, raters };
}

/** The interpretation of κ (Landis and Koch 1977, Table 2; Hernandez et al. 2020, Table 14). */
export function kappaReading(kappa: number): string {
  if (kappa < 0) return 'poor';
  if (kappa <= 0.2) return 'slight';
  if (kappa <= 0.4) return 'fair';
  if (kappa <= 0.6) return 'moderate';
  return kappa <= 0.8 ? 'substantial' : 'almost perfect';
}

/** Required precision of a sample. */
interface SamplePrecision {
  /** ε, the margin of error, as a share: 0.05. */
  readonly error: number;
  /** Z of the confidence: 1.96 for 95 %. */
  readonly z: number;
  /** σ of the measured value; if unknown, 0.5, the maximum for yes or no. */
  readonly deviation: number;
}

/** 95 % confidence, 5 % error, unknown σ: reproduces the paper's Table 9 for its Wikipedia crawls. */
const USUAL_PRECISION: SamplePrecision = { error: 0.05, z: 1.96, deviation: 0.5 };

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

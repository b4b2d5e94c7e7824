import { sum } from '../../../support/statistics.js';

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

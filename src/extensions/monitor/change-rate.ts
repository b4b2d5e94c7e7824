/** One visit to a page that was there before: days since the visit before it, and whether the page had changed. */
export interface Visit {
  readonly days: number;
  readonly changed: boolean;
}

/** What is believed of a page before it was visited again: the rate of pages like it. */
export interface RatePrior {
  /** Changes a day, more than 0. */
  readonly rate: number;
  /** How many visits the belief weighs as much as. */
  readonly weight: number;
}

/** A visit that counts for more or less than one. */
interface WeightedVisit extends Visit {
  readonly weight: number;
}

/** Halvings of the interval in which the rate lies: more than the digits of a number. */
const HALVINGS = 60;

/**
 * How often a page changes, in changes a day, as a Poisson process whose changes are seen only as "changed since the last
 * visit or not" (Cho and Garcia-Molina 2003, "Estimating frequency of change", ACM TOIT 3(3)).
 *
 * It is the maximum of the likelihood for irregular visits (section 5.2 there): the root λ of
 * Σ_changed t/(e^{λt} − 1) = Σ_unchanged t. The bias that this has for few visits is removed as in section 4.2: half a visit
 * counts as one without a change; it is as long as the harmonic mean of all, so that a short visit that found a change still
 * tells that the page changes often. At regular visits every I days, n of them with X changes, the result is
 * their estimator −log((n − X + 0.5)/(n + 0.5))/I.
 *
 * With a prior, visits with the prior's rate take the place of that half visit, so that a page that was always found changed,
 * or never, has a finite rate that is not 0. This is ours.
 *
 * @returns 0 where no change was seen and there is no prior
 */
export function estimateRate(visits: readonly Visit[], prior?: RatePrior): number {
  if (visits.length === 0) return prior?.rate ?? 0;
  const days = visits.length / visits.reduce((sum, visit) => sum + 1 / visit.days, 0);
  return likeliestRate([
    ...visits.map((visit) => ({ ...visit, weight: 1 })),
    ...(prior === undefined ? [{ days, changed: false, weight: 0.5 }] : imagined(prior, days)),
  ]);
}

/** The prior as visits: as many of them find a change as its rate lets expect. */
function imagined({ rate, weight }: RatePrior, days: number): readonly WeightedVisit[] {
  const changed = -Math.expm1(-rate * days);
  return [
    { days, changed: true, weight: weight * changed },
    { days, changed: false, weight: weight * (1 - changed) },
  ];
}

/** The root of the score function. It lies between (changes)/(all days) and (changes)/(days without change). */
function likeliestRate(visits: readonly WeightedVisit[]): number {
  const sum = (of: (visit: WeightedVisit) => number): number =>
    visits.reduce((total, visit) => total + of(visit), 0);
  const changes = sum(({ changed, weight }) => (changed ? weight : 0));
  const unchanged = sum(({ changed, days, weight }) => (changed ? 0 : weight * days));
  if (changes === 0) return 0;
  const score = (rate: number): number =>
    sum(({ changed, days, weight }) => (changed ? (weight * days) / Math.expm1(rate * days) : 0)) - unchanged;
  let low = changes / sum(({ days, weight }) => weight * days);
  let high = changes / unchanged;
  for (let step = 0; step < HALVINGS && low < high; step += 1) {
    const middle = Math.sqrt(low * high);
    if (score(middle) > 0) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}

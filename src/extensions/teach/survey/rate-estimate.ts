import type { PageInterval } from '../../../model/remaining-pages.js';
import { sum } from '../../../support/statistics.js';
import type { AcceptanceCurve } from './acceptance-curve.js';
import { mixtureQuantile, type Spread } from './log-normal-mixture.js';

/** Requests count half after this share of all of them. */
const HALF_LIFE = 0.5;
/** Exponents c of the rate; 1 falls slowest. */
const EXPONENTS = [1, 1.5, 2, 3, 5, 8];
/** Values of 1/b, in requests, as multiples of the requests so far: from a fast decline to none at all. */
const SCALES = [0.03, 0.06, 0.12, 0.25, 0.5, 1, 2, 4, 8, 16];

/**
 * Estimates how many pages are left from how the acceptances per request have declined: they are taken as an inhomogeneous
 * Poisson process with the hyperbolic rate
 *
 *     λ(t) = a · (1 + b·t)^−c
 *
 * after t requests, and its integral over the requests to come is what is left. Stopping rules of technology-assisted review
 * estimate so how many relevant documents a ranking still holds (Sneyd and Stevenson, SIGIR 2021; the hyperbolic rate:
 * Stevenson and Bin-Hezam, ACM TOIS 42(3), 2023, doi 10.1145/3631990). Differences:
 *
 * - The end of a crawl is not known: it is where the URLs that wait, and those that they lead to, are used up.
 * - A crawl finds pages in bursts, one for each site. So the likelihood is divided by the dispersion of the counts
 *   (quasi-Poisson), which widens the interval; and the last requests count most.
 * - b and c are not one fit, but a grid that is weighed by its likelihood; a is the maximum-likelihood value at each point.
 *   The estimate is the median of the mixture, the interval its 5 % and 95 % quantiles.
 *
 * @param ahead requests that the crawl may still make, limits aside
 */
export function estimateByRate(curve: AcceptanceCurve, ahead: number): PageInterval {
  const { left, low, high } = rateQuantiles(curve, ahead);
  return { left, low: Math.floor(low), high: Math.ceil(high) };
}

/** As {@link estimateByRate}, for what else comes less and less often; the interval is not rounded. */
export function rateQuantiles(curve: AcceptanceCurve, ahead: number): PageInterval {
  const { width, accepted, requests } = curve;
  if (ahead <= 0 || requests === 0) return { left: 0, low: 0, high: 0 };
  const weights = accepted.map(
    (_, place) => 0.5 ** ((requests - (place + 1) * width) / (HALF_LIFE * requests)),
  );
  const total = sum(accepted.map((count, place) => count * (weights[place] ?? 0)));
  const fits = SCALES.flatMap((scale) =>
    EXPONENTS.map((exponent) => fitted({ scale: scale * requests, exponent, ahead }, curve, weights, total)),
  );
  const dispersion = Math.max(1, Math.min(...fits.map((fit) => fit.dispersion)));
  const best = Math.max(...fits.map(({ likelihood }) => likelihood));
  const parts = fits.map(({ likelihood, expected }): Spread => {
    const known = (total + 0.5) / dispersion;
    const variance = expected ** 2 / known + dispersion * expected;
    return { weight: Math.exp((likelihood - best) / dispersion), mean: expected, variance };
  });
  return intervalOf(parts);
}

/** A point of the grid, and the requests to come. */
interface Hyperbola {
  /** 1/b, in requests. */
  readonly scale: number;
  readonly exponent: number;
  readonly ahead: number;
}

/**
 * The fit at a point of the grid, in loops and as a function of the module: V8 drops the optimised code of functions that are
 * made for each estimate.
 * @param total the acceptances by their weights
 */
function fitted(
  { scale, exponent, ahead }: Hyperbola,
  { width, accepted, requests }: AcceptanceCurve,
  weights: readonly number[],
  total: number,
): Fit {
  const shapes: number[] = [];
  let expectable = 0;
  for (let place = 0; place < accepted.length; place += 1) {
    const end = integral(Math.min(requests, (place + 1) * width), scale, exponent);
    const shape = end - integral(place * width, scale, exponent);
    shapes.push(shape);
    expectable += shape * (weights[place] ?? 0);
  }
  // Half an acceptance, so that a crawl without any is not sure of it.
  const height = (total + 0.5) / expectable;
  let [likelihood, misfit] = [0, 0];
  for (let place = 0; place < accepted.length; place += 1) {
    const count = accepted[place] ?? 0;
    const mean = Math.max(1e-9, height * (shapes[place] ?? 0));
    const weight = weights[place] ?? 0;
    likelihood += weight * (count * Math.log(mean) - mean);
    // Bins of which hardly anything is expected say little of the dispersion.
    misfit += (weight * (count - mean) ** 2) / Math.max(mean, 0.5);
  }
  const coming = integral(requests + ahead, scale, exponent) - integral(requests, scale, exponent);
  return { likelihood, dispersion: misfit / sum(weights), expected: height * coming };
}

function intervalOf(parts: readonly Spread[]): PageInterval {
  return {
    left: mixtureQuantile(parts, 0.5),
    low: mixtureQuantile(parts, 0.05),
    high: mixtureQuantile(parts, 0.95),
  };
}

interface Fit {
  readonly likelihood: number;
  readonly dispersion: number;
  /** Pages that are left. */
  readonly expected: number;
}

/** ∫ (1 + x/scale)^−exponent dx from 0 to t. */
function integral(t: number, scale: number, exponent: number): number {
  if (exponent === 1) return scale * Math.log1p(t / scale);
  return (scale / (exponent - 1)) * (1 - (1 + t / scale) ** (1 - exponent));
}

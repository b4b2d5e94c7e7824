import type { PageInterval } from '../../../model/remaining-pages.js';
import { sum } from '../../../support/statistics.js';

/** Bins at most: when there are more, each two become one. */
const MAX_BINS = 128;
const FIRST_WIDTH = 10;

/** Number of accepted pages in each of the consecutive stretches of a crawl. */
export interface AcceptanceCurve {
  /** Requests of a stretch. */
  readonly width: number;
  /** Accepted pages per stretch, the oldest first; the last one may be incomplete. */
  readonly accepted: readonly number[];
  /** Requests in all. */
  readonly requests: number;
}

/** Counts what requests bring, such as acceptances, in bounded memory. */
export interface CurveCounter {
  request(brought: number): void;
  curve(): AcceptanceCurve;
}

/** A counter at zero. The stretches are doubled as often as necessary. */
export function createCurveCounter(): CurveCounter {
  let width = FIRST_WIDTH;
  let bins: number[] = [];
  let requests = 0;
  return {
    request(brought) {
      const place = Math.floor(requests / width);
      bins[place] = (bins[place] ?? 0) + brought;
      requests += 1;
      if (requests < width * MAX_BINS) return;
      const pairs = Array.from({ length: MAX_BINS / 2 }, (_, pair) => bins.slice(2 * pair, 2 * pair + 2));
      bins = pairs.map(sum);
      width *= 2;
    },
    curve: () => ({ width, accepted: [...bins], requests }),
  };
}

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
  return {
    left: mixtureQuantile(parts, 0.5),
    low: Math.floor(mixtureQuantile(parts, 0.05)),
    high: Math.ceil(mixtureQuantile(parts, 0.95)),
  };
}

/** A point of the grid, and the requests to come. */
interface Hyperbola {
  /** 1/b, in requests. */
  readonly scale: number;
  readonly exponent: number;
  readonly ahead: number;
}

interface Fit {
  readonly likelihood: number;
  readonly dispersion: number;
  /** Pages that are left. */
  readonly expected: number;
}

/** The fit at a point of the grid. @param total the acceptances by their weights */
function fitted(
  { scale, exponent, ahead }: Hyperbola,
  { width, accepted, requests }: AcceptanceCurve,
  weights: readonly number[],
  total: number,
): Fit {
  const shapes = accepted.map((_, place) => {
    const end = integral(Math.min(requests, (place + 1) * width), scale, exponent);
    return end - integral(place * width, scale, exponent);
  });
  // Half an acceptance, so that a crawl without any is not sure of it.
  const height = (total + 0.5) / sum(shapes.map((shape, place) => shape * (weights[place] ?? 0)));
  let [likelihood, misfit] = [0, 0];
  for (const [place, count] of accepted.entries()) {
    const mean = Math.max(1e-9, height * (shapes[place] ?? 0));
    const weight = weights[place] ?? 0;
    likelihood += weight * (count * Math.log(mean) - mean);
    // Bins of which hardly anything is expected say little of the dispersion.
    misfit += (weight * (count - mean) ** 2) / Math.max(mean, 0.5);
  }
  const coming = integral(requests + ahead, scale, exponent) - integral(requests, scale, exponent);
  return { likelihood, dispersion: misfit / sum(weights), expected: height * coming };
}

/** ∫ (1 + x/scale)^−exponent dx from 0 to t. */
function integral(t: number, scale: number, exponent: number): number {
  if (exponent === 1) return scale * Math.log1p(t / scale);
  return (scale / (exponent - 1)) * (1 - (1 + t / scale) ** (1 - exponent));
}

/** A part of a mixture of distributions of a count. */
interface Spread {
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
    const middle = Math.log(mean + 1) - deviation / 2;
    return { share: weight / whole, middle, spread: Math.max(1e-9, Math.sqrt(deviation)) };
  });
  let [low, high] = [-50, 50];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    const below = sum(logs.map((one) => one.share * normalBelow((middle - one.middle) / one.spread)));
    if (below < probability) low = middle;
    else high = middle;
  }
  return Math.max(0, Math.exp((low + high) / 2) - 1);
}

/** The standard normal distribution function (Abramowitz and Stegun 1964, 26.2.17), to 1e−7. */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return z >= 0 ? 1 - above : above;
}

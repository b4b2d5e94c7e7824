import { seededRandom, seedOf } from '../../support/random.js';

/** The latency of a request for this URL, in milliseconds. */
export type Latency = (url: string) => number;

/** Spread of the logarithm: about one request in twenty takes more than three times the median. */
const SIGMA = 0.7;

/**
 * Realistic latencies, log-normally distributed around a median. The latency of a URL depends only on the seed and the URL, not
 * on the order of requests.
 */
export function seededLatency(medianMilliseconds: number, seed = 1): Latency {
  return (url) => {
    const random = seededRandom(seedOf(url, seed));
    // Box–Muller; 1 - random() is never 0.
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return medianMilliseconds * Math.exp(SIGMA * normal);
  };
}

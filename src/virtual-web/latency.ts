import { seededRandom, seedOf } from '../support/random.js';

/** How long a request for this address takes, in milliseconds. */
export type Latency = (url: string) => number;

/** Spread of the logarithm: about one request in twenty takes more than three times the median. */
const SIGMA = 0.7;

/**
 * Latencies as servers have them, log-normally distributed about a median. An address always takes the same time:
 * the number follows from the seed and the address and not from the order of the requests.
 */
export function seededLatency(medianMilliseconds: number, seed: number): Latency {
  return (url) => {
    const random = seededRandom(seedOf(url, seed));
    // Box and Muller; 1 - random() is never 0.
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return medianMilliseconds * Math.exp(SIGMA * normal);
  };
}

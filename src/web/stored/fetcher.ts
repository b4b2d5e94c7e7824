import type { FetchedResponse, Fetcher, FetchOptions, ResponseHead } from '../../model/crawl-event.js';
import { FetchError } from '../../model/errors.js';
import { seededRandom, seedOf } from '../../support/random.js';
import type { Clock } from '../../support/time/clock.js';
import { followRedirects, redirectTarget } from '../http/redirects.js';
import type { VirtualWeb } from './virtual-web.js';

/** The latency of a request for this URL, in milliseconds. */
type Latency = (url: string) => number;

/**
 * A fetcher for a virtual web in this process. Its `fetch` throws FetchError for hosts that the web does not have, and for
 * fetches that failed when the web was recorded. Without clock and latency, responses arrive at once.
 */
export function createWebFetcher(
  web: VirtualWeb,
  { clock, latency }: { readonly clock?: Clock; readonly latency?: Latency } = {},
): Fetcher {
  async function ask(
    url: string,
    { signal, wantBody, cutAfter }: FetchOptions,
  ): Promise<{ readonly redirect: string } | { readonly answer: FetchedResponse }> {
    const { hostname, host } = new URL(url);
    const stop = (): void => {
      if (signal?.aborted === true) throw new FetchError('network', url, 'interrupted');
    };
    stop();
    if (clock !== undefined && latency !== undefined) await clock.sleep(latency(url), signal);
    stop();
    if (!web.hosts.has(hostname)) {
      throw new FetchError('network', url, `${host}: the host does not exist in ${web.name}`);
    }
    const { status, headers, body, failure, truncated } = await web.answer(url);
    if (failure !== undefined) throw new FetchError(failure.code, url, failure.message);
    const redirect = redirectTarget(url, status, headers['location']);
    if (redirect !== undefined) return { redirect };
    const head: ResponseHead = { url, status, headers };
    if (wantBody?.(head) === false) return { answer: { ...head, body: new Uint8Array() } };
    return { answer: { ...head, body: body.subarray(0, cutAfter), truncated } };
  }

  return {
    fetch: (url, fetchOptions = {}) =>
      followRedirects(url, (current) => ask(current, fetchOptions), fetchOptions),
  };
}

/** Spread of the logarithm: about one request in twenty takes more than three times the median. */
const SIGMA = 0.7;

/** Realistic latencies, log-normally distributed around a median; they depend only on the seed and the URL. */
export function seededLatency(medianMilliseconds: number, seed = 1): Latency {
  return (url) => {
    const random = seededRandom(seedOf(url, seed));
    // Box–Muller; 1 - random() is never 0.
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return medianMilliseconds * Math.exp(SIGMA * normal);
  };
}

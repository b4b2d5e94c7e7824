import type { FetchedResponse, Fetcher, FetchOptions, ResponseHead } from '../model/crawl.js';
import { FetchError } from '../model/errors.js';
import type { Clock } from '../support/time/clock.js';
import { followRedirects, redirectTarget } from '../http/redirects.js';
import type { Latency } from './latency.js';
import type { VirtualWeb } from './web.js';

/** How a virtual web takes its time. */
export interface WebFetcherOptions {
  /** The clock that a request sleeps by; without it answers come at once. */
  readonly clock?: Clock;
  /** How long a request takes; 0 when absent. */
  readonly latency?: Latency;
}

/**
 * A fetcher that asks a virtual web in process. Redirects are followed as on the network.
 * Its `fetch` throws FetchError for hosts that the web does not have, as for names that cannot be resolved, and for what
 * had failed when the web was recorded.
 */
export function createWebFetcher(web: VirtualWeb, options: WebFetcherOptions = {}): Fetcher {
  const { clock, latency } = options;

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
    const { status, headers, body, failure } = await web.answer(url);
    if (failure !== undefined) throw new FetchError(failure.code, url, failure.message);
    const redirect = redirectTarget(url, status, headers['location']);
    if (redirect !== undefined) return { redirect };
    const head: ResponseHead = { url, status, headers };
    const wanted = wantBody?.(head) !== false;
    return { answer: { ...head, body: wanted ? body.subarray(0, cutAfter) : new Uint8Array() } };
  }

  return {
    fetch: (url, fetchOptions = {}) =>
      followRedirects(url, (current) => ask(current, fetchOptions), fetchOptions.onRedirect),
  };
}

import type { FetchedResponse, Fetcher, FetchOptions } from '../../../model/crawl-event.js';
import { FetchError } from '../../../model/errors.js';
import type { Clock } from '../../../support/time/clock.js';
import { createPoliteness, type Pause } from '../../../crawling/politeness/politeness.js';
import { createRobots, type Robots } from '../../../crawling/politeness/robots.js';

/** Requests pages of hosts; a redirect is an answer. */
export type AskHost = (
  url: string,
  options: FetchOptions,
) => Promise<{ readonly redirect: string } | { readonly answer: FetchedResponse }>;

class Redirected extends Error {
  constructor(readonly target: string) {
    super(target);
  }
}

/**
 * Requests pages that an archive lacks from their hosts, as any crawl does: one request to a host at a time, with pauses, and
 * none that its robots.txt forbids. The engine knows of neither, since it takes the archive for the only host.
 */
export function createLiveHosts(
  fetcher: Fetcher,
  { userAgent, pause, clock }: { readonly userAgent: string; readonly pause: Pause; readonly clock: Clock },
): AskHost {
  const politeness = createPoliteness(clock, pause);
  const robots = createRobots({ fetcher, userAgent, maxCrawlDelay: pause.maxSeconds, clock });
  const inTurn = async <T>(
    url: string,
    signal: AbortSignal | undefined,
    act: () => Promise<T>,
  ): Promise<T> => {
    const { host } = new URL(url);
    await politeness.acquire(host, signal);
    const began = clock.now();
    try {
      if (signal?.aborted === true) throw new FetchError('network', url, 'interrupted');
      return await act();
    } finally {
      politeness.end(host, clock.now() - began);
    }
  };
  return async (url, options) => {
    const { signal } = options;
    if (!robots.knows(url)) await inTurn(url, signal, () => robots.load(url, signal));
    heed(url, robots);
    const delay = robots.crawlDelay(url);
    if (delay !== undefined) politeness.setOwnDelay(new URL(url).host, delay);
    return inTurn(url, signal, () => askOnce(url, fetcher, options));
  };
}

/** @throws FetchError where the robots.txt forbids the address */
function heed(url: string, robots: Robots): void {
  const decision = robots.decide(url);
  if (!decision.allowed) throw new FetchError(decision.code, url, decision.message);
}

async function askOnce(url: string, fetcher: Fetcher, options: FetchOptions): ReturnType<AskHost> {
  try {
    const onRedirect = (target: string): void => {
      throw new Redirected(target);
    };
    return { answer: await fetcher.fetch(url, { ...options, onRedirect, followRefresh: false }) };
  } catch (thrown) {
    if (thrown instanceof Redirected) return { redirect: thrown.target };
    throw thrown;
  }
}

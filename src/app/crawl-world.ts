import type { CrawlSettings, WebSettings } from '../config/settings.js';
import type { Fetcher } from '../model/crawl.js';
import type { PageJudge } from '../model/judging.js';
import { systemClock, type Clock } from '../support/clock.js';
import { steadyClock } from '../support/steady-clock.js';
import { openFetcher, type HttpSettings } from './http.js';
import { enterStoredWeb } from './web.js';

/** What a crawl meets: the network, or a web in files, where time is simulated. */
export interface World {
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  /** Has time stand still where it is simulated: judging and writing cost none. */
  still<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void> | void;
}

/**
 * Opens what a crawl meets.
 * @param named addresses that the user named: where all of them are private, their hosts may be asked
 * @param notBefore the time that the crawl's clock begins at, at the earliest
 */
export async function openWorld(
  settings: HttpSettings & WebSettings & Pick<CrawlSettings, 'web' | 'latency'>,
  { fetcher, clock = systemClock }: { readonly fetcher?: Fetcher; readonly clock?: Clock },
  named: readonly string[],
  notBefore?: number,
): Promise<World> {
  const still = <T>(work: Promise<T>): Promise<T> => work;
  const steady = steadyClock(clock, notBefore);
  if (fetcher !== undefined) return { fetcher, clock: steady, still, close: () => undefined };
  if (settings.web !== undefined) {
    const web = await enterStoredWeb(settings.web, settings, settings.latency);
    return { ...web, clock: steadyClock(web.clock, notBefore), still: (work) => web.clock.during(work) };
  }
  const network = openFetcher(settings, named);
  return { fetcher: network, clock: steady, still, close: () => network.close() };
}

/** A judge in whose world reading and judging cost no simulated time, although a topic is read from its file meanwhile. */
export function stillJudge(judge: PageJudge, world: Pick<World, 'still'>): PageJudge {
  return {
    ...judge,
    read: async (...response) => {
      const read = await world.still(judge.read(...response));
      return { ...read, judge: (linkedFrom) => world.still(read.judge(linkedFrom)) };
    },
  };
}

import type { CrawlSettings, WebSettings } from '../config/settings.js';
import type { Fetcher } from '../model/crawl.js';
import type { PageJudge } from '../model/judging.js';
import { systemClock, type Clock } from '../support/time/clock.js';
import { silentLogger, type Logger } from '../support/logger.js';
import { steadyClock } from '../support/time/steady-clock.js';
import { openFetcher, type HttpSettings } from '../http/open-fetcher.js';
import { openArchives } from '../virtual-web/open-web.js';
import type { VirtualWeb } from '../virtual-web/web.js';
import { enterStoredWeb, openStoredWeb } from './web.js';

/** What a crawl meets: the network, or a web in files, where time is simulated. */
export interface World {
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  /** Has time stand still where it is simulated: judging and writing cost none. */
  still<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void> | void;
}

type WorldSettings = HttpSettings &
  WebSettings &
  Pick<CrawlSettings, 'web' | 'latency'> &
  Partial<Pick<CrawlSettings, 'fromWarc'>>;

/**
 * Opens what a crawl meets.
 * @param named addresses that the user named: where all of them are private, their hosts may be asked
 * @param notBefore the time that the crawl's clock begins at, at the earliest
 */
export async function openWorld(
  settings: WorldSettings,
  {
    fetcher,
    clock = systemClock,
    logger = silentLogger,
  }: { readonly fetcher?: Fetcher; readonly clock?: Clock; readonly logger?: Logger },
  named: readonly string[],
  notBefore?: number,
): Promise<World> {
  const still = <T>(work: Promise<T>): Promise<T> => work;
  const steady = steadyClock(clock, notBefore);
  if (fetcher !== undefined) return { fetcher, clock: steady, still, close: () => undefined };
  const stored = await storedWeb(settings);
  if (stored !== undefined) {
    for (const problem of stored.problems ?? []) logger.warn(problem);
    const web = enterStoredWeb(stored, settings, settings.latency);
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

/** The web in files that takes the place of the network, where one does. */
async function storedWeb(settings: WorldSettings): Promise<VirtualWeb | undefined> {
  const { web, fromWarc = [] } = settings;
  if (fromWarc.length > 0) return openArchives(fromWarc);
  return web === undefined ? undefined : (await openStoredWeb(web, settings)).web;
}

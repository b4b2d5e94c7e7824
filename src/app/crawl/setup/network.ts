import type { CrawlSettings } from '../../settings/settings.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import { judgingThreads } from '../../../judging/judge/judging-threads.js';
import { systemClock, type Clock, steadyClock, simulatedClock } from '../../../support/time/clock.js';
import { silentLogger, type Logger } from '../../../support/logger.js';
import { PARTS } from '../../../judging/parts.js';
import { openFetcher, type HttpSettings } from '../../../web/http/open-fetcher.js';
import { createWebFetcher, seededLatency } from '../../../web/stored/fetcher.js';
import type { VirtualWeb } from '../../../web/stored/virtual-web.js';

/** Destination of the requests of a crawl: the network, an archive, or a web in files, where time is simulated. */
export interface Network {
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  /** Judging threads unless the user says otherwise; one where time is simulated, for the same events. */
  readonly threads: number;
  /** Does work that takes no time where that is simulated: judging and writing. */
  readonly untimed: <T>(work: Promise<T>) => Promise<T>;
  close(): Promise<void> | void;
}

/** Services that a network works with, or that take its place. */
type NetworkDeps = { readonly fetcher?: Fetcher; readonly clock?: Clock; readonly logger?: Logger };

/** Median of the simulated response times, in milliseconds. */
const LATENCY = 200;

type NetworkSettings = HttpSettings &
  Pick<CrawlSettings, 'delay'> &
  Partial<Pick<CrawlSettings, 'web' | 'cookies' | 'captures'>>;

/**
 * Opens what a crawl sends its requests to.
 * @param named addresses that the user named: where all of them are private, their hosts may be contacted
 * @param notBefore the time at which the crawl's clock begins, at the earliest
 */
export async function openNetwork(
  settings: NetworkSettings,
  { fetcher, clock = systemClock, logger = silentLogger }: NetworkDeps,
  named: readonly string[],
  notBefore?: number,
): Promise<Network> {
  const timed = { clock: steadyClock(clock, notBefore), untimed: <T>(work: Promise<T>): Promise<T> => work };
  const threads = fetcher === undefined ? judgingThreads() : 1;
  const { web: paths, cookies } = settings;
  if (settings.captures !== undefined) {
    const openCaptures = await PARTS.openCaptures();
    const parts = { instead: fetcher, clock: timed.clock, logger };
    return { ...timed, threads, ...openCaptures(settings, parts) };
  }
  if (fetcher !== undefined) return { ...timed, fetcher, threads, close: () => undefined };
  if (paths === undefined) {
    const session = cookies === undefined ? undefined : await sessionOf(cookies);
    const network = openFetcher(settings, named, session);
    return { ...timed, fetcher: network, threads, close: () => network.close() };
  }
  const files = [paths].flat();
  const [path = '', ...others] = files;
  const webs = await PARTS.webs();
  const stored = others.length === 0 ? (await webs.openWeb(path)).web : await webs.openArchives(files);
  for (const problem of stored.problems ?? []) logger.warn(problem);
  return storedNetwork(stored, notBefore);
}

/** A web in files as a network, with simulated times. @param notBefore as in {@link openNetwork} */
export function storedNetwork(stored: VirtualWeb, notBefore?: number): Network {
  const time = simulatedClock();
  const web = { ...stored, answer: (url: string) => time.during(stored.answer(url)) };
  return {
    fetcher: createWebFetcher(web, { clock: time, latency: seededLatency(LATENCY) }),
    ...{ clock: steadyClock(time, notBefore), threads: 1, close: () => undefined },
    untimed: (work) => time.during(work),
  };
}

/** The session of `--cookies`. @throws InputError for a file that cannot be used */
async function sessionOf(file: string) {
  const { openCookieSession, readCookieFile } = await import('../../../web/http/cookie-file.js');
  return openCookieSession(await readCookieFile(file));
}

/** True if a crawl with these settings requests stored pages only, so that its times and seconds are simulated. */
export const isTimeSimulated = ({ web }: { readonly web?: unknown }): boolean => web !== undefined;

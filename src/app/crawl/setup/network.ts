import type { CrawlSettings } from '../../settings/settings.js';
import type { CrawlCrew } from '../../../crawling/engine/crawl-types.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import { judgingThreads } from '../../../judging/judge/judging-threads.js';
import type { Frontier } from '../../../model/frontier.js';
import type { PageJudge } from '../../../model/judging.js';
import { systemClock, type Clock, steadyClock, simulatedClock } from '../../../support/time/clock.js';
import { silentLogger, type Logger } from '../../../support/logger.js';
import { PARTS } from '../../../judging/parts.js';
import type { Own } from '../../../support/with-resources.js';
import { openFetcher, type HttpSettings } from '../../../web/http/open-fetcher.js';
import { createWebFetcher, seededLatency } from '../../../web/stored/fetcher.js';
import type { VirtualWeb, OpenedWeb } from '../../../web/stored/virtual-web.js';

/** Destination of the requests of a crawl: the network, or a web in files, where time is simulated. */
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

/**
 * Opens what a crawl sends its requests to.
 * @param named addresses that the user named: where all of them are private, their hosts may be contacted
 * @param notBefore the time at which the crawl's clock begins, at the earliest
 */
export async function openNetwork(
  settings: HttpSettings & Partial<Pick<CrawlSettings, 'web' | 'cookies'>>,
  { fetcher, clock = systemClock, logger = silentLogger }: NetworkDeps,
  named: readonly string[],
  notBefore?: number,
): Promise<Network> {
  const untimed = <T>(work: Promise<T>): Promise<T> => work;
  const timed = { clock: steadyClock(clock, notBefore), untimed };
  if (fetcher !== undefined) return { ...timed, fetcher, threads: 1, close: () => undefined };
  const { web: paths, cookies } = settings;
  if (paths === undefined) {
    const session = cookies === undefined ? undefined : await sessionOf(cookies);
    const network = openFetcher(settings, named, session);
    return { ...timed, fetcher: network, threads: judgingThreads(), close: () => network.close() };
  }
  const files = [paths].flat();
  const [path = '', ...others] = files;
  const stored = others.length === 0 ? (await openStoredWeb(path)).web : await openArchives(files);
  for (const problem of stored.problems ?? []) logger.warn(problem);
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

/** Opens what a crawl sends its requests to, or the archive that it crawls instead. */
export async function openCrawlNetwork(
  settings: CrawlSettings,
  deps: NetworkDeps,
  named: readonly string[],
  notBefore: number | undefined,
  own: Own,
): Promise<Network> {
  const network = own(await openNetwork(settings, deps, named, notBefore));
  if (settings.captures === undefined) return network;
  const { fetcher: instead, logger = silentLogger } = deps;
  const openCaptures = await PARTS.openCaptures();
  const { fetcher } = own(openCaptures(settings, { instead, clock: network.clock, logger }));
  return { ...network, fetcher };
}

type Untimed = Pick<Network, 'untimed'>;

/** A judge whose reading and judging take no simulated time. */
export function untimedJudge(judge: PageJudge, { untimed }: Untimed): PageJudge {
  return {
    ...judge,
    read: async (...response) => {
      const read = await untimed(judge.read(...response));
      return { ...read, judge: (linkedFrom) => untimed(read.judge(linkedFrom)) };
    },
  };
}

/** A frontier that takes no simulated time to commit. */
export function untimedFrontier(frontier: Frontier, { untimed }: Untimed): Frontier {
  return {
    ...frontier,
    commit() {
      const committing = frontier.commit();
      return committing && untimed(committing);
    },
  };
}

/** A crew that takes no simulated time to answer. */
export function untimedCrew(crew: CrawlCrew, { untimed }: Untimed): CrawlCrew {
  // All else is the crew's own, whose properties change: a copy would keep them as they are now.
  return Object.assign(Object.create(crew) as CrawlCrew, {
    reach: (host, signal) => untimed(crew.reach(host, signal)),
    announce: (host, pause) => untimed(crew.announce(host, pause)),
  } satisfies Partial<CrawlCrew>);
}

/** Opens the web that a path holds. @throws InputError when it holds none, or a page of its topics is not there */
export async function openStoredWeb(path: string): Promise<OpenedWeb> {
  return (await PARTS.webs()).openWeb(path);
}

/** Opens WARC and WACZ files, and folders of them, as one web. @throws InputError when one cannot be read */
export async function openArchives(files: readonly string[]): Promise<VirtualWeb> {
  return (await PARTS.webs()).openArchives(files);
}

/** True if a crawl with these settings requests stored pages only, so that its times and seconds are simulated. */
export function isTimeSimulated({ web }: { readonly web?: unknown }): boolean {
  return web !== undefined;
}

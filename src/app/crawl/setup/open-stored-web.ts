import { PARTS } from '../../../judging/parts.js';
import type { WebSettings } from '../../settings/settings.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import { simulatedClock, type SimulatedClock } from '../../../support/time/simulated-clock.js';
import { createWebFetcher, seededLatency } from '../../../web/stored/fetcher.js';
import type { OpenedWeb, VirtualWeb } from '../../../web/stored/virtual-web.js';

/** Opens the web that a path holds. @throws InputError when it holds none, or a page of its topics is not there */
export async function openStoredWeb(path: string, { webHost }: WebSettings): Promise<OpenedWeb> {
  const { openWeb } = await PARTS.webs();
  return openWeb(path, { host: webHost });
}

/** Opens what a crawl takes in place of the network: one place, or several archives. @throws as {@link openStoredWeb} */
export async function openCrawledWeb(paths: readonly string[], settings: WebSettings): Promise<VirtualWeb> {
  const [first, ...others] = paths;
  return first !== undefined && others.length === 0
    ? (await openStoredWeb(first, settings)).web
    : openArchives(paths);
}

/** Opens WARC and WACZ files, and folders of them, as one web. @throws InputError when one cannot be read */
export async function openArchives(files: readonly string[]): Promise<VirtualWeb> {
  return (await PARTS.webs()).openArchives(files);
}

/** Services of a stored web in place of the network. */
export interface StoredWeb {
  readonly fetcher: Fetcher;
  /** Time that passes as fast as the crawl can work. */
  readonly clock: SimulatedClock;
}

/** Median of the simulated response times, in milliseconds. */
const LATENCY = 200;

/** Enters a web for a crawl in process. Requests take simulated time, the same in every crawl. */
export function enterStoredWeb(web: VirtualWeb): StoredWeb {
  const clock = simulatedClock();
  const timed = { ...web, answer: (url: string) => clock.during(web.answer(url)) };
  return {
    clock,
    fetcher: createWebFetcher(timed, { clock, latency: seededLatency(LATENCY) }),
  };
}

import { PARTS } from '../../../judging/parts.js';
import type { WebSettings } from '../../settings/settings.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import { simulatedClock, type SimulatedClock } from '../../../support/time/simulated-clock.js';
import { createWebFetcher } from '../../../web/stored/fetcher.js';
import { seededLatency } from '../../../web/stored/latency.js';
import type { OpenedWeb } from '../../../web/stored/opened-web.js';
import type { VirtualWeb } from '../../../web/stored/virtual-web.js';

/** Opens the web that a path holds. @throws InputError when it holds none, or a page of its topics is not there */
export async function openStoredWeb(path: string, settings: WebSettings): Promise<OpenedWeb> {
  const { webHost, webTopics } = settings;
  const { openWeb } = await PARTS.webs();
  return openWeb(path, { host: webHost, topics: webTopics });
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
  close(): Promise<void>;
}

/**
 * Enters a web for a crawl in process. Requests take simulated time; the same settings give the same times.
 * @param latency median of the time of an answer, in milliseconds
 */
export function enterStoredWeb(web: VirtualWeb, settings: WebSettings, latency: number): StoredWeb {
  const clock = simulatedClock();
  const timed = { ...web, answer: (url: string) => clock.during(web.answer(url)) };
  return {
    clock,
    fetcher: createWebFetcher(timed, { clock, latency: seededLatency(latency, settings.webSeed) }),
    close: async () => web.close?.(),
  };
}

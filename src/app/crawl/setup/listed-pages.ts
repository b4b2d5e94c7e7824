import { defaultsOf } from '../../settings/resolve.js';
import { crawlFields } from '../../settings/crawl-settings.js';
import type { ClassifySettings } from '../../settings/classify-settings.js';
import type { CrawlDeps } from '../../../crawling/engine/crawl-types.js';
import { crawl } from '../../../crawling/engine/engine.js';
import { createFrontier } from '../../../crawling/frontier/frontier.js';
import { createRobots } from '../../../crawling/politeness/robots.js';
import { normaliseUrl } from '../../../crawling/urls/urls.js';
import { planCrawl } from './crawl-plan.js';
import { REASONS, type CrawlEvent, type Fetcher } from '../../../model/crawl-event.js';
import type { Frontier } from '../../../model/frontier.js';
import type { PageJudge } from '../../../model/judging.js';
import type { Judgement } from '../../../model/topic.js';
import { breadthFirst } from '../../../crawling/priority/simple-strategies.js';
import { createChannel } from '../../../support/channel.js';
import { silentLogger } from '../../../support/logger.js';
import type { Clock } from '../../../support/time/clock.js';
import { given } from '../../../support/given.js';
import { without } from '../../../support/without.js';
import { withoutCredentials } from '../../../support/without-credentials.js';

/** Outcome of an address of a list. */
export type ListedPage = { readonly url: string } & (
  { readonly title: string; readonly judgement: Judgement } | { readonly error: string }
);

/** Services that fetch and judge the pages of a list. */
export interface ListedPagesParts {
  readonly fetcher: Fetcher;
  readonly judge: PageJudge;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly watchActivity?: CrawlDeps['watchActivity'];
}

/** Pages that may be judged ahead of the reader. */
const AHEAD = 16;

type ListedPagesSettings = Pick<ClassifySettings, 'userAgent' | 'delay' | 'concurrency'>;

/**
 * Fetches the pages of a list and judges them: {@link visitPages} without the events, each with the address that its content came
 * from.
 */
export async function* listedPages(
  addresses: Iterable<string>,
  settings: ListedPagesSettings,
  parts: ListedPagesParts,
): AsyncGenerator<{ readonly page: ListedPage; readonly address: string }> {
  for await (const { url, event } of visitPages(addresses, settings, parts)) {
    const result = event === undefined ? { error: 'this is not a web address' } : resultOf(event);
    const page = { url: withoutCredentials(url), ...result };
    yield { page, address: event?.finalUrl ?? event?.url ?? url };
  }
}

/** An address of a list with the event of its page; without one where it is not a web address. */
export interface VisitedPage {
  /** As it is written in the list. */
  readonly url: string;
  readonly event?: CrawlEvent;
}

/**
 * Fetches the pages of a list and judges them: a crawl that follows no links, so that robots.txt, pauses, busy hosts and
 * redirects are its affair. Pages come as they end. Each address has its own verdict, also where several lead to one page.
 * @param addresses as they are written; a repeated one counts once
 * @throws what ends a crawl, such as a knowledge base that does not answer
 */
export async function* visitPages(
  addresses: Iterable<string>,
  settings: ListedPagesSettings,
  parts: ListedPagesParts,
): AsyncGenerator<VisitedPage> {
  const plan = {
    ...planCrawl({ ...defaultsOf(crawlFields), ...settings, ...ALONE }, []),
    keepParameters: true,
    maxPages: Infinity,
    // An interruption waits for no page: nothing resumes the list.
    stopWithin: 0,
  };
  const written = new Map<string, string[]>();
  for (const address of new Set(addresses)) {
    const url = normaliseUrl(address, plan.keepParameters);
    if (url === undefined) yield { url: address };
    else written.set(url, [...(written.get(url) ?? []), address]);
  }
  if (written.size === 0) return;
  for await (const event of eventsOf({ ...plan, seeds: [...written.keys()] }, parts)) {
    for (const url of written.get(event.url) ?? []) yield { url, event };
    written.delete(event.url);
  }
}

/** A page is judged for itself: no links, and its own address even where another has the same text. */
const ALONE = {
  maxDepth: 0,
  follow: 'accepted',
  keepDuplicates: true,
} as const;

/** Outcome of a page, by its event. */
export function resultOf({ judgement, title = '', code, message }: CrawlEvent) {
  if (judgement !== undefined) return { title, judgement };
  const why = code === undefined ? 'it was not judged' : REASONS[code];
  return { error: message === undefined ? why : `${why}: ${message}` };
}

async function* eventsOf(
  plan: Parameters<typeof crawl>[1],
  { fetcher, judge, clock, signal, watchActivity }: ListedPagesParts,
): AsyncGenerator<CrawlEvent> {
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  signal?.addEventListener('abort', interrupt, { once: true });
  if (signal?.aborted === true) interrupt();
  const events = createChannel<CrawlEvent>(AHEAD);
  stop.signal.addEventListener('abort', () => events.stopWaiting(), { once: true });
  const { backoff, pause, productToken: userAgent } = plan;
  const robots = createRobots({ fetcher, userAgent, maxCrawlDelay: pause.maxSeconds, backoff, clock });
  const crawling: CrawlDeps = {
    fetcher: withoutRobotsTag(fetcher),
    judge: forItself(judge),
    frontier: knowingNothing(createFrontier()),
    sink: async (records) => {
      for (const { event } of records) await events.put(event);
    },
    ...{ robots, priority: breadthFirst(), watchActivity, clock, logger: silentLogger },
  };
  const ended = crawl(crawling, plan, stop.signal).then(
    () => events.end(),
    (error: unknown) => events.end({ error }),
  );
  try {
    yield* events;
    signal?.throwIfAborted();
  } finally {
    stop.abort();
    signal?.removeEventListener('abort', interrupt);
    await ended;
  }
}

/** True if a page may be indexed is not asked where nothing is kept of it. */
function withoutRobotsTag(fetcher: Fetcher): Fetcher {
  return {
    fetch: async (...request) => {
      const response = await fetcher.fetch(...request);
      return { ...response, headers: without(response.headers, 'x-robots-tag') };
    },
  };
}

/**
 * Reads pages without their links, and without what they ask of an index; a verdict does not depend on the pages before,
 * as it does in a crawl.
 */
function forItself(judge: PageJudge): PageJudge {
  const { acceptance } = judge;
  return {
    ...judge,
    ...given({ acceptance: acceptance && { ...acceptance, note: () => undefined } }),
    read: async (...response) => {
      const read = await judge.read(...response);
      const robots = { noIndex: false, noFollow: true };
      return { ...read, page: { ...without(read.page, 'canonicalUrl'), links: [], robots } };
    },
  };
}

/** Redirects may lead to an address that is requested by itself, or by another redirect. */
function knowingNothing(frontier: Frontier): Frontier {
  return { ...frontier, knows: () => false, claim: () => true };
}

import type { ClassifySettings } from '../../settings/classify-settings.js';
import type { CrawlPlan, CrawlDeps } from '../../../crawling/engine/crawl-types.js';
import { createFrontier } from '../../../crawling/frontier/frontier.js';
import { normaliseUrl } from '../../../crawling/urls/urls.js';
import { planCrawl } from './crawl-plan.js';
import type { Network } from './network.js';
import { openCrawl } from './open-crawl.js';
import { REASONS, type CrawlEvent, type Fetcher } from '../../../model/crawl-event.js';
import type { PageJudge } from '../../../model/judging.js';
import type { Judgement } from '../../../model/topic.js';
import { breadthFirst } from '../../../crawling/priority/simple-strategies.js';
import { createChannel } from '../../../support/channel.js';
import { silentLogger } from '../../../support/logger.js';
import { given } from '../../../support/given.js';
import { without } from '../../../support/without.js';

/** Services that fetch and judge the pages of a list. */
interface ListedPagesParts {
  readonly network: Pick<Network, 'fetcher' | 'clock' | 'untimed'>;
  readonly judge: PageJudge;
  readonly signal: AbortSignal | undefined;
  readonly watchActivity?: CrawlDeps['watchActivity'];
}

/** Pages that may be judged ahead of the reader. */
const AHEAD = 16;

/** Outcome of a page: its judgement and its address after redirects, or why it has none. */
type PageOutcome =
  | { readonly finalUrl: string; readonly title: string; readonly judgement: Judgement }
  | { readonly error: string };

/** A page is judged for itself: no links, and its own address even where another has the same text. */
const ALONE = { maxDepth: 0, follow: 'accepted', keepDuplicates: true } as const;

/**
 * Fetches the pages of a list and judges them, as they end: a crawl that follows no links. Each address has its own verdict, also
 * where several lead to one page; a repeated one counts once.
 * @throws what ends a crawl, such as a knowledge base that does not answer
 */
export async function* visitPages(
  addresses: Iterable<string>,
  settings: Pick<ClassifySettings, 'userAgent' | 'delay' | 'concurrency'>,
  parts: ListedPagesParts,
): AsyncGenerator<readonly [written: string, outcome: PageOutcome]> {
  const written = new Map<string, string[]>();
  for (const address of new Set(addresses)) {
    const url = normaliseUrl(address, true);
    if (url === undefined) yield [address, { error: 'this is not a web address' }];
    else written.set(url, [...(written.get(url) ?? []), address]);
  }
  if (written.size === 0) return;
  const plan = planCrawl({ ...settings, ...ALONE, seeds: [...written.keys()] });
  // An interruption waits for no page: nothing resumes the list.
  const whole = { ...plan, keepParameters: true, maxPages: Infinity, stopWithin: 0 };
  for await (const event of eventsOf(whole, parts)) {
    for (const address of written.get(event.url) ?? []) yield [address, outcomeOf(event)];
    written.delete(event.url);
  }
}

function outcomeOf({ url, finalUrl = url, judgement, title = '', code, message }: CrawlEvent): PageOutcome {
  if (judgement !== undefined) return { finalUrl, title, judgement };
  const why = code === undefined ? 'it was not judged' : REASONS[code];
  return { error: message === undefined ? why : `${why}: ${message}` };
}

async function* eventsOf(
  plan: CrawlPlan,
  { network, judge, signal, watchActivity }: ListedPagesParts,
): AsyncGenerator<CrawlEvent> {
  const left = new AbortController();
  const stop = AbortSignal.any([left.signal, ...(signal === undefined ? [] : [signal])]);
  const events = createChannel<CrawlEvent>(AHEAD);
  stop.addEventListener('abort', () => events.stopWaiting(), { once: true });
  const crawl = openCrawl(plan, {
    ...{ ...network, watchActivity, priority: breadthFirst(), logger: silentLogger },
    fetcher: withoutRobotsTag(network.fetcher),
    judge: forItself(judge),
    // Redirects may lead to an address that is requested by itself, or by another redirect.
    frontier: { ...createFrontier(), knows: () => false, claim: () => true },
    sink: async (records) => {
      for (const { event } of records) await events.put(event);
    },
  });
  const ended = crawl.run(stop).then(
    () => events.end(),
    (error: unknown) => events.end({ error }),
  );
  try {
    yield* events;
    signal?.throwIfAborted();
  } finally {
    left.abort();
    await ended;
  }
}

/** Hides the header that forbids indexing: nothing is kept of a page. */
function withoutRobotsTag(fetcher: Fetcher): Fetcher {
  return {
    fetch: async (...request) => {
      const response = await fetcher.fetch(...request);
      return { ...response, headers: without(response.headers, 'x-robots-tag') };
    },
  };
}

/** Reads pages without their links, and without what they ask of an index; a verdict does not depend on the pages before. */
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

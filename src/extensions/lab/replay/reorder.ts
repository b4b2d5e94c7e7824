import path from 'node:path';
import { crawl } from '../../../crawling/engine/engine.js';
import { judgeHere } from '../../../judging/judge/judge-here.js';
import { createRobots } from '../../../crawling/politeness/robots.js';
import { curveNumber, foundAt } from '../evaluation/fetch-curve.js';
import type { CrawlEvent, Fetcher, LinkPriority } from '../../../model/crawl-event.js';
import { FetchError, InputError } from '../../../model/errors.js';
import type { Page } from '../../../model/page.js';
import type { OnWait } from '../../../model/wait.js';
import type { TopicClassifier } from '../../../model/topic.js';
import { silentLogger } from '../../../support/logger.js';
import type { CrawlPlan } from '../../../crawling/engine/crawl-types.js';
import { simulatedClock } from '../../../support/time/simulated-clock.js';
import { unlimitedPlan } from '../../../app/crawl/setup/crawl-plan.js';
import { frontierFor } from '../../../app/crawl/setup/followed-links.js';
import type { Judgements } from './replayed-judgements.js';
import type { KeptCrawl } from '../../../crawling/store/kept-crawl.js';
import { emptyPage } from '../../../support/text/empty-page.js';

/** What another strategy would have made of the pages that a crawl fetched. */
export interface Reordered {
  readonly strategyBefore: string;
  readonly strategy: string;
  /** Fetches of the crawl, and those that the other strategy would have come to. */
  readonly fetchesBefore: number;
  readonly fetches: number;
  /** Pages without their content, of which only title, links and some anchor texts were known. */
  readonly partial: number;
  /** Accepted pages, seeds left out: what counts as found. */
  readonly accepted: number;
  /** The share of the best possible curve, over the fetches of the crawl. */
  readonly curveBefore: number | null;
  readonly curve: number | null;
  /** How many accepted pages either had after so many fetches. */
  readonly points: readonly { readonly fetches: number; readonly before: number; readonly now: number }[];
  /** The accepted pages that would have come most fetches earlier, and later. */
  readonly earlier: readonly Moved[];
  readonly later: readonly Moved[];
}

/** A page with its place in either order. */
export interface Moved {
  readonly url: string;
  readonly before: number;
  /** Undefined: it would not have been reached. */
  readonly now?: number;
}

/** Moved pages that are named. */
const NAMED = 5;

/**
 * Crawls what a crawl had fetched once more, by another strategy. What it did not fetch is not there: the order is the other
 * strategy's among these pages, which it might have left for better ones in the open web.
 * @param judgements the verdicts that count
 */
export async function reorder(
  kept: KeptCrawl,
  judgements: Judgements,
  priority: LinkPriority,
  follow: 'accepted' | 'all',
  onWait?: OnWait,
): Promise<Reordered> {
  const { pages, partial } = await readPages(kept, onWait);
  onWait?.(`crawling again with ${priority.name}`, { busy: 2 * pages.size });
  const order = await crawlAgain(kept, { pages, judgements, priority }, follow);
  return compareOrders(kept, order, judgements, { strategy: priority.name, partial });
}

/** What a crawl had fetched, read again. */
interface ReadPages {
  /** By the addresses of the events, with the links among them. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Pages without their content. */
  readonly partial: number;
}

/** Reads the pages of a crawl again. @throws InputError where its archive cannot be read */
async function readPages(kept: KeptCrawl, onWait?: OnWait): Promise<ReadPages> {
  const fetched = new Set(kept.fetched.map(({ url }) => url));
  const pages = new Map<string, Page>();
  let partial = 0;
  for (const [place, event] of kept.fetched.entries()) {
    onWait?.('reading the pages of the crawl', { detail: `${place} of ${kept.fetched.length}` });
    if (event.state !== 'done') continue;
    const { page, missing } = await kept.pageOf(event);
    if (missing !== undefined) partial += 1;
    const links = page.links.filter(({ url }) => fetched.has(url));
    pages.set(event.url, { ...page, url: event.url, links });
  }
  return { pages, partial };
}

/** What a simulated crawl goes by. */
interface Again {
  readonly pages: ReadonlyMap<string, Page>;
  readonly judgements: Judgements;
  readonly priority: LinkPriority;
}

/**
 * Crawls what a crawl had fetched once more, one request after the other without pauses, as many as the crawl made.
 * @returns the addresses in the order of the requests
 * @throws InputError when the crawl requested none of its seeds
 */
async function crawlAgain(
  kept: KeptCrawl,
  { pages, judgements, priority }: Again,
  follow: CrawlPlan['follow'],
): Promise<readonly string[]> {
  const fetcher = fetcherOf(new Map(kept.fetched.map((event) => [event.url, event])));
  const classifier = replayClassifier(judgements);
  const seeds = requestedSeeds(kept);
  const order: string[] = [];
  const plan = unlimitedPlan({ seeds, maxPages: kept.fetched.length, maxDepth: Infinity, follow });
  const { maxSeconds: maxCrawlDelay } = plan.pause;
  await crawl(
    {
      web: { fetcher, robots: createRobots({ fetcher, userAgent: 'sfwc-replay', maxCrawlDelay }) },
      judging: {
        judge: judgeHere({ reader: { read: (_body, url) => pages.get(url) ?? emptyPage(url) }, classifier }),
      },
      queue: { priority, frontier: frontierFor(priority) },
      record: {
        sink: (records) => {
          for (const { event } of records) if (event.fetched) order.push(event.url);
          return Promise.resolve();
        },
      },
      steer: {},
      watch: {},
      clock: simulatedClock(),
      logger: silentLogger,
    },
    plan,
  );
  return order;
}

/** Judges pages as the crawl did. */
function replayClassifier(judgements: Judgements): TopicClassifier {
  return {
    name: 'replay',
    judge: ({ page }) => {
      const judgement = judgements.get(page.url);
      return judgement === undefined
        ? Promise.reject(new RangeError(`${page.url} was not judged`))
        : Promise.resolve(judgement);
    },
  };
}

/** @throws InputError when there are none */
function requestedSeeds(kept: KeptCrawl): string[] {
  const seeds = kept.fetched.filter(({ depth }) => depth === 0).map(({ url }) => url);
  if (seeds.length === 0)
    throw new InputError(`${path.join(kept.folder, 'events.jsonl')} lists no requested seed`, {
      hint: 'give the folder of a crawl that requested its seeds',
    });
  return seeds;
}

/** Answers as the web did: a page where there was one, else the failure. There is no robots.txt: it was obeyed before. */
function fetcherOf(events: ReadonlyMap<string, CrawlEvent>): Fetcher {
  return {
    fetch(url) {
      const event = events.get(url);
      if (event?.state === 'failed')
        return Promise.reject(new FetchError('network', url, event.message ?? ''));
      const type = event?.state === 'done' ? 'text/html' : 'application/octet-stream';
      const status = event === undefined ? 404 : 200;
      return Promise.resolve({ url, status, headers: { 'content-type': type }, body: new Uint8Array(1) });
    },
  };
}

function compareOrders(
  kept: KeptCrawl,
  order: readonly string[],
  judgements: Judgements,
  { strategy, partial }: Pick<Reordered, 'strategy' | 'partial'>,
): Reordered {
  const seeds = new Set(kept.fetched.filter(({ depth }) => depth === 0).map(({ url }) => url));
  const before = kept.fetched.map(({ url }) => url);
  const isFind = (url: string): boolean => judgements.get(url)?.accepted === true && !seeds.has(url);
  const hitsBefore = before.map(isFind);
  const hits = order.map(isFind);
  const accepted = hitsBefore.filter(Boolean).length;
  const moved = movesOf(before, order).filter(({ url }) => isFind(url));
  const step = ({ before: was, now = Number.POSITIVE_INFINITY }: Moved): number => now - was;
  const sorted = moved.toSorted((a, b) => (step(a) === step(b) ? 0 : step(a) - step(b)));
  return {
    strategyBefore: kept.strategy,
    strategy,
    fetchesBefore: before.length,
    fetches: order.length,
    partial,
    accepted,
    curveBefore: curveNumber(hitsBefore, before.length, accepted),
    curve: curveNumber(hits, before.length, accepted),
    points: checkpoints(before.length).map((fetches) => ({
      fetches,
      before: foundAt(hitsBefore, fetches),
      now: foundAt(hits, fetches),
    })),
    earlier: sorted.filter((one) => step(one) < 0).slice(0, NAMED),
    later: sorted
      .filter((one) => step(one) > 0)
      .slice(-NAMED)
      .reverse(),
  };
}

function movesOf(before: readonly string[], order: readonly string[]): Moved[] {
  const places = new Map(order.map((url, index) => [url, index + 1]));
  return before.map((url, index) => ({ url, before: index + 1, now: places.get(url) }));
}

/** Ten places in a crawl, evenly spread, the last one at its end. */
function checkpoints(length: number): readonly number[] {
  const all = Array.from({ length: 10 }, (_, index) => Math.round(((index + 1) * length) / 10));
  return [...new Set(all)].filter((place) => place > 0);
}

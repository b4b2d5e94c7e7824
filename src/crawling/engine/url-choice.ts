import type { GaveUp } from '../../model/crawl-activity.js';
import type { QueuedUrl } from '../../model/crawl-event.js';
import type { HostTimes } from '../../model/frontier.js';
import { asQueued, isSecondChoice, ownPriority, SECOND_CHOICE } from '../steering/steering.js';
import type { CrawlContext } from './crawl-context.js';

/** Chooses the URL that is requested next, and says how long to wait for a better one. */
export type UrlChoice = ReturnType<typeof createUrlChoice>;

/**
 * At the end of a crawl, a URL is wanted while fewer better ones are queued than this share of the remaining pages: with 1/2
 * crawls take less time, but find less; with 1 they find less in the end as well (`npm run bench -- politeness`).
 */
const SHARE = 0.25;
/**
 * Number of the best queued URLs that may be requested. With a harvest of h, it is the fewest divided by h, since about h of
 * them bring an accepted page, but never more than the most.
 */
const WANTED = { fewest: 30, most: 150 };
/** Any value will do. */
const ANY = Number.NEGATIVE_INFINITY;
/**
 * Hosts that are passed over in one choice because they have not answered yet. Each of them is looked at in the next choice:
 * where there are more, some are contacted beyond the number of those that may be.
 */
const MAX_PASSED_OVER = 2000;

/**
 * A crawl ends after so many pages, so that each of them should be one of the best; but the hosts of the best URLs rest
 * most of the time, and other hosts are free. A URL is requested only if it is among the best 30/h of the queue, where h is
 * the share of accepted pages among the last 100 requests, and among the best 150; at the end of the crawl also among the
 * best R/4, where R is the number of pages that remain. When all of these are at hosts that rest, the crawl waits for the
 * first of them, but not longer than the patience, counted from the last request; after that, and where it would have to
 * wait longer, the best URL of a free host is requested. With a limit of time the patience is also at most what each of the
 * remaining pages may take, so that the crawl does not wait where time is scarcer than pages.
 *
 * Hosts that have never answered may not exist. While others have URLs to request, a quarter of the visits goes to such
 * hosts; more of them only where all that answer are being visited.
 *
 * Links of {@link SECOND_CHOICE} are requested only when nothing else is queued.
 */
export function createUrlChoice(context: CrawlContext) {
  const { parts, hosts } = context;
  const { frontier } = parts;
  let lastAt = parts.clock.now();
  let hasWarned = false;
  let isOpen = true;
  const timesNow = (): HostTimes => (isOpen ? hostTimes(context) : metAlone(context));
  const patienceLeft = ({ now }: HostTimes): number => lastAt + patienceOf(context) - now;

  function take(times: HostTimes, atLeast: number): QueuedUrl | undefined {
    const entry = frontier.lease(times, atLeast);
    if (entry === undefined) return undefined;
    lastAt = times.now;
    if (entry.sample === undefined && !hasWarned && isSecondChoice(entry.priority)) {
      hasWarned = true;
      parts.logger.warn('no links of accepted pages are left; following links of rejected pages');
    }
    return asOfNow(entry, context);
  }
  /** The best URL that is worth it, with patience. */
  function choose(times: HostTimes): QueuedUrl | undefined {
    const least = leastValue(context);
    const wanted = wantedValue(least, context);
    const entry = take(times, wanted);
    if (entry !== undefined || wanted === least) return entry;
    const wait = frontier.waitFor(times, wanted);
    const left = patienceLeft(times);
    const isTooLong = wait !== undefined && wait > left && frontier.counts().leased === 0;
    return left <= 0 || isTooLong ? take(times, least) : undefined;
  }
  return {
    /** Leases the URL to request now; undefined where none may be requested, or waiting for a better one is worthwhile. */
    next(): QueuedUrl | undefined {
      isOpen = hosts.contacts.trying < Math.max(1, Math.floor(context.plan.concurrency / 4));
      const entry = choose(timesNow());
      if (isOpen || entry !== undefined) return entry;
      isOpen = mayMeet(timesNow(), context);
      return isOpen ? choose(timesNow()) : undefined;
    },
    /** After a choice that gave nothing: milliseconds until the next one, unless a visit ends before; undefined: only then. */
    wait(): number | undefined {
      const times = timesNow();
      const least = leastValue(context);
      const wanted = wantedValue(least, context);
      const left = patienceLeft(times);
      if (wanted === least || left <= 0) return frontier.waitFor(times, least);
      return Math.min(frontier.waitFor(times, wanted) ?? left, left);
    },
    /** Milliseconds until any queued URL may be requested; undefined when none waits for a time. */
    untilNext: () => frontier.waitFor(hostTimes(context), ANY),
  };
}

/** The value that a URL needs to be requested at all. */
function leastValue({ parts, plan }: CrawlContext): number {
  const isLeft = plan.follow === 'accepted-first' && (parts.frontier.valueAt(1) ?? ANY) > SECOND_CHOICE;
  return isLeft ? SECOND_CHOICE : ANY;
}

/** The value that a URL needs to be requested while there is patience. */
function wantedValue(least: number, context: CrawlContext): number {
  if (context.plan.patience === 0) return least;
  const { recentHarvest } = context.progress.tally;
  const rank = Math.ceil(Math.min(WANTED.fewest / recentHarvest, WANTED.most, pagesLeft(context) * SHARE));
  return Math.max(least, context.parts.frontier.valueAt(Math.max(1, rank)) ?? ANY);
}

/** True if a further host may be contacted for the first time, after hosts that answer had nothing to request. */
function mayMeet(times: HostTimes, { parts, plan, hosts }: CrawlContext): boolean {
  const { trying, visiting } = hosts.contacts;
  const rests = parts.frontier.waitFor(times, ANY) !== undefined;
  // Hosts that are being visited need their places again, and one page may still be judged.
  return !rests && (visiting === 0 || trying < plan.concurrency - visiting - 1);
}

/**
 * An entry with its priority by the strategy, which strategies inherit from pages to links. Where its value has changed
 * since it was found, that is what the strategy says now, if it can, with the reason.
 */
function asOfNow(
  { revalued, ...entry }: QueuedUrl,
  { parts, steering }: Pick<CrawlContext, 'parts' | 'steering'>,
): QueuedUrl {
  const isOld = revalued === true || entry.sample !== undefined;
  const now = isOld ? parts.priority.current?.(entry.url) : undefined;
  if (now !== undefined) return { ...entry, priority: asQueued(entry, { ...now }, steering) };
  return entry.sample === undefined ? entry : { ...entry, priority: ownPriority(entry) };
}

/** Milliseconds that may pass without a request. */
function patienceOf(context: CrawlContext): number {
  return 1000 * Math.min(context.plan.patience, secondsLeft(context) / Math.max(1, pagesLeft(context)));
}

/** Pages that may be requested, in addition to those under way. */
function pagesLeft(context: CrawlContext): number {
  const { progress, parts } = context;
  return requestLimit(context) - progress.tally.fetched - parts.frontier.counts().leased;
}

/** Requests that this process may make in all. */
export function requestLimit({ plan, parts }: Pick<CrawlContext, 'plan' | 'parts'>): number {
  return parts.crew?.limit ?? plan.maxPages;
}

/** Seconds until the crawl has run as long as it may. */
export function secondsLeft(context: CrawlContext): number {
  return context.plan.maxSeconds - secondsSoFar(context);
}

/** Seconds that the crawl has run, its earlier runs included. */
export function secondsSoFar({ parts, run }: Pick<CrawlContext, 'parts' | 'run'>): number {
  return run.secondsBefore + (parts.clock.now() - run.runStartedAt) / 1000;
}

/** Questions of the frontier to politeness. */
function hostTimes({ parts, hosts }: Pick<CrawlContext, 'parts' | 'hosts'>): HostTimes {
  const now = parts.clock.now();
  const readyAt = (host: string): number | undefined => {
    const wait = hosts.politeness.waitFor([host]);
    return wait === undefined ? undefined : Math.max(now + wait, hosts.contacts.restsUntil(host));
  };
  return { now, readyAt };
}

/** The times of hosts that have answered; others are not ready. */
function metAlone(context: CrawlContext): HostTimes {
  const times = hostTimes(context);
  const passedOver = new Set<string>();
  return {
    now: times.now,
    readyAt(host) {
      if (context.hosts.contacts.isMet(host) || passedOver.size >= MAX_PASSED_OVER)
        return times.readyAt(host);
      passedOver.add(host);
      return undefined;
    },
  };
}

/** Watches over a crawl that has nothing to do but wait. */
export type IdleWatch = ReturnType<typeof createIdleWatch>;

/**
 * A crawl gives up when no host that is left may be contacted within `maxIdle` seconds after the last visit: a server may ask
 * for years by its Retry-After. It does not wait to find that out. Pauses between requests never end a crawl, however long
 * they are. Another worker of a shared crawl may still find URLs: there the time has to pass.
 */
export function createIdleWatch({ parts, plan }: Pick<CrawlContext, 'parts' | 'plan'>) {
  const { crew, clock } = parts;
  let lastAt = clock.now();
  return {
    /** The crawl does something, or people keep it from it. */
    busy: () => void (lastAt = clock.now()),
    /** Present where it would have to wait too long. Asked while no visit is under way and URLs are queued. */
    givesUp(choice: Pick<UrlChoice, 'untilNext'>): GaveUp | undefined {
      const now = clock.now();
      const wait = choice.untilNext() ?? 0;
      const most = 1000 * Math.max(plan.maxIdle, plan.pause.seconds, plan.pause.maxSeconds);
      const idle = now - lastAt;
      if (idle + (crew === undefined ? wait : 0) <= most) return undefined;
      return { seconds: idle / 1000, until: new Date(now + wait).toISOString() };
    },
  };
}

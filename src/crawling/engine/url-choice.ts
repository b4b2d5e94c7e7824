import type { QueuedUrl } from '../../model/crawl-event.js';
import type { HostTimes } from '../../model/frontier.js';
import { asQueued, isSecondChoice, ownPriority, SECOND_CHOICE } from '../steering/steering.js';
import type { Crawl } from './crawl-context.js';

/** Share of the remaining pages of which a URL has to be at the end: with more, crawls find less (`npm run bench -- politeness`). */
const SHARE = 0.25;
/** Number of the best queued URLs that may be requested: the fewest divided by the harvest, but never more than the most. */
const WANTED = { fewest: 30, most: 150 };
/** Any value will do. */
const ANY = -Infinity;
/** Hosts that are passed over in one choice because they have not answered yet; of more, some are contacted nevertheless. */
const MAX_PASSED_OVER = 2000;

/**
 * A URL is requested only if it is among the best 30/h of the queue, where h is the recent harvest, and among the best 150; at the
 * end of the crawl also among the best R/4 of the R pages that remain. Where all their hosts rest, the crawl waits for the first, no
 * longer than the patience since the last request; then the best URL of a free host is requested. Hosts that have never answered may
 * not exist: while others have URLs, a quarter of the visits goes to them. {@link SECOND_CHOICE} comes when nothing else is queued.
 */
export class UrlChoice {
  private lastAt: number;
  /** True if hosts may be contacted that have not answered yet. */
  private isOpen = true;
  private hasWarned = false;

  constructor(private readonly context: Crawl) {
    this.lastAt = context.deps.clock.now();
  }

  /** Leases the URL to request now; undefined where none may be requested, or waiting for a better one is worthwhile. */
  next(): QueuedUrl | undefined {
    const { contacts, plan, deps } = this.context;
    const trying = contacts.visits(false);
    this.isOpen = trying < Math.max(1, Math.floor(plan.concurrency / 4));
    const entry = this.choose();
    if (this.isOpen || entry !== undefined) return entry;
    // Hosts that are being visited need their places again, and one page may still be judged.
    const visiting = contacts.visits(true);
    const rests = deps.frontier.waitFor(this.times(), ANY) !== undefined;
    this.isOpen = !rests && (visiting === 0 || trying < plan.concurrency - visiting - 1);
    return this.isOpen ? this.choose() : undefined;
  }

  /** After a choice that gave nothing: milliseconds until the next one, unless a visit ends before; undefined: only then. */
  wait(): number | undefined {
    const { frontier } = this.context.deps;
    const { least, wanted, patience } = this.wishes();
    if (wanted === least || patience <= 0) return frontier.waitFor(this.times(), least);
    return Math.min(frontier.waitFor(this.times(), wanted) ?? patience, patience);
  }

  /** True if no host may be contacted within `maxIdle` seconds after the last visit; in a shared crawl the time has to pass. */
  givesUp(idle: number): boolean {
    const { deps, plan } = this.context;
    const wait = deps.frontier.waitFor(hostTimes(this.context), ANY) ?? 0;
    const most = 1000 * Math.max(plan.maxIdle, plan.pause.seconds, plan.pause.maxSeconds);
    return idle + (deps.crew === undefined ? wait : 0) > most;
  }

  /** The best URL that is worth it, with patience. */
  private choose(): QueuedUrl | undefined {
    const { deps, exploration, tally } = this.context;
    const { frontier } = deps;
    const { least, wanted, patience } = this.wishes();
    const times = this.times();
    const explored = exploration?.next(tally.now.fetched + frontier.counts().leased, frontier, times);
    if (explored !== undefined) {
      this.lastAt = times.now;
      return asOfNow(explored, this.context);
    }
    const entry = this.take(times, wanted);
    if (entry !== undefined || wanted === least) return entry;
    const wait = frontier.waitFor(times, wanted);
    const isTooLong = wait !== undefined && wait > patience && frontier.counts().leased === 0;
    return patience <= 0 || isTooLong ? this.take(times, least) : undefined;
  }

  private take(times: HostTimes, atLeast: number): QueuedUrl | undefined {
    const { deps } = this.context;
    const entry = deps.frontier.lease(times, atLeast);
    if (entry === undefined) return undefined;
    this.lastAt = times.now;
    if (entry.sample === undefined && !this.hasWarned && isSecondChoice(entry.priority)) {
      this.hasWarned = true;
      deps.logger.warn('no links of accepted pages are left; following links of rejected pages');
    }
    return asOfNow(entry, this.context);
  }

  /** The value that a URL needs to be requested at all, and while there is patience; milliseconds of patience that are left. */
  private wishes(): { readonly least: number; readonly wanted: number; readonly patience: number } {
    const { deps, plan, tally } = this.context;
    const { frontier, clock } = deps;
    const isLeft = plan.follow === 'accepted-first' && (frontier.valueAt(1) ?? ANY) > SECOND_CHOICE;
    const least = isLeft ? SECOND_CHOICE : ANY;
    const pagesLeft = requestLimit(this.context) - tally.now.fetched - frontier.counts().leased;
    const seconds = Math.min(plan.patience, secondsLeft(this.context) / Math.max(1, pagesLeft));
    const patience = this.lastAt + 1000 * seconds - clock.now();
    if (plan.patience === 0) return { least, wanted: least, patience };
    const rank = Math.ceil(Math.min(WANTED.fewest / tally.recentHarvest, WANTED.most, pagesLeft * SHARE));
    return { least, wanted: Math.max(least, frontier.valueAt(Math.max(1, rank)) ?? ANY), patience };
  }

  /** The times of hosts; while no further ones are contacted for the first time, those that have not answered are not ready. */
  private times(): HostTimes {
    const times = hostTimes(this.context);
    if (this.isOpen) return times;
    const passedOver = new Set<string>();
    const readyAt = (host: string): number | undefined => {
      if (this.context.contacts.isMet(host) || passedOver.size >= MAX_PASSED_OVER) return times.readyAt(host);
      passedOver.add(host);
      return undefined;
    };
    return { now: times.now, readyAt };
  }
}

/** Questions of the frontier to politeness. */
function hostTimes({ deps, politeness }: Crawl): HostTimes {
  const now = deps.clock.now();
  const readyAt = (host: string): number | undefined => {
    const wait = politeness.waitFor(host);
    return wait === undefined ? undefined : now + wait;
  };
  return { now, readyAt };
}

/** An entry with its priority by the strategy, as it is by now where its value has changed since it was found. */
function asOfNow({ revalued, ...entry }: QueuedUrl, { deps, steering, exploration }: Crawl): QueuedUrl {
  const isOld = revalued === true || entry.sample !== undefined;
  const now = isOld ? deps.priority.current?.(entry.url) : undefined;
  const own = entry.sample === undefined ? entry : { ...entry, priority: ownPriority(entry) };
  const valued = now === undefined ? own : { ...entry, priority: asQueued(entry, { ...now }, steering) };
  return exploration?.explained(valued) ?? valued;
}

/** Requests that this process may make in all. */
export function requestLimit({ plan, deps }: Pick<Crawl, 'plan' | 'deps'>): number {
  return deps.crew?.limit ?? plan.maxPages;
}

/** Seconds until the crawl has run as long as it may. */
export function secondsLeft(context: Crawl): number {
  return context.plan.maxSeconds - secondsSoFar(context);
}

/** Seconds that the crawl has run, its earlier runs included. */
export function secondsSoFar({ deps, secondsBefore, runStartedAt }: Crawl): number {
  return secondsBefore + (deps.clock.now() - runStartedAt) / 1000;
}

import type { CrawlActivity, CrawlWait } from '../../model/crawl-activity.js';
import { hostOf } from '../urls/urls.js';
import type { Logger } from '../../support/logger.js';
import type { HostStanding, Politeness } from '../politeness/politeness.js';
import type { Robots } from '../politeness/robots.js';

/** Hosts whose troubles are remembered; those that were in trouble longest ago are forgotten. */
const MAX_TROUBLES = 1000;
/** Hosts that are looked at, and hosts that are named. */
const [MAX_HOSTS, NAMED] = [2000, 2];

/** Since when nothing can be begun, until when, and the visits under way. */
interface Rest {
  readonly since: number;
  readonly until: number | undefined;
  readonly visits: number;
}

/** Activity of the parts of a crawl; put into words only when someone asks. */
export interface Activity {
  /** Undefined: no page is judged again. */
  judgesAgain(standing: CrawlActivity['judgingAgain']): void;
  /** Nothing can be begun before one of the visits ends, or before that time. */
  rests(until: number | undefined, visits: number): void;
  /** A visit was begun. */
  goesOn(): void;
  /** Why a host has to be waited for. @returns whether that is new */
  troubledBy(host: string, why: string): boolean;
  /** A host answered. */
  wellAgain(host: string): void;
  /** Undefined while there is nothing to say: the crawl requests pages. */
  now(context: { readonly politeness: Politeness }): CrawlActivity | undefined;
}

/** @param clock milliseconds */
export function createActivity(clock: { readonly now: () => number }): Activity {
  let judgingAgain: CrawlActivity['judgingAgain'];
  let rest: Rest | undefined;
  const troubles = new Map<string, string>();

  return {
    judgesAgain: (standing) => void (judgingAgain = standing && { ...standing }),
    rests: (until, visits) => void (rest = { since: rest?.since ?? clock.now(), until, visits }),
    goesOn: () => void (rest = undefined),
    troubledBy(host, why) {
      const isNew = !troubles.has(host);
      troubles.delete(host);
      troubles.set(host, why);
      for (const oldest of troubles.keys()) {
        if (troubles.size <= MAX_TROUBLES) break;
        troubles.delete(oldest);
      }
      return isNew;
    },
    wellAgain: (host) => void troubles.delete(host),
    now({ politeness }) {
      const wait = rest && waitOf(rest, politeness.standing(MAX_HOSTS), troubles);
      return judgingAgain === undefined && wait === undefined ? undefined : { judgingAgain, waiting: wait };
    },
  };
}

function waitOf(
  { since, until, visits }: Rest,
  { contacted, resting }: HostStanding,
  troubles: ReadonlyMap<string, string>,
): CrawlWait | undefined {
  if (contacted.length > 0) return { why: `an answer from ${listed(contacted)}`, since };
  if (visits > 0) return { why: `${visits} ${visits === 1 ? 'page' : 'pages'} being read and judged`, since };
  if (until === undefined) return undefined;
  const [first] = resting.filter(([, ready]) => ready >= until).sort(([, a], [, b]) => a - b);
  if (first === undefined) return undefined;
  const [host, ready] = first;
  const trouble = troubles.get(host);
  return trouble === undefined
    ? { why: `the pause between two requests to ${host}`, since, until: ready }
    : { why: trouble, since, until: ready, retries: true };
}

function listed(hosts: readonly string[]): string {
  const more = hosts.length - NAMED;
  return `${hosts.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Notes that the robots.txt of a host cannot be fetched, and names the host of a seed at once. */
export function noteUnreachable(
  { url, depth }: { readonly url: string; readonly depth: number },
  activity: Activity,
  { robots, logger }: { readonly robots: Robots; readonly logger: Logger },
): void {
  const retry = robots.retryIn(url);
  const why = robots.whyUnreachable(url);
  if (retry === undefined || why === undefined) return;
  const isNew = activity.troubledBy(hostOf(url), why);
  if (isNew && depth === 0) logger.warn(`${why}, retrying in ${secondsText(retry / 1000)}`);
}

/** Milliseconds for which a crawl may wait before that is worth a word. */
const WORTH_SAYING = 2000;

/**
 * Current work of a crawl, in words; nothing for waits of less than two seconds.
 * @param now milliseconds of the crawl's clock
 */
export function activityText(
  { judgingAgain, waiting }: CrawlActivity,
  now: number = Date.now(),
): readonly string[] {
  const texts: string[] = [];
  if (judgingAgain !== undefined && judgingAgain.done < judgingAgain.pages) {
    const { pages, done } = judgingAgain;
    texts.push(`judging ${numberText(pages)} pages again, ${numberText(done)} done`);
  }
  const wait = waitText(waiting, now);
  return wait === undefined ? texts : [...texts, wait];
}

function waitText(waiting: CrawlActivity['waiting'], now: number): string | undefined {
  if (waiting === undefined) return undefined;
  const { why, since, until, retries } = waiting;
  const left = until === undefined ? 0 : Math.max(0, until - now);
  if (now - since < WORTH_SAYING && left < WORTH_SAYING) return undefined;
  if (until === undefined) return `waiting: ${why}`;
  return `waiting: ${why}, ${retries === true ? 'retrying' : 'continuing'} in ${secondsText(left / 1000)}`;
}

/** A duration in its largest unit. */
export function secondsText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** 1766 as 1,766. */
export function numberText(number: number): string {
  return number.toLocaleString('en');
}

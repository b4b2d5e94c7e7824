import type { CrawlActivity, CrawlWait } from '../../model/crawl-activity.js';
import type { Logger } from '../../support/logger.js';
import type { Politeness } from '../politeness/politeness.js';
import type { Robots } from '../politeness/robots.js';
import { createRecent } from '../../support/remember.js';

/** Hosts whose troubles are remembered, hosts that are looked at, and hosts that are named. */
const [MAX_TROUBLES, MAX_HOSTS, NAMED] = [1000, 2000, 2];

/** Activity of the parts of a crawl; put into words only when someone asks. */
export type Activity = ReturnType<typeof createActivity>;

/** @param clock milliseconds */
export function createActivity(clock: { readonly now: () => number }) {
  let judgingAgain: CrawlActivity['judgingAgain'];
  let rest: { since: number; until: number | undefined; visits: number } | undefined;
  const troubles = createRecent<string, string | undefined>(MAX_TROUBLES / 2);

  function waitOf(politeness: Politeness): CrawlWait | undefined {
    if (rest === undefined) return undefined;
    const { since, until, visits } = rest;
    const { contacted, resting } = politeness.standing(MAX_HOSTS);
    if (contacted.length > 0) return { why: `an answer from ${listed(contacted)}`, since };
    if (visits > 0)
      return { why: `${visits} ${visits === 1 ? 'page' : 'pages'} being read and judged`, since };
    if (until === undefined) return undefined;
    const [first] = resting.filter(([, ready]) => ready >= until).sort(([, a], [, b]) => a - b);
    if (first === undefined) return undefined;
    const [host, ready] = first;
    const trouble = troubles.get(host);
    return trouble === undefined
      ? { why: `the pause between two requests to ${host}`, since, until: ready }
      : { why: trouble, since, until: ready, retries: true };
  }

  return {
    /** Undefined: no page is judged again. */
    judgesAgain: (standing: CrawlActivity['judgingAgain']) =>
      void (judgingAgain = standing && { ...standing }),
    /** Nothing can be begun before one of the visits ends, or before that time. */
    rests: (until: number | undefined, visits: number) =>
      void (rest = { since: rest?.since ?? clock.now(), until, visits }),
    /** A visit was begun. */
    goesOn: () => void (rest = undefined),
    /** Why a host has to be waited for. @returns whether that is new */
    troubledBy(host: string, why: string): boolean {
      const isNew = troubles.get(host) === undefined;
      troubles.set(host, why);
      return isNew;
    },
    /** A host answered. */
    wellAgain(host: string): void {
      if (troubles.get(host) !== undefined) troubles.set(host, undefined);
    },
    /** Undefined while there is nothing to say: the crawl requests pages. */
    now({ politeness }: { readonly politeness: Politeness }): CrawlActivity | undefined {
      const waiting = waitOf(politeness);
      return judgingAgain === undefined && waiting === undefined ? undefined : { judgingAgain, waiting };
    },
  };
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
  const [retry, why] = [robots.retryIn(url), robots.whyUnreachable(url)];
  if (retry === undefined || why === undefined) return;
  const isNew = activity.troubledBy(new URL(url).host, why);
  if (isNew && depth === 0) logger.warn(`${why}, retrying in ${secondsText(retry / 1000)}`);
}

/** Milliseconds for which a crawl may wait before that is worth a word. */
const WORTH_SAYING = 2000;

/** Current work of a crawl, in words; nothing for waits of less than two seconds. @param now by the crawl's clock */
export function activityText({ judgingAgain, waiting }: CrawlActivity, now = Date.now()): readonly string[] {
  const { pages = 0, done = 0 } = judgingAgain ?? {};
  const judging = done < pages ? [`judging ${numberText(pages)} pages again, ${numberText(done)} done`] : [];
  if (waiting === undefined) return judging;
  const { why, since, until, retries } = waiting;
  const left = until === undefined ? 0 : Math.max(0, until - now);
  if (now - since < WORTH_SAYING && left < WORTH_SAYING) return judging;
  const rest =
    until === undefined
      ? ''
      : `, ${retries === true ? 'retrying' : 'continuing'} in ${secondsText(left / 1000)}`;
  return [...judging, `waiting: ${why}${rest}`];
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

import type { CrawlActivity, CrawlWait } from '../../model/crawl-activity.js';
import type { Crawl } from './crawl-context.js';

/** Hosts that are looked at, and hosts that are named. */
const [MAX_HOSTS, NAMED] = [2000, 2];

/** Present occupation of a crawl, for those who watch; undefined while it requests pages. */
export function activityOf(context: Crawl): CrawlActivity | undefined {
  const { judgingAgain } = context;
  const waiting = waitOf(context);
  return judgingAgain === undefined && waiting === undefined ? undefined : { judgingAgain, waiting };
}

function waitOf({ rest, politeness, running }: Crawl): CrawlWait | undefined {
  if (rest === undefined) return undefined;
  const { since, until } = rest;
  const { contacted, resting } = politeness.standing(MAX_HOSTS);
  const more = contacted.length > NAMED ? ` and ${contacted.length - NAMED} more` : '';
  if (contacted.length > 0)
    return { why: `an answer from ${contacted.slice(0, NAMED).join(', ')}${more}`, since };
  if (running.size > 0) return { why: `${numberText(running.size)} pages being read and judged`, since };
  if (until === undefined) return undefined;
  const [first] = resting.filter(([, ready]) => ready >= until).sort(([, a], [, b]) => a - b);
  return first && { why: `${first[0]} is not to be contacted yet`, since, until: first[1] };
}

/** Milliseconds for which a crawl may wait before that is worth a word. */
const WORTH_SAYING = 2000;

/** Current work of a crawl, in words. @param now by the crawl's clock */
export function activityText({ judgingAgain, waiting }: CrawlActivity, now = Date.now()): readonly string[] {
  const { pages = 0, done = 0 } = judgingAgain ?? {};
  const judging = done < pages ? [`judging ${numberText(pages)} pages again, ${numberText(done)} done`] : [];
  if (waiting === undefined) return judging;
  const { why, since, until } = waiting;
  const left = Math.max(0, (until ?? now) - now);
  if (now - since < WORTH_SAYING && left < WORTH_SAYING) return judging;
  const then = until === undefined ? '' : `, continuing in ${secondsText(left / 1000)}`;
  return [...judging, `waiting: ${why}${then}`];
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

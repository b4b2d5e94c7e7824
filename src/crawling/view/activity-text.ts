import type { CrawlActivity } from '../../model/crawl-activity.js';

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

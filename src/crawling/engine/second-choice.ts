import type { Priority } from '../../model/crawl-event.js';

/** Links of second choice have smaller values than this, all others larger ones. */
export const SECOND_CHOICE = -1e12;

/** Links of second choice that are queued at most in one crawl, so that those of rejected pages do not fill the disk. */
export const MOST_SECOND_CHOICES = 100_000;

/** The value of a link of second choice that would have this one otherwise. */
export function secondValue(value: number): number {
  return 2 * SECOND_CHOICE + value;
}

/** The priority of a link on a rejected page where accepted pages come first: behind all others, in the same order. */
export function secondChoice({ value, reason, ...rest }: Priority): Priority {
  return { ...rest, value: secondValue(value), reason: `${reason}, on a rejected page` };
}

/** Whether a link was queued as {@link secondChoice}. The events of seeds do not have a priority. */
export function isSecondChoice(priority: Priority | undefined): boolean {
  return priority !== undefined && priority.value < SECOND_CHOICE;
}

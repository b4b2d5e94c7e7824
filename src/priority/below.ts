import type { Priority } from '../model/crawl.js';

/**
 * What becomes of a link whose value, from 0 to 1, is below a threshold: dropped, or queued behind all others, by 1 less.
 */
export function belowThreshold(value: number, reason: string, below: 'drop' | 'last'): Priority | undefined {
  return below === 'drop' ? undefined : { value: value - 1, reason: `${reason}, below the threshold` };
}

import type { Priority } from '../../../model/crawl-event.js';

/**
 * Drops a link whose value (0 to 1) is below a threshold, or queues it behind all others by subtracting 1.
 */
export function belowThreshold(value: number, reason: string, below: 'drop' | 'last'): Priority | undefined {
  return below === 'drop' ? undefined : { value: value - 1, reason: `${reason}, below the threshold` };
}

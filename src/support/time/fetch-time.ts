import type { CrawlEvent } from '../../model/crawl-event.js';

/** Time at which a page was fetched, ISO 8601, UTC: that of its capture, where it has one. Undefined if it is simulated. */
export function fetchTime({ archived, time }: Pick<CrawlEvent, 'archived' | 'time'>, isSimulated: boolean) {
  return archived?.time ?? (isSimulated ? undefined : time);
}

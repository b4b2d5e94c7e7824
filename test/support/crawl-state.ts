import type { CrawlState } from '../../src/crawling/engine/crawl-types.js';
import { NOTHING_COUNTED } from '../../src/crawling/engine/tally.js';

/** The state of a crawl after an event, where nothing but its number matters. */
export function stateAfter(sequence: number): CrawlState {
  return { sequence, startedAt: 0, time: 0, seconds: 0, tally: NOTHING_COUNTED, scope: [] };
}

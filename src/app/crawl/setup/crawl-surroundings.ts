import type { CollectionMemory } from '../../../crawling/engine/crawl-types.js';
import type { CrawlCounts } from '../../../crawling/engine/crawl-counts.js';
import type { CrawlActivity } from '../../../model/crawl-activity.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import type { Logger } from '../../../support/logger.js';
import type { Clock } from '../../../support/time/clock.js';

/** Services that a crawl may be given from outside. */
export interface CrawlDeps {
  /** Ends the crawl cleanly when aborted. */
  readonly signal?: AbortSignal;
  /** Called after each event. @param maxPages those of earlier runs of the crawl included */
  readonly onProgress?: (counts: CrawlCounts, maxPages: number) => void;
  /** Called with what the crawl waits for before its first request and after its last one; undefined: nothing. */
  readonly onWait?: (what: string | undefined) => void;
  /** As `WatchParts.watchActivity`. */
  readonly watchActivity?: (activity: () => CrawlActivity | undefined) => void;
  /** Called when the folder of results is there, before the first request. */
  readonly onBegun?: (out: string) => void;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Takes the place of the network, for instance a stored web. */
  readonly fetcher?: Fetcher;
  /** Present where the crawl is a further one of a collection. */
  readonly collection?: CollectionMemory;
}

import type { CrawlActivity } from '../../model/crawl-activity.js';
import type { Fetcher } from '../../model/crawl-event.js';
import type { OnWait } from '../../model/wait.js';
import type { Logger } from '../../support/logger.js';
import type { Clock } from '../../support/time/clock.js';

/** Injected services of harvests, proposals and maps, and their listeners. */
export interface DiscoverDeps {
  /** Ends the work when aborted. */
  readonly signal?: AbortSignal;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Takes the place of the network, for pages and searches. */
  readonly fetcher?: Fetcher;
  /** Called with the steps before the first page is requested and after the last one. */
  readonly onWait?: OnWait;
  /** As `WatchParts.watchActivity`; not called where time is simulated. */
  readonly watchActivity?: (activity: () => CrawlActivity | undefined) => void;
}

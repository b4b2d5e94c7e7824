import type { z } from 'zod';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { TakenAction } from '../../model/steering.js';
import type { AcceptedHosts, AcceptedPage } from '../pages/accepted-pages.js';
import type { Crawl } from './crawl-context.js';
import type { CrawlState, FindUrls, FoundUrl } from './crawl-types.js';
import type { CrawlHooks } from './feature.js';

/**
 * An optional part of a crawl, such as an estimate or a renderer. Its calls in order: `begin`; the events of earlier runs; before each
 * choice of URLs `beforeChoice`. In a visit: before the request the rules of the host and recognition; `convert` of what is not HTML;
 * `read`; rights; the judge; `describe` if it accepts. In the transaction that ends the URL: `found`, its event, `state`.
 * @example
 * const linkLog: CrawlFeature = {
 *   name: 'link-log',
 *   begin: ({ deps }) => ({ found: (urls) => deps.logger.info(`${urls.length} links to queue`) }),
 * };
 */
export interface CrawlFeature {
  /** Also the name under which its state is kept. */
  readonly name: string;
  /** The form of its state; a state of another form is damaged. Default: any. */
  readonly stateSchema?: z.ZodType;
  /** Content of `crawl.json`. */
  readonly description?: Readonly<Record<string, unknown>>;
  /** Called before anything that an earlier run left is read, but for what people asked. @throws InputError */
  prepare?(actions: readonly TakenAction[]): Promise<void>;
  /** Called once, before the first visit. @param saved the state that an earlier run of the crawl left */
  begin(context: Crawl, saved: unknown): CrawlHooks;
}

/** Knowledge of a crawl when it starts, in addition to its seeds, and its optional features. */
export interface CrawlStart {
  readonly features?: readonly CrawlFeature[];
  /** Addresses that lists name: queued after the seeds, in their order, and not followed as seeds are. */
  readonly found?: readonly FoundUrl[];
  readonly find?: FindUrls;
  /** End of an earlier run of the crawl, and its events, each with its last judgement. */
  readonly resumed?: {
    readonly state: CrawlState;
    /** Out of its events: pages requested, by host; accepted pages in their order. */
    readonly remembered: {
      readonly hostPages: ReadonlyMap<string, number>;
      readonly acceptedHosts?: AcceptedHosts;
      readonly accepted: readonly AcceptedPage[];
    };
    readonly events?: () => AsyncIterable<CrawlEvent>;
  };
  /** Actions of earlier runs of the crawl, in the order in which they were taken. */
  readonly actions?: readonly TakenAction[];
}

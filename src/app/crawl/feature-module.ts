import type { CrawlFeature } from '../../crawling/engine/crawl-context.js';
import type { FoundUrl } from '../../crawling/engine/crawl-types.js';
import type { JudgeParts } from '../../judging/judge/judge-plan.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import type { Fetcher } from '../../model/crawl-event.js';
import type { TakenAction } from '../../model/steering.js';
import type { Logger } from '../../support/logger.js';
import type { Clock } from '../../support/time/clock.js';
import type { Own } from '../../support/with-resources.js';
import type { CrawlSettings } from '../settings/crawl-settings.js';

/** Parts that features work with. */
export interface FeatureParts {
  /** Has pages judged otherwise from now on. @param model the number of the model that judges */
  readonly judgeBy: (judges: readonly JudgeParts[], model: number) => void;
  /** Fetches what is not a page of the crawl. */
  readonly fetcher: Fetcher;
  /** Takes the place of the network, also for services that the user named. */
  readonly instead: Fetcher | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly judges: readonly JudgeParts[];
  readonly plugins: Plugins;
  readonly out: string;
  /** Actions of earlier runs of the crawl. */
  readonly actions: readonly TakenAction[];
  readonly isShared: boolean;
}

/** An optional part of crawls, loaded where the settings ask for it. */
export interface FeatureModule {
  /** Refuses settings before the folder of the crawl is touched. @throws UsageError; InputError */
  readonly refuseUnfit?: (settings: CrawlSettings) => Promise<void> | void;
  /** Opens it for a crawl; undefined if the crawl does not need it. */
  readonly open: (
    settings: CrawlSettings,
    parts: FeatureParts,
    own: Own,
  ) => CrawlFeature | undefined | Promise<CrawlFeature | undefined>;
}

/** Knowledge from earlier crawls of the same collection. */
export interface CollectionMemory {
  /** Queued after the seeds, in their order. */
  readonly found: readonly FoundUrl[];
  /** True if links to an address are left because earlier crawls requested it. */
  readonly isKnown: (url: string) => boolean;
  /** Opens the taking over of pages that have not changed. @param judges whose judgements are taken over, as `judgedBy` names them */
  readonly unchanged: (judges: string) => Promise<CrawlFeature>;
}

import type { CrawlFeature } from '../../crawling/engine/crawl-feature.js';
import type { EarlierCrawl } from '../../crawling/store/earlier-crawl.js';
import type { JudgeParts } from '../../judging/judge/judge-plan.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import type { Fetcher } from '../../model/crawl-event.js';
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
  /** The earlier crawl whose pages are visited again. */
  readonly earlier: EarlierCrawl | undefined;
  readonly plugins: Plugins;
  readonly out: string;
  readonly isShared: boolean;
}

/** An optional part of crawls, loaded where the settings ask for it. */
export interface FeatureModule {
  /** Refuses settings before the folder of the crawl is touched. @throws UsageError; InputError */
  readonly refuseUnfit?: (settings: CrawlSettings) => Promise<void>;
  /** Opens it for a crawl; undefined if the crawl does not need it. */
  readonly open: (
    settings: CrawlSettings,
    parts: FeatureParts,
    own: Own,
  ) => CrawlFeature | undefined | Promise<CrawlFeature | undefined>;
}

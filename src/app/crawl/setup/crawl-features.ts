import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import type { JudgeParts } from '../../../judging/judge/judge-plan.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import type { Logger } from '../../../support/logger.js';
import type { Clock } from '../../../support/time/clock.js';
import type { Own } from '../../../support/with-resources.js';
import type { CrawlSettings } from '../../settings/crawl-settings.js';
import type { CrawlJudge } from './crawl-judge.js';
import type { OpenedRendering } from './open-rendering.js';

/** What features work with. */
interface FeatureParts extends Pick<CrawlJudge, 'judgeBy'> {
  readonly rendering: OpenedRendering | undefined;
  /** Fetches what is not a page of the crawl. */
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly judges: readonly JudgeParts[];
  readonly plugins: Plugins;
  /** The folder of the crawl. */
  readonly out: string;
  /** Whether several workers share the crawl. */
  readonly isShared: boolean;
}

/** The features that the settings ask for. */
export async function featuresOf(
  settings: CrawlSettings,
  { rendering, fetcher, clock, ...judging }: FeatureParts,
  own: Own,
): Promise<readonly CrawlFeature[]> {
  const { respectTdm, topic, sampleFrontier: share, sampleSeed: seed } = settings;
  const features: CrawlFeature[] = [];
  if (respectTdm) {
    const { reservationFeature } = await import('../../../extensions/rights/reserved.js');
    features.push(reservationFeature({ fetcher, clock }));
  }
  if (rendering !== undefined) {
    const { renderingFeature } = await import('../../../extensions/rendering/rendering-feature.js');
    features.push(renderingFeature(rendering));
  }
  // Without a topic every page is relevant.
  if (topic !== undefined) {
    const { surveyFeature } = await import('../../../extensions/survey/survey.js');
    features.push(surveyFeature({ share, seed }));
  }
  if (judging.judges.length > 0) {
    const { openRetraining } = await import('../../../extensions/retraining/open-retraining.js');
    features.push(await openRetraining(settings, judging, own));
  }
  return features;
}

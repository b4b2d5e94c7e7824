import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import { reservationFeature } from '../../../crawling/politeness/reserved.js';
import type { Fetcher } from '../../../model/crawl.js';
import type { Clock } from '../../../support/time/clock.js';
import type { CrawlSettings } from '../../settings/crawl-settings.js';
import type { OpenedRendering } from './rendering.js';

/** What features work with. */
interface FeatureParts {
  readonly rendering: OpenedRendering | undefined;
  /** Fetches what is not a page of the crawl. */
  readonly fetcher: Fetcher;
  readonly clock: Clock;
}

/** The features that the settings ask for. */
export async function featuresOf(
  { respectTdm, topic, sampleFrontier: share, sampleSeed: seed }: CrawlSettings,
  { rendering, fetcher, clock }: FeatureParts,
): Promise<readonly CrawlFeature[]> {
  const features: CrawlFeature[] = [];
  if (respectTdm) features.push(reservationFeature({ fetcher, clock }));
  if (rendering !== undefined) {
    const { renderingFeature } = await import('../../../extensions/rendering/rendering-feature.js');
    features.push(renderingFeature(rendering));
  }
  // Without a topic every page is relevant.
  if (topic !== undefined) {
    const { surveyFeature } = await import('../../../extensions/survey/survey.js');
    features.push(surveyFeature({ share, seed }));
  }
  return features;
}

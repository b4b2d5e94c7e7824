import type { CrawlSettings } from '../../../app/settings/settings.js';
import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import type { Logger } from '../../../support/logger.js';
import type { Own } from '../../../support/with-resources.js';
import { openModelTrainer, type Teaching } from './model-trainer.js';
import { retrainingFeature } from './retraining-feature.js';
import { planRetraining } from './retraining-plan.js';

/** Services of retraining. */
export interface RetrainingParts extends Omit<Teaching, 'retraining'> {
  /** The folder of the crawl. */
  readonly out: string;
  /** True if several workers share the crawl. */
  readonly isShared: boolean;
  readonly logger: Logger;
}

/**
 * Opens retraining for a crawl with a topic. Where the crawl cannot train models, `crawl.json` says why, and it judges by the
 * last model that an earlier run trained.
 */
export async function openRetraining(
  settings: CrawlSettings,
  { out, isShared, logger, ...teaching }: RetrainingParts,
  own: Own,
): Promise<CrawlFeature> {
  const retraining = await planRetraining(settings, teaching.judges, isShared);
  const trainer = own(openModelTrainer(out, { ...teaching, retraining }, logger));
  const description = { retraining: 'whyNot' in retraining ? retraining : { from: retraining.from } };
  return { ...retrainingFeature(trainer), description };
}

import type { CrawlSettings } from '../../../app/settings/settings.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { SfwcError } from '../../../model/errors.js';
import type { PageJudge } from '../../../model/judging.js';
import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import type { JudgedPages } from '../../../crawling/engine/crawl-types.js';
import type { Pause } from '../../../crawling/engine/feature.js';
import { readAgain } from '../../../crawling/engine/read-response.js';
import { createSteering, type Steering } from '../../../crawling/steering/steering.js';
import type { Logger } from '../../../support/logger.js';
import type { Own } from '../../../support/with-resources.js';
import { openModelTrainer, type Teaching } from './model-trainer.js';
import { useNewModel } from './new-model.js';
import { Retraining, type AnsweredPage, type Answers, type ModelTrainer } from './retraining.js';
import { planRetraining } from './train-model.js';

/** Services of retraining. */
interface RetrainingParts extends Omit<Teaching, 'retraining'> {
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

/** Trains the classifier again with what people say of pages, and judges by it. The models are among the actions of the crawl. */
export function retrainingFeature(trainer: ModelTrainer): CrawlFeature {
  return {
    name: 'retraining',
    async prepare(actions) {
      const model = createSteering(actions).model();
      if (model !== undefined) await trainer.use(model);
    },
    begin(context) {
      const { parts, steering, ending } = context;
      const { judge, judged } = parts;
      // Where people cannot say anything of pages, there is nothing to learn from.
      if (parts.control === undefined || judged === undefined) return {};
      const retraining = new Retraining(trainer, steering.model(), parts.logger, ending.signal);
      return {
        mustJudge: () => retraining.trained !== undefined,
        beforeJudging: (pages, visits) => useNewModel({ retraining, trainer }, context, pages, visits),
        model: () => ({ number: retraining.model?.number, heldOut: trainer.heldOut() }),
        answered: (answered, pages) => trainAnew(answered, steering.verdicts(), pages, judge, retraining),
        isUnderWay: () => retraining.isUnderWay,
        onEnd: (ring) => void (retraining.onEnd = ring),
      };
    },
  };
}

type Verdicts = ReturnType<Steering['verdicts']>;

/** Has a model trained with the answered pages whose bodies were kept, where there are enough of them. */
async function* trainAnew(
  answered: readonly CrawlEvent[],
  verdicts: Verdicts,
  judged: JudgedPages,
  judge: PageJudge,
  retraining: Retraining,
): AsyncGenerator<Pause, void> {
  if (!retraining.isDue(countsOf(answered, verdicts))) return;
  const kept = answered.filter(({ stored }) => stored !== undefined);
  if (!retraining.isDue(countsOf(kept, verdicts))) return;
  const pages: AnsweredPage[] = [];
  for (const event of kept) {
    yield;
    const body = await judged.bodyOf(event);
    const said = verdicts.get(event.url);
    const page = body && (await readAgain(event, body, judge).catch(notUnreadable));
    if (page !== undefined && said !== undefined) pages.push({ ...said, url: event.url, page });
  }
  void retraining.train(pages);
}

function countsOf(events: readonly CrawlEvent[], verdicts: Verdicts): Answers {
  const yes = events.filter(({ url }) => verdicts.get(url)?.relevant === true).length;
  return { yes, no: events.length - yes };
}

/** A page that cannot be read a second time is left out. */
function notUnreadable(thrown: unknown): undefined {
  if (thrown instanceof SfwcError) throw thrown;
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HeldOutPage } from '../../../crawling/engine/feature.js';
import { modelFile } from '../../../crawling/store/result-folder.js';
import type { CrawlModel } from '../../../model/steering.js';
import {
  answerForThreads,
  pluginsForThread,
  type AskPart,
  type PluginsOfThread,
} from '../../../judging/plugins/in-threads.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import { needsWordSpace } from '../../../judging/judge/judge-pool.js';
import { trainedModelOf } from '../../../judging/judge/plan-judges.js';
import type { JudgeParts } from '../../../judging/judge/judge-plan.js';
import type { TrainedModel } from '../../../judging/topic/trained-model.js';
import { countedIn, isSpaceOfVersion } from '../../../judging/topic/trained-rule.js';
import { InputError } from '../../../model/errors.js';
import { shareWordSpace, type SharedWordSpace } from '../../../language/text/word-space-file.js';
import type { Logger } from '../../../support/logger.js';
import { partialName } from '../../../support/files/replace-file.js';
import { openThreadPool, type ThreadPool } from '../../../support/threads/pool.js';
import {
  readCrawlModel,
  type AnsweredPage,
  type ModelTraining,
  type NoRetraining,
  type RetrainingPlan,
} from './train-model.js';

/** Protocol of the thread that trains models. */
export interface TrainingProtocol {
  readonly data: {
    readonly plugins: PluginsOfThread;
    /** The word space of general English, where the judge of the crawl needs it. */
    readonly wordSpace?: SharedWordSpace;
  };
  readonly tasks: {
    /** Trains a model and writes it into the folder of the crawl. @throws InputError, OutputError */
    readonly train: (
      request: ModelTraining & { readonly out: string; readonly number: number },
    ) => CrawlModel;
  };
  readonly calls: {
    /** Calls a linker that is an object in the main thread. */
    readonly askPart: AskPart;
    readonly warn: (message: string) => void;
  };
}

/** Services with which models are trained, and come to judge. */
export interface Teaching {
  readonly retraining: RetrainingPlan | NoRetraining;
  readonly judges: readonly JudgeParts[];
  readonly plugins: Plugins;
  /** Has pages judged otherwise from now on. @param model the number of the model that judges */
  readonly judgeBy: (judges: readonly JudgeParts[], model: number) => void;
}

/** Seconds that a training may take. */
const MAX_SECONDS = 3600;

export type ModelTrainer = Omit<ReturnType<typeof openModelTrainer>, 'close'>;

/**
 * Retrains the ensemble of a crawl in one thread of its own, which is started when there is something to train, and has the
 * pages of the crawl judged by what it trained.
 */
export function openModelTrainer(
  out: string,
  { retraining, judges, plugins, judgeBy }: Teaching,
  logger: Logger,
) {
  let heldOut: readonly HeldOutPage[] = [];
  const [only] = judges;
  const plan = 'whyNot' in retraining ? undefined : retraining;
  const model = only && trainedModelOf(only);
  const thread = openTrainingThread(plugins, logger, () => only !== undefined && needsWordSpace(only));
  const begun: string[] = [];
  return {
    /** The number of answered pages with which a model is trained first. Infinity: none is trained any more. */
    from: plan?.from ?? Number.POSITIVE_INFINITY,
    /** Trains a model in the background. The same pages give the same model. @throws InputError; OutputError; the signal's reason */
    async train(number: number, pages: readonly AnsweredPage[], signal: AbortSignal): Promise<CrawlModel> {
      if (plan === undefined || only === undefined || model === undefined)
        throw new RangeError('this crawl does not train models');
      const { language, analyser, topic, about } = only.plan;
      const judge = { language, analyser, topic, about, concepts: model.concepts };
      begun.push(join(out, modelFile(number)));
      return thread.run('train', { out, number, plan, judge, pages }, signal);
    },
    /** Pages that are read from now on are judged by this model. @throws InputError for its file */
    async use({ file, checksum, number }: CrawlModel): Promise<void> {
      const body = await readCrawlModel(join(out, file), checksum);
      judgeBy([withModel(judges, body.model)], number);
      ({ heldOut } = body);
    },
    /** The labelled pages that the model learned from. None for the topic's own. */
    heldOut: () => heldOut,
    async close(): Promise<void> {
      await thread.close();
      // A thread that was ended could not remove what it had not finished.
      for (const file of begun) await rm(partialName(file), { force: true });
    },
  };
}

function openTrainingThread(
  plugins: Plugins,
  logger: Logger,
  needsSpace: () => boolean,
): ThreadPool<TrainingProtocol> {
  return openThreadPool<TrainingProtocol>({
    script: new URL('./model-training-worker.js', import.meta.url),
    data: () => ({
      plugins: pluginsForThread(plugins),
      ...(needsSpace() ? { wordSpace: shareWordSpace() } : {}),
    }),
    calls: { askPart: answerForThreads(plugins), warn: (message) => logger.warn(message) },
    size: 1,
    tasksAtOnce: 1,
    seconds: MAX_SECONDS,
    retries: false,
    purpose: 'train a model',
    hint: 'give sfwc more memory',
  });
}

/** The parts of a judge with another model in the place of the topic's. @throws InputError */
export function withModel([only]: readonly JudgeParts[], model: TrainedModel): JudgeParts {
  const { name } = only?.plan.classifier ?? {};
  if (only?.kind.learner === undefined || name !== model.classifier)
    throw new InputError(
      `the crawl judges by a model that it trained, and the topic does not have a trained ${model.classifier} any more`,
      { hint: 'build the topic again' },
    );
  if (!isSpaceOfVersion(model, only.kind.learner))
    throw new InputError(
      'the crawl judges by a model that it trained with another word space than the one of this version',
      { hint: 'continue with the version of sfwc that trained it, or begin a new crawl' },
    );
  const data = { ...countedIn(model, only.facts), concepts: trainedModelOf(only)?.concepts };
  return { ...only, plan: { ...only.plan, classifier: { name, data } } };
}

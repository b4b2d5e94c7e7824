import { readTrainingSet } from '../../../app/topics/train-topic.js';
import type { HeldOutScore } from '../../../crawling/engine/feature.js';
import { trainWithLabels } from '../labelled-model.js';
import { annotateLabels, readLabelledPages, readWrittenLabels, type LabelledPage } from '../labels.js';
import type { AnsweredPage } from './retraining.js';
import type { RetrainingPlan } from './retraining-plan.js';
import type { JudgePlan } from '../../../judging/judge/judge-plan.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { wordReaderFor } from '../../../language/text/word-readers.js';
import { NOTHING_FURTHER } from '../../../judging/classifiers/classifier.js';
import { ensemble } from '../../../judging/classifiers/ensemble.js';
import { sigmoid } from '../../../judging/learning/logistic-regression.js';
import { InputError, messageOf } from '../../../model/errors.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import type { TrainedModel } from '../../../judging/topic/trained-model.js';
import { generalSpace, type GeneralSpace } from '../../../judging/topic/word-space.js';

/** Data from which a model is trained. Plain data. */
export interface ModelTraining {
  readonly plan: RetrainingPlan;
  /** The judge of the crawl: how texts are read, and the nouns of the topic's concepts. */
  readonly judge: Pick<JudgePlan, 'language' | 'analyser' | 'topic' | 'about'> &
    Pick<TrainedModel, 'concepts'>;
  readonly pages: readonly AnsweredPage[];
}

/** A model as its file has it. */
export interface CrawlModelBody {
  readonly model: TrainedModel;
  /** See `ModelTrainer.heldOut`. */
  readonly heldOut: readonly HeldOutScore[];
}

/**
 * Trains the ensemble of a topic with the topic's texts, with answered pages, and with the labels that it was trained with
 * before. Its threshold comes from the scores of answered pages by models that had not learned from them.
 * @param general opens the word space of general English
 * @throws InputError when there is too little to learn from
 */
export async function trainModelOfCrawl(
  { plan, judge, pages }: ModelTraining,
  plugins: Plugins,
  warn: (message: string) => void,
  general: () => GeneralSpace = generalSpace,
): Promise<CrawlModelBody> {
  const { language } = judge;
  const answered = pages.map(({ url, relevant, ...rest }) => ({ ...rest, where: url, positive: relevant }));
  const labelled = [...(await earlierLabels(plan.labels, warn)), ...answered];
  const reading = { plan: judge.analyser, plugins, workers: 1, words: wordReaderFor(language) };
  const labels = await annotateLabels(labelled, reading);
  const { set } = await readTrainingSet(
    { ...judge, name: judge.topic, file: plan.topicFile },
    { general: language === ENGLISH ? general() : undefined },
  );
  const { model, used } = trainWithLabels(ensemble.learner, set, labels, NOTHING_FURTHER, 0);
  // Earlier labels stand in files.
  const urls = new Set(pages.map(({ url }) => url));
  const heldOut = used.map(({ label: { where, positive, weight }, odds }) => ({
    ...{ url: urls.has(where) ? where : undefined, score: sigmoid(odds) },
    ...{ relevant: positive, weight },
  }));
  return { model, heldOut };
}

/** The labelled pages that the topic's ensemble was trained with. Labels whose pages are gone are left out. */
async function earlierLabels(
  files: readonly string[],
  warn: (message: string) => void,
): Promise<readonly LabelledPage[]> {
  const ignore = (): void => undefined;
  try {
    return await readLabelledPages(await readWrittenLabels(files, ignore), [], ignore);
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown;
    warn(`the new model does not know the labels that the ensemble was trained with: ${messageOf(thrown)}`);
    return [];
  }
}

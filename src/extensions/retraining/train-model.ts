import { openBoxedBackground } from '../../app/topics/building/boxed-background.js';
import { topicTexts } from '../../app/topics/building/training-texts.js';
import type { HeldOutScore } from '../../crawling/engine/feature.js';
import type { AnsweredPage } from './retraining.js';
import type { RetrainingPlan } from './retraining-plan.js';
import type { JudgePlan } from '../../judging/judge/judge-plan.js';
import { generalSpaceFor, wordReaderFor } from '../../judging/judge/languages.js';
import { NOTHING_FURTHER } from '../../judging/classifiers/classifier.js';
import { ensemble } from '../../judging/classifiers/ensemble.js';
import { lineOf } from '../../judging/topic/page-content.js';
import { sigmoid } from '../../judging/learning/logistic-regression.js';
import { InputError, messageOf } from '../../model/errors.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import { PARTS, type Part } from '../../judging/parts.js';
import type { LabelledPage } from '../../judging/topic/labels-port.js';
import type { TrainedModel } from '../../judging/topic/trained-model.js';
import { openWordSpace, type GeneralSpace } from '../../judging/topic/word-space.js';

/** What a model is trained from. Plain data. */
export interface ModelTraining {
  readonly plan: RetrainingPlan;
  /** The judge of the crawl: how texts are read, and the word space of the topic's ensemble. */
  readonly judge: Pick<JudgePlan, 'language' | 'analyser' | 'topic' | 'about'> &
    Pick<TrainedModel, 'space' | 'concepts'>;
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
  general?: () => GeneralSpace,
): Promise<CrawlModelBody> {
  const words = wordReaderFor(judge.language);
  const { corpus, background: own } = await topicTexts(plan.topicFile, words);
  const { contents: background } = plan.isGeneral
    ? await openBoxedBackground(judge.language)
    : { contents: own };
  const answered = pages.map(({ url, page, relevant }) => ({ where: url, page, positive: relevant }));
  const reading = await PARTS.labels();
  const labelled = [...(await earlierLabels(reading, plan.labels, warn)), ...answered];
  const labels = await reading.readLabels(labelled, { plan: judge.analyser, plugins, workers: 1, words });
  const { about, concepts, topic } = judge;
  const space = judge.space && openWordSpace(judge.space);
  const spaces = { space, general: generalSpaceFor(judge, general), concepts };
  const line = about === undefined ? undefined : lineOf(about, words);
  const known = { ...spaces, name: words(topic), line, isOwnBackground: !plan.isGeneral };
  const set = { corpus, background, ...known };
  const { model, used } = labels.learn(ensemble.learner, set, NOTHING_FURTHER, 0);
  // Earlier labels stand in files.
  const urls = new Set(pages.map(({ url }) => url));
  const heldOut = used.map(({ label: { where, positive }, odds }) => ({
    url: urls.has(where) ? where : undefined,
    score: sigmoid(odds),
    relevant: positive,
  }));
  return { model, heldOut };
}

/** The labelled pages that the topic's ensemble was trained with. Labels whose pages are gone are left out. */
async function earlierLabels(
  { labelledPagesOf }: Part<'labels'>,
  files: readonly string[],
  warn: (message: string) => void,
): Promise<readonly LabelledPage[]> {
  try {
    return await labelledPagesOf(files);
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown;
    warn(`the new model does not know the labels that the ensemble was trained with: ${messageOf(thrown)}`);
    return [];
  }
}

import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { CrawlSettings } from '../../../app/settings/settings.js';
import { DEFAULT_CLASSIFIER } from '../../../judging/classifiers/classifier-table.js';
import { hasRecord } from '../../../app/topics/building/recorded-texts.js';
import { classifierFile, readClassifierHeader } from '../../../knowledge/files/classifier-file.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { sha256 } from '../../../support/hash.js';
import { readTrainingSet } from '../../../app/topics/train-topic.js';
import type { HeldOutPage } from '../../../crawling/engine/feature.js';
import { trainWithLabels } from '../labelled-model.js';
import { annotateLabels, readLabelledPages, readWrittenLabels, type LabelledPage } from '../labels.js';
import type { JudgePlan, JudgeParts } from '../../../judging/judge/judge-plan.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { wordReaderFor } from '../../../language/text/word-readers.js';
import { NOTHING_FURTHER } from '../../../judging/classifiers/classifier.js';
import { keptOf } from '../../../judging/relevance/acceptance.js';
import { ensemble } from '../../../judging/classifiers/ensemble.js';
import { InputError, messageOf } from '../../../model/errors.js';
import type { Page } from '../../../model/page.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import type { TrainedModel } from '../../../judging/topic/trained-model.js';
import { generalSpace, type GeneralSpace } from '../../../judging/topic/word-space.js';

/** A page that people gave a verdict on. */
export interface AnsweredPage {
  readonly url: string;
  readonly page: Page;
  readonly relevant: boolean;
  readonly weight?: number;
}

/** Data with which the ensemble of a crawl can be retrained, in addition to answered pages. */
export interface RetrainingPlan {
  /** The number of answered pages with which a model is trained first. */
  readonly from: number;
  readonly topic: string;
  /** The topic's file, whose record has its texts. */
  readonly topicFile: string;
  /** Files with labels that the topic's ensemble was trained with. */
  readonly labels: readonly string[];
}

/** Says why a crawl does not train models. */
export interface NoRetraining {
  readonly whyNot: string;
}

/** The number of answered pages with which a model is trained first. */
const FIRST_ANSWERS = 50;

/**
 * Finds out whether a crawl can retrain its classifier with people's answers, and with which texts.
 * @param isShared whether several workers share the crawl
 */
export async function planRetraining(
  { kb = '' }: Pick<CrawlSettings, 'kb'>,
  judges: readonly Pick<JudgeParts, 'plan' | 'kind'>[],
  isShared: boolean,
): Promise<RetrainingPlan | NoRetraining> {
  const [only, ...others] = judges;
  if (only === undefined) return { whyNot: 'the crawl does not have a topic' };
  if (others.length > 0) return { whyNot: 'an answer does not say which of several topics it is about' };
  if (only.kind.learner === undefined || only.plan.classifier.name !== DEFAULT_CLASSIFIER)
    return {
      whyNot: 'only the ensemble learns from answers, which sfwc build makes where there are enough texts',
    };
  if (isShared) return { whyNot: 'several workers share the crawl' };
  return withTexts(parsePlace(kb).path, only.plan);
}

async function withTexts(
  folder: string | undefined,
  { topic }: Pick<JudgePlan, 'topic'>,
): Promise<RetrainingPlan | NoRetraining> {
  const noTexts = { whyNot: 'the knowledge base does not have the texts of the topic' };
  if (folder === undefined) return noTexts;
  const file = topicFile(folder, topic);
  if (!(await hasRecord(file))) return noTexts;
  const header = await readClassifierHeader(classifierFile(folder, topic, 'ensemble'));
  const labels = header?.settings['labels'];
  return {
    from: FIRST_ANSWERS,
    topic,
    topicFile: file,
    labels: typeof labels === 'string' ? labels.split(', ') : [],
  };
}

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
  readonly heldOut: readonly HeldOutPage[];
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
  const heldOut = used.map(({ label: { where, positive, weight }, text }) => ({
    ...{ url: urls.has(where) ? where : undefined, reason: text ? keptOf(text) : {} },
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

/** Saves a model that a crawl trained. @returns the SHA-256 of the file @throws OutputError */
export async function writeCrawlModel(file: string, body: CrawlModelBody): Promise<string> {
  const content = gzipSync(JSON.stringify(body));
  await replaceFile(file, content);
  return sha256(content);
}

/**
 * Reads a model that a crawl trained. The topic may have been changed since: the model does not need it.
 * @param checksum as the crawl has it
 * @throws InputError when the file is missing, or is not the one that the crawl judged by
 */
export async function readCrawlModel(file: string, checksum: string): Promise<CrawlModelBody> {
  const content = await readFile(file).catch(() => undefined);
  if (content !== undefined && sha256(content) === checksum)
    return JSON.parse(gunzipSync(content).toString()) as CrawlModelBody;
  const problem =
    content === undefined
      ? 'is missing, by which the crawl judges pages'
      : 'is damaged, or is not the model that the crawl judged pages by';
  throw new InputError(`${file} ${problem}`, {
    hint: 'restore the file; the crawl cannot continue without the model that it judges by',
  });
}

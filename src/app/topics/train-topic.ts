import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  classifierFile,
  generalTexts,
  OWN_BACKGROUND,
  writeClassifier,
  type ClassifierHeader,
} from '../../knowledge/files/classifier-file.js';
import { boxedLanguages, hasBoxedBackground } from '../../knowledge/files/background-file.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import { openTopic, type OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { conceptNouns, type TopicFacts } from '../../knowledge/places/topic-facts.js';
import type { CorpusProblem } from '../../model/document.js';
import { InputError, UsageError } from '../../model/errors.js';
import type { LabelUse } from '../../model/label-use.js';
import { OPENING, type OnWait } from '../../model/wait.js';
import {
  NOTHING_FURTHER,
  type ClassifierKind,
  type Learner,
  type TrainingSettings,
} from '../../judging/classifiers/classifier.js';
import { ensemble } from '../../judging/classifiers/ensemble.js';
import { ENDPOINT_HAS_NONE } from '../../judging/judge/chosen-classifier.js';
import { planOf } from '../../judging/judge/judge.js';
import { generalSpaceFor, requireNouns, wordReaderFor } from '../../judging/judge/languages.js';
import { NO_PLUGINS, type Plugins } from '../../judging/plugins/registry.js';
import type { LabelledTexts, LabelSource, TextReading } from '../../judging/topic/labels-port.js';
import { lineOf } from '../../judging/topic/page-content.js';
import { thresholdOf, type TrainingSet } from '../../judging/topic/scorer.js';
import { trainModel, type TrainedModel } from '../../judging/topic/trained-model.js';
import { languageName } from '../../support/text/language-name.js';
import { openBoxedBackground } from './building/boxed-background.js';
import { topicTexts, type TopicTexts, type TrainingTexts } from './building/training-texts.js';

/** What is trained, and with what: by default the ensemble, with the topic's texts and its background. */
export interface TopicTraining {
  /** Folder of the knowledge base. */
  readonly kb: string;
  readonly topic: string;
  readonly classifier?: Pick<ClassifierKind, 'reads'> & { readonly learner: Learner };
  /** User-defined linkers and readers. */
  readonly plugins?: Plugins;
  /** Threads that read other texts than the topic's. */
  readonly workers?: number;
  /** What `createTextLearner` learned of the topic's texts, where they were just read; default: it is learned from the record of the corpus. */
  readonly learned?: TopicTexts;
  readonly labels?: LabelSource;
  /** Other texts in the place of the topic's background. */
  background?(reading: TextReading): Promise<TrainingTexts>;
  /** What only some classifiers learn with. */
  further?(topic: OpenTopic): Promise<typeof NOTHING_FURTHER>;
  /** What the file says of all this. */
  readonly recorded?: ClassifierHeader['settings'];
}

/** How a training reports while it runs. */
export interface TrainObserver {
  readonly onProblem?: (problem: CorpusProblem) => void;
  /** Hears of the steps that are not counted in documents. */
  readonly onWait?: OnWait;
  /** Ends the training when aborted: a classifier that was trained before stays. */
  readonly signal?: AbortSignal;
}

/** A classifier that was trained. */
export interface TrainReport {
  readonly topic: string;
  readonly classifier: string;
  readonly file: string;
  /** Texts learned from. */
  readonly documents: number;
  readonly backgroundDocuments: number;
  /** Where the background came from. */
  readonly background: string;
  /** Texts of the background that score like the topic, and were left out. Only the ensemble looks for them. */
  readonly backgroundAboutTopic?: number;
  /** The score from which pages are accepted, in the classifier's unit; of the ensemble, in log odds. */
  readonly threshold: number;
  /** The labels that were used, where labels were given. */
  readonly labels?: LabelUse;
  readonly seconds: number;
}

/**
 * Trains a classifier from a topic's texts and a background, and saves it next to the topic. The background is the first
 * available of: the given one, the topic's own, and the general texts that come with sfwc in the topic's language.
 *
 * @throws UsageError for a topic in an endpoint; InputError for the topic and what is learned from; OutputError when the
 *   classifier cannot be saved; the signal's reason
 */
export async function trainTopic(training: TopicTraining, observer: TrainObserver): Promise<TrainReport> {
  const { kb, topic: name } = training;
  const { learner, reads } = training.classifier ?? ensemble;
  if (parsePlace(kb).path === undefined) throw new UsageError(`'${learner.name}' ${ENDPOINT_HAS_NONE}`);
  const startedAt = performance.now();
  const { onWait = () => undefined, onProblem = () => undefined, signal } = observer;
  const readLabelled = await training.labels?.(onProblem);
  onWait(`opening topic '${name}'`, OPENING);
  const topic = await openTopic(kb, name);
  if (reads !== 'words') requireNouns(topic.facts, learner.name);
  const { set, labelled, background } = await readTexts(training, {
    topic,
    learner,
    readLabelled,
    onWait,
    signal,
  });
  await nextTurn();
  signal?.throwIfAborted();
  const settings = { ...NOTHING_FURTHER, ...(await training.further?.(topic)), onWait };
  const model = learnFrom(learner, set, { labelled, settings, onProblem });
  const file = classifierFile(kb, name, learner.name);
  await writeClassifier(file, {
    classifier: learner.name,
    topic: name,
    topicChecksum: topic.facts.checksum,
    background: background.name,
    backgroundChecksum: background.checksum,
    settings: training.recorded ?? {},
    labels: model.labels,
    model,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  return { ...reportOf(name, model, background.name), file, seconds };
}

interface ToRead extends Pick<TrainObserver, 'signal'> {
  readonly topic: OpenTopic;
  readonly learner: Learner;
  readonly readLabelled: Awaited<ReturnType<LabelSource>> | undefined;
  readonly onWait: OnWait;
}

/** Reads all that is learned from. */
async function readTexts(
  training: TopicTraining,
  { topic, learner, readLabelled, onWait, signal }: ToRead,
): Promise<{
  readonly set: TrainingSet;
  readonly labelled: LabelledTexts | undefined;
  readonly background: TrainingTexts;
}> {
  const { kb, topic: name, learned, plugins = NO_PLUGINS, workers = 1 } = training;
  const words = wordReaderFor(topic.facts.language);
  if (learned === undefined) onWait('reading the texts of the topic');
  const { corpus, background: own } = await topicTexts(topicFile(kb, name), words, learned);
  const reading = async (): Promise<TextReading> => {
    const plan = await planOf(topic, undefined, plugins);
    return { plan, plugins, workers, words, signal };
  };
  if (readLabelled !== undefined) onWait('reading the labelled pages');
  const labelled = await readLabelled?.(await reading());
  const background =
    training.background === undefined
      ? await usualBackground(own, topic.facts, onWait)
      : await training.background(await reading());
  const usesGeneral = learner.uses?.includes('general space') === true;
  const general = usesGeneral ? generalSpaceFor(topic.facts.language) : undefined;
  const { about } = topic.facts;
  const line = about === undefined ? undefined : lineOf(about, words);
  const concepts = await conceptNouns(topic.kb, topic.facts.iri);
  const isOwnBackground = background.name === OWN_BACKGROUND;
  const known = { general, concepts, name: words(name), line, isOwnBackground };
  return { set: { corpus, background: background.contents, ...known }, labelled, background };
}

function reportOf(
  topic: string,
  model: TrainedModel,
  background: string,
): Omit<TrainReport, 'file' | 'seconds'> {
  return {
    topic,
    classifier: model.classifier,
    documents: model.documents,
    backgroundDocuments: model.backgroundDocuments,
    background,
    threshold: model.adapts?.labelled?.shift ?? thresholdOf(model.boundary),
    labels: model.labels,
    backgroundAboutTopic: model.aboutTopic,
  };
}

/** Trains with labels or without. */
function learnFrom(
  learner: Learner,
  set: TrainingSet,
  {
    labelled,
    settings,
    onProblem,
  }: {
    readonly labelled: LabelledTexts | undefined;
    readonly settings: TrainingSettings;
    readonly onProblem: NonNullable<TrainObserver['onProblem']>;
  },
): TrainedModel {
  if (labelled === undefined) return trainModel(learner, set, settings);
  const { model, unused } = labelled.learn(learner, set, settings);
  for (const { label, why } of unused) onProblem({ where: label.where, message: why });
  return model;
}

/** Says how many texts of the background were left out; undefined where all count. */
export function aboutTopicText({
  backgroundAboutTopic: count = 0,
  backgroundDocuments,
  background,
}: TrainReport): string | undefined {
  if (count === 0) return undefined;
  const whose = background === OWN_BACKGROUND ? 'the background' : `the background (${background})`;
  return count === 1
    ? `1 of the ${backgroundDocuments} texts of ${whose} is about the topic and was left out`
    : `${count} of the ${backgroundDocuments} texts of ${whose} are about the topic and were left out`;
}

/** The topic's background, or the one that comes with sfwc. @throws InputError where there is none in its language */
async function usualBackground(
  own: TrainingTexts['contents'],
  { name, language }: TopicFacts,
  onWait: OnWait,
): Promise<TrainingTexts> {
  if (own.length > 0) return { name: OWN_BACKGROUND, contents: own };
  if (!hasBoxedBackground(language))
    throw new InputError(
      `topic '${name}' is in ${languageName(language)} and was built without a background; sfwc comes with one for ${boxedLanguages()} only`,
      { hint: `give unlabelled texts in ${languageName(language)}: --background <texts>` },
    );
  onWait(`reading the background (${generalTexts(language)})`, { busy: 1000 });
  return openBoxedBackground(language);
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  NOTHING_FURTHER,
  type ClassifierKind,
  type Learner,
  type TrainingSettings,
} from '../../judging/classifiers/classifier.js';
import { ensemble } from '../../judging/classifiers/ensemble.js';
import { planOf } from '../../judging/judge/plan-judges.js';
import { NO_PLUGINS, type Plugins } from '../../judging/plugins/registry.js';
import { lineOf } from '../../judging/topic/page-content.js';
import { thresholdOf, type TrainingSet } from '../../judging/topic/scorer.js';
import { trainModel, type TrainedModel } from '../../judging/topic/trained-model.js';
import { generalSpace } from '../../judging/topic/word-space.js';
import { boxedLanguages, hasBoxedBackground } from '../../knowledge/files/background-file.js';
import {
  classifierFile,
  OWN_BACKGROUND,
  writeClassifier,
  type ClassifierHeader,
} from '../../knowledge/files/classifier-file.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import { openTopic, type OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import { conceptNouns, type TopicFacts } from '../../knowledge/places/topic-facts.js';
import { requireNouns } from '../../knowledge/places/topic-nouns.js';
import type { AnalyserPlan } from '../../language/linking/linker.js';
import { wordReaderFor } from '../../language/text/word-readers.js';
import { ENGLISH } from '../../language/text/words-only-annotator.js';
import type { CorpusProblem } from '../../model/document.js';
import { InputError, UsageError } from '../../model/errors.js';
import type { LabelUse } from '../../model/label-use.js';
import type { WordReader } from '../../model/topic.js';
import { type OnWait } from '../../model/wait.js';
import { languageName } from '../../support/text/language-name.js';
import { openBoxedBackground, type TrainingTexts } from './building/boxed-background.js';
import { topicTexts, type TopicTexts } from './building/recorded-texts.js';

/** Reads texts as those of the corpus were. */
export interface TextReading {
  readonly plan: AnalyserPlan;
  readonly plugins: Plugins;
  readonly workers: number;
  readonly words: WordReader;
  readonly signal?: AbortSignal;
}

/** Learns a classifier, and from labels where its topic begins. Returns also the labels that could not be used. */
type LearnWithLabels = (
  learner: Learner,
  set: TrainingSet,
  settings: TrainingSettings,
) => {
  readonly model: TrainedModel;
  readonly unused: readonly { readonly label: { readonly where: string }; readonly why: string }[];
};

/**
 * Reads labels, and gives what reads their pages later.
 * @param onProblem hears of each label that cannot be used
 * @throws InputError for a file that cannot be read, and for too few labels, whatever their pages hold
 */
export type LabelSource = (
  onProblem: (problem: CorpusProblem) => void,
) => Promise<(reading: TextReading) => Promise<LearnWithLabels>>;

/** Classifier and texts of a training: by default the ensemble, with the topic's texts and its background. */
export interface TopicTraining {
  readonly kb: string;
  readonly topic: string;
  readonly classifier?: Pick<ClassifierKind, 'reads'> & { readonly learner: Learner };
  readonly plugins?: Plugins;
  readonly workers?: number;
  /** The topic's texts, if they were just read; default: they are read from the record of the corpus. */
  readonly learned?: TopicTexts;
  readonly labels?: LabelSource;
  /** Input of some classifiers only. */
  further?(topic: OpenTopic): Promise<typeof NOTHING_FURTHER>;
  /** Head of the classifier's file. */
  readonly recorded?: ClassifierHeader['settings'];
}

export interface TrainCallbacks {
  readonly onProblem?: (problem: CorpusProblem) => void;
  readonly onWait?: OnWait;
  /** Ends the training when aborted: a classifier that was trained before stays. */
  readonly signal?: AbortSignal;
}

export interface TrainReport {
  readonly topic: string;
  readonly classifier: string;
  readonly file: string;
  readonly documents: number;
  readonly backgroundDocuments: number;
  readonly background: string;
  /** Texts of the background that score like the topic, and were left out. Only the ensemble looks for them. */
  readonly backgroundAboutTopic?: number;
  /** The score from which pages are accepted, in the classifier's unit; of the ensemble, in log odds. */
  readonly threshold: number;
  readonly labels?: LabelUse;
  readonly seconds: number;
}

/**
 * Trains a classifier from a topic's texts and its background, and saves it next to the topic. A topic without a background
 * has the general texts that come with sfwc in its language.
 *
 * @throws UsageError for a topic in an endpoint; InputError for the topic and what is learned from; OutputError when the
 *   classifier cannot be saved; the signal's reason
 */
export async function trainTopic(training: TopicTraining, observer: TrainCallbacks): Promise<TrainReport> {
  const startedAt = performance.now();
  const { kb, topic: name, learned, recorded = {} } = training;
  const { learner, reads } = training.classifier ?? ensemble;
  if (parsePlace(kb).path === undefined)
    throw new UsageError(`'${learner.name}' is trained on texts, which a SPARQL endpoint does not have`, {
      hint: 'sfwc build --kb URL trains the ensemble and stores it there; train others in a folder: --kb DIR',
    });
  const { onWait = () => undefined, onProblem = () => undefined, signal } = observer;
  const readLabelled = await training.labels?.(onProblem);
  onWait(`opening topic '${name}'`);
  const topic = await openTopic(kb, name);
  const { facts } = topic;
  if (reads !== 'words') requireNouns(facts, learner.name);
  onWait('reading texts and background');
  const words = wordReaderFor(facts.language);
  const reading = async ({ plugins = NO_PLUGINS, workers = 1 }: TopicTraining): Promise<TextReading> => {
    return { plan: await planOf(topic, plugins), plugins, workers, words, signal };
  };
  const learn = (await readLabelled?.(await reading(training))) ?? withoutLabels;
  const concepts = await conceptNouns(topic.kb, facts.iri);
  const general = learner.generalSpace && facts.language === ENGLISH ? generalSpace() : undefined;
  const texts = { ...facts, file: topicFile(kb, name), concepts };
  const { set, background } = await readTrainingSet(texts, { general, learned });
  await nextTurn();
  signal?.throwIfAborted();
  const settings = { ...NOTHING_FURTHER, ...(await training.further?.(topic)), onWait };
  const { model, unused } = learn(learner, set, settings);
  for (const { label, why } of unused) onProblem({ where: label.where, message: why });
  const file = classifierFile(kb, name, learner.name);
  await writeClassifier(file, {
    ...{ classifier: learner.name, topic: name, topicChecksum: facts.checksum },
    ...{ background: background.name, backgroundChecksum: background.checksum },
    ...{ settings: recorded, labels: model.labels, model },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  return { topic: name, file, background: background.name, ...figuresOf(model), seconds };
}

const withoutLabels: LearnWithLabels = (...given) => ({ model: trainModel(...given), unused: [] });

function figuresOf({ classifier, documents, labels, adapts, boundary, ...model }: TrainedModel) {
  return {
    ...{ classifier, documents, backgroundDocuments: model.backgroundDocuments, labels },
    backgroundAboutTopic: model.aboutTopic,
    threshold: adapts?.labelled?.shift ?? thresholdOf(boundary),
  };
}

/** Reads what classifiers learn from. @param topic.file whose record has the texts @throws InputError for the topic and the background */
export async function readTrainingSet(
  topic: Pick<TopicFacts, 'name' | 'language' | 'about'> &
    Pick<TrainingSet, 'concepts'> & { readonly file: string },
  { general, learned }: Pick<TrainingSet, 'general'> & Pick<TopicTraining, 'learned'>,
): Promise<{ readonly set: TrainingSet; readonly background: TrainingTexts }> {
  const { file, name, language, about, concepts } = topic;
  const words = wordReaderFor(language);
  const { corpus, background: own } = learned ?? (await topicTexts(file, words));
  const isOwnBackground = own.length > 0;
  if (!isOwnBackground && !hasBoxedBackground(language))
    throw new InputError(
      `topic '${name}' is in ${languageName(language)} and was built without a background; sfwc comes with one for ${boxedLanguages()} only`,
      { hint: `build it again with unlabelled texts in ${languageName(language)}: --background <texts>` },
    );
  const background: TrainingTexts = isOwnBackground
    ? { name: OWN_BACKGROUND, contents: own }
    : await openBoxedBackground(language);
  const line = about === undefined ? undefined : lineOf(about, words);
  const known = { general, concepts, name: words(name), line, isOwnBackground };
  return { set: { corpus, background: background.contents, ...known }, background };
}

/** Says how many texts of the background were left out; undefined where all count. */
export function aboutTopicText({
  backgroundAboutTopic: count = 0,
  backgroundDocuments,
  background,
}: TrainReport): string | undefined {
  if (count === 0) return undefined;
  const whose = background === OWN_BACKGROUND ? 'the background' : `the background (${background})`;
  return `${count} of the ${backgroundDocuments} texts of ${whose} are about the topic and were left out`;
}

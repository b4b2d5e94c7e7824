import { given } from '../../support/given.js';
import { resolveOptions, type WithParts } from '../settings/plugin-options.js';
import { checkArguments } from '../../support/check-arguments.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { trainFields, type TrainSettings } from '../settings/train-settings.js';
import type { TrainOptions } from '../settings/settings.js';
import {
  classifierFile,
  generalTexts,
  OWN_BACKGROUND,
  writeClassifier,
} from '../../knowledge/files/classifier-file.js';
import { boxedLanguages, hasBoxedBackground } from '../../knowledge/files/background-file.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import type { CorpusProblem } from '../../model/document.js';
import { InputError, UsageError } from '../../model/errors.js';
import { OPENING, type OnWait } from '../../model/wait.js';
import type { LabelUse } from '../../model/label-use.js';
import type { Outlook } from '../../model/outlook.js';
import { THESAURUS } from '../../model/thesaurus.js';
import type { WordReader } from '../../model/topic.js';
import type { Learner, TrainingSettings } from '../../judging/classifiers/classifier.js';
import { loadClassifier } from '../../judging/classifiers/load-classifier.js';
import { DEFAULT_CLASSIFIER, TRAINED_CLASSIFIERS } from '../../judging/classifiers/classifier-table.js';
import { thresholdOf, type TrainingSet } from '../../judging/topic/scorer.js';
import type { Label } from '../../judging/topic/label-scores.js';
import { refuseFewLabels, trainWithLabels, type LabelledModel } from '../../judging/topic/labelled-model.js';
import { trainModel, type TrainedModel } from '../../judging/topic/trained-model.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import { openBoxedBackground } from './building/boxed-background.js';
import { loadPort } from '../../judging/plugins/load-port.js';
import { readLabelledPages, readWrittenLabels } from './labelled-pages.js';
import type { WrittenLabel } from '../../crawling/ratings/label-file.js';
import { planOf } from '../../judging/judge/judge.js';
import { ENDPOINT_HAS_NONE } from '../../judging/judge/chosen-classifier.js';
import { openTopic } from '../../knowledge/places/knowledge-base.js';
import {
  collectionTexts,
  contentsOfPages,
  otherTexts,
  topicTexts,
  type TopicTexts,
  type TrainingTexts,
} from './building/training-texts.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import type { PageContent } from '../../judging/topic/page-content.js';
import { readWordVectors } from './building/word-vectors.js';
import {
  learnWordSpace,
  openWordSpace,
  wantedTerms,
  type WordSpace,
} from '../../judging/topic/word-space.js';
import { generalSpaceFor, requireNouns, wordReaderFor } from '../../judging/judge/languages.js';
import { languageName } from '../../support/text/language-name.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';

/** How a training reports while it runs. */
export interface TrainObserver {
  readonly onProblem?: (problem: CorpusProblem) => void;
  /** Hears of the steps that are not counted in documents. */
  readonly onWait?: OnWait;
  /** Documents of the background read so far. */
  readonly onProgress?: (done: number) => void;
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
  /** Of the ensemble without labels, unless its background is the one that comes with sfwc: how much of the topic it would find. */
  readonly outlook?: Outlook;
  readonly seconds: number;
}

/**
 * Trains a classifier from a topic's texts and a background, and saves it next to the topic. The background is the
 * first that there is: the sources named, the topic's own, or the general texts that come with sfwc in the topic's language. The semantic classifiers learn the topic's expansion, too, which is made where there is none.
 *
 * @throws UsageError for settings; InputError for the topic and the sources; OutputError when it cannot be saved; the
 *   signal's reason
 */
export async function trainClassifier(
  options: WithParts<TrainOptions, 'linkers' | 'readers'>,
  observer: TrainObserver = {},
): Promise<TrainReport> {
  checkArguments('trainClassifier', { options: [options, 'object'], observer: [observer, 'object'] });
  return trainFrom(options, observer);
}

/**
 * As {@link trainClassifier}.
 * @param learned what `createTextLearner` learned of the topic's texts, where they were just read; default: it is learned
 *   from the record of the corpus
 */
export async function trainFrom(
  options: WithParts<TrainOptions, 'linkers' | 'readers'>,
  observer: TrainObserver,
  learned?: TopicTexts,
): Promise<TrainReport> {
  const { settings, plugins } = await resolveOptions(trainFields, options);
  const { learner, reads } = await trained(settings, plugins);
  const { name: classifier, uses = [] } = learner;
  if (parsePlace(settings.kb).path === undefined)
    throw new UsageError(`'${classifier}' ${ENDPOINT_HAS_NONE}`);
  const startedAt = performance.now();
  const { onWait = () => undefined, signal } = observer;
  const onProblem = (problem: CorpusProblem): void => observer.onProblem?.(problem);
  const written = await writtenLabels(settings, onProblem);
  onWait(`opening topic '${settings.topic}'`, OPENING);
  const topic = await openTopic(settings.kb, settings.topic);
  if (reads !== 'words') requireNouns(topic.facts, classifier);
  const words = wordReaderFor(topic.facts.language);
  if (learned === undefined) onWait('reading the texts of the topic');
  const { corpus, background: own } = await topicTexts(
    topicFile(settings.kb, settings.topic),
    words,
    learned,
  );
  const reading = async (): Promise<Reading> => ({
    plan: await planOf(topic, undefined, plugins),
    plugins,
    workers: settings.workers,
    fields: settings,
    words,
    onProblem,
    onProgress: (done: number) => observer.onProgress?.(done),
    onWait,
    signal,
  });
  if (written !== undefined) onWait('reading the labelled pages');
  const labels = written && (await labelsOf(written, settings, reading, onProblem));
  const background = await chooseBackground(settings, own, reading, topic.facts, onWait);
  const texts = [
    ...corpus,
    ...background.contents,
    ...(labels ?? []).flatMap(({ content }) => content ?? []),
  ];
  const space = await spaceOf(settings, learner, texts, { words, plugins, observer });
  const general = uses.includes('general space') ? generalSpaceFor({ ...topic.facts, space }) : undefined;
  await nextTurn();
  signal?.throwIfAborted();
  const set = {
    corpus,
    background: background.contents,
    space,
    general,
    isMixed: background.isMixed,
  };
  const learning = {
    features: settings.features,
    expansion: uses.includes('expansion')
      ? await (await loadPort('expansion')).open(topic, { onWait })
      : new Map(),
    onWait,
  };
  const { model, outlook, unused } = learnFrom(learner, set, labels, learning);
  for (const { label, why } of unused) onProblem({ where: label.where, message: why });
  const { checksum: topicChecksum } = topic.facts;
  const file = await save(settings, { learner, model, background, topicChecksum, outlook });
  const seconds = (performance.now() - startedAt) / 1000;
  return { ...reportOf(settings.topic, model, background.name), outlook, file, seconds };
}

function reportOf(
  topic: string,
  model: TrainedModel,
  background: string,
): Omit<TrainReport, 'file' | 'seconds' | 'outlook'> {
  return {
    topic,
    classifier: model.classifier,
    documents: model.documents,
    backgroundDocuments: model.backgroundDocuments,
    background,
    threshold: model.adapts?.anchors.labelled?.threshold ?? thresholdOf(model.boundary),
    labels: model.labels,
    backgroundAboutTopic: model.aboutTopic,
  };
}

/** The labels that are given; undefined where none are. @throws InputError where they are too few, whatever their pages hold */
async function writtenLabels(
  { labelledPages, crawl }: TrainSettings,
  onProblem: Reading['onProblem'],
): Promise<readonly WrittenLabel[] | undefined> {
  if (labelledPages.length > 0) {
    const written = await readWrittenLabels(labelledPages, onProblem);
    refuseFewLabels(written, written.length);
    return written;
  }
  if (crawl.length === 0) return undefined;
  throw new UsageError('--crawl requires --labelled-pages: it names the crawl that has the labelled pages', {
    hint: 'give them with --labelled-pages',
  });
}

/** Trains with labels or without. With labels, the estimate knows nothing of the threshold that they give, and is dropped. */
function learnFrom(
  learner: Learner,
  set: TrainingSet,
  labels: readonly Label[] | undefined,
  settings: TrainingSettings,
): Pick<LabelledModel, 'model' | 'unused'> & { readonly outlook: Outlook | undefined } {
  if (labels === undefined) {
    const { outlook, ...model } = trainModel(learner, set, settings);
    return { model, outlook, unused: [] };
  }
  return { ...trainWithLabels(learner, set, labels, settings), outlook: undefined };
}

/** What is labelled, read. */
async function labelsOf(
  written: readonly WrittenLabel[],
  { crawl }: TrainSettings,
  reading: () => Promise<Reading>,
  onProblem: Reading['onProblem'],
): Promise<readonly Label[]> {
  const pages = await readLabelledPages(written, crawl, onProblem);
  const labels: Label[] = [];
  for await (const label of contentsOfPages(pages, await reading())) labels.push(label);
  return labels;
}

/** The space of words of a collection or of vectors, where they are given. @throws UsageError for other classifiers */
async function spaceOf(
  settings: TrainSettings,
  { name, uses }: Learner,
  texts: readonly PageContent[],
  { words, plugins, observer }: { words: WordReader; plugins: Plugins; observer: TrainObserver },
): Promise<WordSpace | undefined> {
  const { collection, embeddings } = settings;
  if (collection.length === 0 && embeddings === undefined) return undefined;
  const option = embeddings === undefined ? '--collection' : '--embeddings';
  if (uses?.includes('space') !== true)
    throw new UsageError(`${option} does not apply to ${name}`, {
      hint: 'the ensemble and regression learn from it which words belong together',
    });
  if (embeddings === undefined) {
    const reading = { fields: settings, words, plugins, ...observer };
    return openWordSpace(learnWordSpace(await collectionTexts(collection, reading)));
  }
  if (collection.length > 0)
    throw new UsageError('--collection and --embeddings both say which words belong together', {
      hint: 'give one of them',
    });
  return openWordSpace(await readWordVectors(embeddings, wantedTerms(texts), words, observer.signal));
}

/** The classifier to train. @throws UsageError for one that is not trained */
async function trained(
  { classifier = DEFAULT_CLASSIFIER, topic }: TrainSettings,
  plugins: Plugins,
): Promise<{ readonly learner: Learner; readonly reads: 'words' | 'nouns' | 'links' }> {
  const { learner, reads } = await loadClassifier(classifier, plugins);
  if (learner !== undefined) return { learner, reads };
  const needs =
    classifier === THESAURUS ? 'a person writes its thesaurus' : 'sfwc build counts all that it needs';
  throw new UsageError(`${classifier} is not trained: ${needs}`, {
    hint: `judge with it: sfwc classify <page> --topic '${topic}' --classifier ${classifier}; trained are ${TRAINED_CLASSIFIERS.join(', ')}`,
  });
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

type Reading = Parameters<typeof otherTexts>[1];

async function chooseBackground(
  { background }: TrainSettings,
  own: TrainingTexts['contents'],
  reading: () => Promise<Reading>,
  facts: TopicFacts,
  onWait?: OnWait,
): Promise<TrainingTexts> {
  if (background.length > 0) return otherTexts(background, await reading());
  if (own.length > 0) return { name: OWN_BACKGROUND, contents: own };
  const { name, language } = facts;
  if (!hasBoxedBackground(language))
    throw new InputError(
      `topic '${name}' is in ${languageName(language)} and was built without a background; sfwc comes with one for ${boxedLanguages()} only`,
      { hint: `give unlabelled texts in ${languageName(language)}: --background <texts>` },
    );
  onWait?.(`reading the background (${generalTexts(language)})`, { busy: 1000 });
  return openBoxedBackground(language);
}

interface Trained {
  readonly learner: Learner;
  readonly model: TrainedModel;
  readonly background: TrainingTexts;
  readonly topicChecksum: string;
  readonly outlook?: Outlook;
}

async function save(
  { kb, topic, features, collection, embeddings, labelledPages }: TrainSettings,
  { learner, model, background, topicChecksum, outlook }: Trained,
): Promise<string> {
  const file = classifierFile(kb, topic, learner.name);
  await writeClassifier(file, {
    classifier: learner.name,
    topic,
    topicChecksum,
    background: background.name,
    backgroundChecksum: background.checksum,
    settings: {
      ...(learner.uses?.includes('features') === true ? { features } : {}),
      ...(collection.length === 0 ? {} : { collection: collection.join(', ') }),
      ...given({ embeddings }),
      ...(labelledPages.length === 0 ? {} : { labels: labelledPages.join(', ') }),
    },
    labels: model.labels,
    outlook,
    model,
  });
  return file;
}

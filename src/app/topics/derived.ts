import type { CorpusToBuild } from './building/corpus-to-build.js';
import type { HeldDocument } from './building/gather.js';
import { createLexiconLearner, type LexiconLearner } from './building/topic-lexicon.js';
import { createTextLearner, type TopicTexts } from './building/training-texts.js';
import { classifierFile, readClassifierHeader } from '../../knowledge/files/classifier-file.js';
import { boxedLanguages, hasBoxedBackground } from '../../knowledge/files/background-file.js';
import { languageName } from '../../support/text/language-name.js';
import type { RecordEntry } from '../../knowledge/files/corpus-record.js';
import { canReadWords, wordReaderFor } from '../../language/text/word-readers.js';
import { isWordsOnly, readsByLexicon } from '../../knowledge/places/topic-nouns.js';
import type { DocumentAnalysis } from '../../knowledge/krs/analysis.js';
import { openTopic } from '../../knowledge/places/knowledge-base.js';
import { InputError } from '../../model/errors.js';
import type { OnWait } from '../../model/wait.js';
import { raterFiles } from '../../crawling/ratings/ratings-folder.js';
import { companionsOf } from '../../knowledge/files/companions.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import { PARTS } from '../../judging/parts.js';
import { isText } from './building/recorded-texts.js';
import { fileExists } from '../../support/files/file-exists.js';
import { aboutTopicText, trainTopic, type TrainReport } from './train-topic.js';

/** A topic that was built, and what is derived from it. */
export interface DerivedPlan {
  /** The folder that it was built in. */
  readonly folder: string;
  /** The folder that has the topic as it was before. */
  readonly before: string;
  readonly topic: string;
  /** Words of its texts, learned while it was built. */
  readonly learning: DerivedLearning;
  readonly backgroundDocuments: number;
  /** Result folders of crawls whose pages are texts: what people said of them is learned from. */
  readonly crawls: readonly string[];
}

/** Settings by which the expansion of a topic was made; undefined if it has none. */
async function expansionOf(kb: string, topic: string) {
  const files = await companionsOf(topicFile(kb, topic), 'expansion');
  return files.length === 0 ? undefined : (await PARTS.expansion()).expansionPlan(kb, topic);
}

/** Learns from the documents of a topic while it is built, what will be derived from it. */
export interface DerivedLearning {
  add(entry: RecordEntry<DocumentAnalysis>): void;
  /** Undefined for a topic whose pages are not read by one. */
  readonly lexicon: LexiconLearner | undefined;
  /** Undefined where no ensemble can be trained: without a background in a language for which none comes with sfwc, or if its words cannot be read. */
  readonly texts: ReturnType<typeof createTextLearner> | undefined;
}

/** Begins to learn from a topic that is built. */
export function learnDerived({
  language,
  ...documents
}: Pick<CorpusToBuild, 'corpus' | 'background' | 'language'>): DerivedLearning {
  const idsOf = (documents: readonly HeldDocument[]): string[] => documents.map(({ id }) => id);
  const ids = { corpus: idsOf(documents.corpus).filter(isText), background: idsOf(documents.background) };
  const lexicon = readsByLexicon({ language }) ? createLexiconLearner(ids) : undefined;
  // Without a background, the one that comes with sfwc takes its place.
  const trains = (ids.background.length > 0 || hasBoxedBackground(language)) && canReadWords(language);
  const texts = trains ? createTextLearner(ids, wordReaderFor(language)) : undefined;
  return {
    lexicon,
    texts,
    add: (entry) => {
      lexicon?.add(entry);
      texts?.add(entry);
    },
  };
}

interface DerivedObserver {
  readonly onWait?: OnWait;
  readonly onWarning?: ((message: string) => void) | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Makes what is derived from a topic, next to it: its lexicon, the ensemble, and the expansion where it had one.
 * @returns whether it was expanded
 */
export async function deriveFrom(plan: DerivedPlan, observer: DerivedObserver): Promise<boolean> {
  const { folder, before, topic, learning } = plan;
  observer.onWait?.('opening the topic');
  const opened = await openTopic(folder, topic);
  await learning.lexicon?.save(folder, opened, observer);
  await trainEnsemble({ ...plan, language: opened.facts.language }, observer);
  const expansion = isWordsOnly(opened.facts) ? undefined : await expansionOf(before, topic);
  observer.signal?.throwIfAborted();
  if (expansion !== undefined)
    await (await PARTS.expansion()).expandTopic({ kb: folder, topic, ...expansion }, observer);
  return expansion !== undefined;
}

/** Consequence for a topic without an ensemble. */
const NOT_JUDGED = 'no page can be judged by it';

/** Trains with the verdicts of people where they are enough to learn from, else without. */
async function trainWith(
  {
    labels,
    ...topic
  }: {
    readonly kb: string;
    readonly topic: string;
    readonly labels: readonly string[];
    readonly learned: TopicTexts | undefined;
  },
  { onWarning, onWait, signal }: DerivedObserver,
): Promise<void> {
  const training = { onWait, signal };
  if (labels.length > 0) {
    try {
      const recorded = { labels: labels.join(', ') };
      const source = (await PARTS.labels()).labelsIn(labels);
      tellOf(await trainTopic({ ...topic, labels: source, recorded }, training), onWarning);
      return;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      onWarning?.(`the verdicts of people on the crawl's pages are not learned from: ${error.message}`);
    }
  }
  tellOf(await trainTopic(topic, training), onWarning);
}

/** Warns of a background that is not only about anything else. */
function tellOf(report: TrainReport, onWarning: DerivedObserver['onWarning']): void {
  const text = aboutTopicText(report);
  if (text !== undefined) onWarning?.(text);
}

/** A topic without a background is trained with the one that comes with sfwc, if there is one in its language. */
async function trainEnsemble(
  plan: DerivedPlan & { readonly language: string },
  { onWarning, onWait, signal }: DerivedObserver,
): Promise<void> {
  const { folder: kb, topic, learning, backgroundDocuments, crawls, language } = plan;
  const file = classifierFile(plan.before, topic, 'ensemble');
  const wasTrained = await fileExists(file);
  const before = await readClassifierHeader(file);
  if (backgroundDocuments === 0 && !hasBoxedBackground(language)) {
    const removed = wasTrained ? `removed ${file}, which was trained before: ` : '';
    onWarning?.(
      `${removed}the topic has no background, so that ${NOT_JUDGED}; sfwc comes with one for ${boxedLanguages()} only: give unlabelled texts in ${languageName(language)} with --background`,
    );
    return;
  }
  try {
    const labels = (await Promise.all(crawls.map(raterFiles))).flat();
    const learned = learning.texts?.learned();
    await trainWith({ kb, topic, labels, learned }, { onWarning, onWait, signal });
    const lost = before?.settings['labels'];
    if (lost !== undefined && labels.length === 0)
      onWarning?.(
        `the option --labelled-pages ${lost} of the previous training is dropped; run sfwc train to apply it again`,
      );
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const hint = error.hint === undefined ? '' : `; ${error.hint}`;
    onWarning?.(`the topic has no ensemble, so that ${NOT_JUDGED}: ${error.message}${hint}`);
  }
}

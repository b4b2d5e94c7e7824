import { PARTS } from '../../judging/parts.js';
import { hasBoxedBackground, boxedLanguages } from '../../knowledge/files/background-file.js';
import { companionsOf } from '../../knowledge/files/companions.js';
import type { RecordEntry } from '../../knowledge/files/corpus-record.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import { lexiconFile, writeLexicon, readGeneralWords } from '../../knowledge/files/lexicon-file.js';
import type { DocumentAnalysis } from '../../knowledge/krs/analysis.js';
import { openTopic, type OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { isWordsOnly, readsByLexicon } from '../../knowledge/places/topic-nouns.js';
import { WORDNET_NAME } from '../../language/linking/wordnet-linker.js';
import { ANNOTATOR_NAME } from '../../language/text/compromise-annotator.js';
import { LEXICAL_ANNOTATOR_NAME } from '../../language/text/lexical-annotator.js';
import { countWordsOf, makeLexicon, type WordCounts } from '../../language/text/lexicon.js';
import { canReadWords, wordReaderFor } from '../../language/text/word-readers.js';
import { openWordNet } from '../../language/wordnet/wordnet.js';
import { raterFiles } from '../../crawling/ratings/ratings-folder.js';
import { InputError } from '../../model/errors.js';
import type { OnWait } from '../../model/wait.js';
import { fullText } from '../../support/text/full-text.js';
import { languageName } from '../../support/text/language-name.js';
import type { CorpusToBuild, HeldDocument } from './building/corpus-to-build.js';
import { createLearner, createTextLearner, isText, type DocumentIds } from './building/recorded-texts.js';
import { aboutTopicText, trainTopic, type TopicTraining } from './train-topic.js';

interface DerivedObserver {
  readonly onWait?: OnWait;
  readonly onWarning?: ((message: string) => void) | undefined;
  readonly signal?: AbortSignal;
}

/** Limit of the documents of either kind whose words are counted for the lexicon. */
const MAX_DOCUMENTS = 250;

/** Learns the lexicon of a topic while the topic is built. @param ids of all documents of the topic */
function createLexiconLearner(ids: DocumentIds) {
  // The counts take much memory, and are forgotten when the lexicon is made.
  let counts: WordCounts | undefined = new Map();
  const linked = new Set<string>();
  const learner = createLearner(
    ids,
    ({ document, analysis }: RecordEntry<DocumentAnalysis>): void => {
      if (counts !== undefined) countWordsOf({ text: fullText(document), ...analysis }, counts);
      for (const { lemma, iri } of analysis.nouns) if (iri !== undefined) linked.add(lemma);
    },
    MAX_DOCUMENTS,
  );
  return {
    add: (entry: RecordEntry<DocumentAnalysis>): void => learner.add(entry),
    /**
     * Makes the lexicon of all documents, and saves it next to the topic. The same documents give the same bytes.
     * @throws OutputError; the signal's reason
     */
    async save(folder: string, { facts }: OpenTopic, { onWait, signal }: DerivedObserver): Promise<void> {
      signal?.throwIfAborted();
      onWait?.('making the lexicon');
      const general = await readGeneralWords(ANNOTATOR_NAME);
      const words = makeLexicon(counts === undefined ? [general] : [counts, general]);
      counts = undefined;
      signal?.throwIfAborted();
      // Those of WordNet are known without it where it is one of the linkers.
      const wordNet = facts.linkers.includes(WORDNET_NAME) ? openWordNet() : undefined;
      const lemmas = [...linked].filter((lemma) => wordNet?.holds(lemma) !== true).sort();
      await writeLexicon(lexiconFile(folder, facts.name), {
        topic: facts.name,
        topicChecksum: facts.checksum,
        annotator: LEXICAL_ANNOTATOR_NAME,
        lexicon: { words, linked: lemmas.join('\n') },
      });
    },
  };
}

/** Learns from the documents of a topic while it is built, what will be derived from it. */
export function learnDerived({
  language,
  corpus,
  background,
}: Pick<CorpusToBuild, 'corpus' | 'background' | 'language'>) {
  const idsOf = (documents: readonly HeldDocument[]): string[] => documents.map(({ id }) => id);
  const ids = { corpus: idsOf(corpus).filter(isText), background: idsOf(background) };
  const lexicon = readsByLexicon({ language }) ? createLexiconLearner(ids) : undefined;
  // Without a background, the one that comes with sfwc takes its place.
  const trains = (background.length > 0 || hasBoxedBackground(language)) && canReadWords(language);
  const texts = trains ? createTextLearner(ids, wordReaderFor(language)) : undefined;
  return {
    lexicon,
    texts,
    add: (entry: RecordEntry<DocumentAnalysis>): void => {
      lexicon?.add(entry);
      texts?.add(entry);
    },
  };
}

interface DerivedPlan {
  readonly folder: string;
  readonly before: string;
  readonly topic: string;
  readonly learning: ReturnType<typeof learnDerived>;
  /** Result folders of crawls whose pages are texts: what people said of them is learned from. */
  readonly crawls: readonly string[];
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
  await trainEnsemble(plan, opened.facts.language, observer);
  const isExpanded = (await companionsOf(topicFile(before, topic), 'expansion')).length > 0;
  observer.signal?.throwIfAborted();
  if (!isExpanded || isWordsOnly(opened.facts)) return false;
  const { expandTopic, expansionPlan } = await PARTS.expansion();
  await expandTopic({ kb: folder, topic, ...(await expansionPlan(before, topic)) }, observer);
  return true;
}

/**
 * Trains the ensemble, with the verdicts of people where they are enough to learn from, else without. A topic without a
 * background has the one that comes with sfwc, if there is one in its language.
 */
async function trainEnsemble(
  { folder: kb, topic, learning: { texts }, crawls }: DerivedPlan,
  language: string,
  { onWarning, onWait, signal }: DerivedObserver,
): Promise<void> {
  const notJudged = 'so that no page can be judged by it';
  if (texts === undefined) {
    onWarning?.(
      `the topic has no ensemble, ${notJudged}: sfwc includes backgrounds for ${boxedLanguages()} only; give unlabelled texts in ${languageName(language)} with --background`,
    );
    return;
  }
  const train = async (more: Pick<TopicTraining, 'labels' | 'recorded'>): Promise<void> => {
    const training = { kb, topic, learned: texts.learned(), ...more };
    const leftOut = aboutTopicText(await trainTopic(training, { onWait, signal }));
    if (leftOut !== undefined) onWarning?.(leftOut);
  };
  const files = (await Promise.all(crawls.map(raterFiles))).flat();
  try {
    if (files.length > 0) {
      const labels = (await PARTS.labels()).labelsIn(files);
      await train({ labels, recorded: { labels: files.join(', ') } });
      return;
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    onWarning?.(`the verdicts of people on the crawl's pages are not learned from: ${error.message}`);
  }
  try {
    await train({});
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const hint = error.hint === undefined ? '' : `; ${error.hint}`;
    onWarning?.(`the topic has no ensemble, ${notJudged}: ${error.message}${hint}`);
  }
}

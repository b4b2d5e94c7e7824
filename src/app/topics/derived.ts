import { PARTS } from '../../judging/parts.js';
import { raterFiles } from '../../crawling/ratings/ratings-folder.js';
import { boxedLanguages, hasBoxedBackground } from '../../knowledge/files/background-file.js';
import { classifierFile, readClassifierHeader } from '../../knowledge/files/classifier-file.js';
import type { RecordEntry } from '../../knowledge/files/corpus-record.js';
import { lexiconFile, readGeneralWords, writeLexicon } from '../../knowledge/files/lexicon-file.js';
import { openTopic, type OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { readsByLexicon } from '../../knowledge/places/topic-nouns.js';
import { WORDNET_NAME } from '../../language/linking/wordnet-linker.js';
import { ANNOTATOR_NAME } from '../../language/text/compromise-annotator.js';
import { LEXICAL_ANNOTATOR_NAME } from '../../language/text/lexical-annotator.js';
import { countWordsOf, makeLexicon, type WordCounts } from '../../language/text/lexicon.js';
import { canReadWords, wordReaderFor } from '../../language/text/word-readers.js';
import { openWordNet } from '../../language/wordnet/wordnet.js';
import { InputError } from '../../model/errors.js';
import { fullText } from '../../support/text/full-text.js';
import { languageName } from '../../support/text/language-name.js';
import type { BuildCallbacks, CorpusToBuild, HeldDocument } from './building/corpus-to-build.js';
import { createLearner, createTextLearner, type DocumentIds } from './building/recorded-texts.js';
import { aboutTopicText, trainTopic, type TopicTraining } from './train-topic.js';

/** Limit of the documents of either kind whose words are counted for the lexicon. */
const MAX_DOCUMENTS = 250;

/** Learns the lexicon of a topic while the topic is built. @param ids of all documents of the topic */
function createLexiconLearner(ids: DocumentIds) {
  const counts: WordCounts = new Map();
  const linked = new Set<string>();
  const count = ({ document, analysis }: RecordEntry): void => {
    countWordsOf({ text: fullText(document), ...analysis }, counts);
    for (const { lemma, iri } of analysis.nouns) if (iri !== undefined) linked.add(lemma);
  };
  const learner = createLearner(ids, count, MAX_DOCUMENTS);
  return {
    add: learner.add,
    /** Makes the lexicon, and saves it next to the topic. The same documents give the same bytes. @throws OutputError */
    async save(folder: string, { facts }: OpenTopic): Promise<void> {
      const words = makeLexicon([counts, await readGeneralWords(ANNOTATOR_NAME)]);
      counts.clear();
      // Those of WordNet are known without it where it is one of the linkers.
      const wordNet = facts.linkers.includes(WORDNET_NAME) ? openWordNet() : undefined;
      const lemmas = [...linked].filter((lemma) => wordNet?.holds(lemma) !== true).sort();
      await writeLexicon(lexiconFile(folder, facts.name), {
        ...{ topic: facts.name, topicChecksum: facts.checksum, annotator: LEXICAL_ANNOTATOR_NAME },
        lexicon: { words, linked: lemmas.join('\n') },
      });
    },
  };
}

/** Learns from the documents of a topic while it is built, what will be derived from it. */
export function learnDerived({ language, corpus, background }: CorpusToBuild) {
  const idsOf = (documents: readonly HeldDocument[]): string[] => documents.map(({ id }) => id);
  const ids = { corpus: idsOf(corpus), background: idsOf(background) };
  const lexicon = readsByLexicon({ language }) ? createLexiconLearner(ids) : undefined;
  // Without a background, the one that comes with sfwc takes its place.
  const trains = (background.length > 0 || hasBoxedBackground(language)) && canReadWords(language);
  const texts = trains ? createTextLearner(ids, wordReaderFor(language)) : undefined;
  return {
    lexicon,
    texts,
    add: (entry: RecordEntry): void => {
      lexicon?.add(entry);
      texts?.add(entry);
    },
  };
}

interface DerivedPlan {
  readonly folder: string;
  /** The folder with the topic as it was. */
  readonly before: string;
  readonly topic: string;
  readonly learning: ReturnType<typeof learnDerived>;
  /** Result folders of crawls whose pages are texts: what people said of them is learned from. */
  readonly crawls: readonly string[];
}

/** Makes what is derived from a topic, next to it: its lexicon, and the ensemble. @throws OutputError; the signal's reason */
export async function deriveFrom(plan: DerivedPlan, observer: BuildCallbacks): Promise<void> {
  const { folder, topic, learning } = plan;
  observer.onWait?.('making the lexicon');
  observer.signal?.throwIfAborted();
  const opened = await openTopic(folder, topic);
  await learning.lexicon?.save(folder, opened);
  observer.signal?.throwIfAborted();
  await trainEnsemble(plan, opened.facts.language, observer);
}

/** Trains the ensemble, with the verdicts of people where they are enough to learn from, else without. */
async function trainEnsemble(
  { folder: kb, before, topic, learning: { texts }, crawls }: DerivedPlan,
  language: string,
  { onWarning, onWait, signal }: BuildCallbacks,
): Promise<void> {
  const noEnsemble = 'the topic has no ensemble, so that no page can be judged by it';
  if (texts === undefined) {
    onWarning?.(
      `${noEnsemble}: sfwc includes backgrounds for ${boxedLanguages()} only; give unlabelled texts in ${languageName(language)} with --background`,
    );
    return;
  }
  /** True if it was trained: there may be too little to learn from. */
  const train = async (
    more: Pick<TopicTraining, 'labels' | 'recorded'>,
    otherwise: string,
  ): Promise<boolean> => {
    try {
      const report = await trainTopic({ kb, topic, learned: texts.learned(), ...more }, { onWait, signal });
      const leftOut = aboutTopicText(report);
      if (leftOut !== undefined) onWarning?.(leftOut);
      return true;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      onWarning?.(`${otherwise}: ${[error.message, error.hint ?? []].flat().join('; ')}`);
      return false;
    }
  };
  const files = (await Promise.all(crawls.map(raterFiles))).flat();
  if (files.length > 0) {
    const labels = (await PARTS.labels()).labelsIn(files);
    const notLearned = "the verdicts of people on the crawl's pages are not learned from";
    if (await train({ labels, recorded: { labels: files.join(', ') } }, notLearned)) return;
  }
  if (!(await train({}, noEnsemble))) return;
  const lost = (await readClassifierHeader(classifierFile(before, topic, 'ensemble')))?.settings['labels'];
  if (lost !== undefined)
    onWarning?.(
      `the option --labelled-pages ${lost} of the previous training is dropped; run sfwc train to apply it again`,
    );
}

import { createLearner, type DocumentIds } from './recorded-texts.js';
import type { RecordEntry } from '../../../knowledge/files/corpus-record.js';
import {
  readGeneralWords,
  lexiconFile,
  writeLexicon,
  type TopicLexicon,
} from '../../../knowledge/files/lexicon-file.js';
import type { DocumentAnalysis } from '../../../knowledge/krs/analysis.js';
import type { OpenTopic } from '../../../knowledge/places/knowledge-base.js';
import { WORDNET_NAME } from '../../../language/linking/wordnet-linker.js';
import { ANNOTATOR_NAME } from '../../../language/text/compromise-annotator.js';
import { LEXICAL_ANNOTATOR_NAME } from '../../../language/text/lexical-annotator.js';
import { countWordsOf, makeLexicon, type WordCounts } from '../../../language/text/lexicon.js';
import { openWordNet } from '../../../language/wordnet/wordnet.js';
import type { OnWait } from '../../../model/wait.js';
import { fullText } from '../../../support/text/full-text.js';

/** Limit of the documents of either kind whose words are counted. */
const MAX_DOCUMENTS = 250;

/** Told how a lexicon is made; may end that. */
export interface LexiconObserver {
  readonly onWait?: OnWait;
  readonly signal?: AbortSignal;
}

/** Learns the lexicon of a topic while the topic is built. */
export interface LexiconLearner {
  add(entry: RecordEntry<DocumentAnalysis>): void;
  /**
   * Makes the lexicon of all documents, and saves it next to the topic. The same documents give the same bytes. To be called
   * once: the counts take much memory, and are forgotten.
   * @throws OutputError; the signal's reason
   */
  save(folder: string, topic: OpenTopic, observer?: LexiconObserver): Promise<void>;
}

/** @param ids of all documents of the topic */
export function createLexiconLearner(ids: DocumentIds): LexiconLearner {
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
    add: (entry) => learner.add(entry),
    save: async (folder, { facts: { name, checksum, linkers } }, { onWait, signal } = {}) => {
      signal?.throwIfAborted();
      onWait?.('making the lexicon', { busy: 1000 });
      const general = await readGeneralWords(ANNOTATOR_NAME);
      const words = makeLexicon(counts === undefined ? [general] : [counts, general]);
      counts = undefined;
      signal?.throwIfAborted();
      const lexicon: TopicLexicon = { words, linked: linkedLemmas(linked, linkers) };
      await writeLexicon(lexiconFile(folder, name), {
        topic: name,
        topicChecksum: checksum,
        annotator: LEXICAL_ANNOTATOR_NAME,
        lexicon,
      });
    },
  };
}

/** Lemmas, one per line; without those of WordNet where it is one of the linkers. */
function linkedLemmas(linked: ReadonlySet<string>, linkers: readonly string[]): string {
  const wordNet = linkers.includes(WORDNET_NAME) ? openWordNet() : undefined;
  return [...linked]
    .filter((lemma) => wordNet?.holds(lemma) !== true)
    .sort()
    .join('\n');
}

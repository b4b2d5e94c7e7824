import { openBoxedBackground } from './boxed-background.js';
import { generalFrequencyIn } from '../../../language/wordnet/commonness.js';
import type { TopicLexicon } from '../../../judging/judge/judge-plan.js';
import { WORDNET_NAME } from '../../../language/linking/wordnet-linker.js';
import { createLinkable } from '../../../judging/judge/lexicon-reader.js';
import { openLemmatizer } from '../../../judging/judge/english.js';
import { createLearner, type DocumentIds } from '../../../judging/judge/recorded-texts.js';
import { readGeneralWords } from '../../../knowledge/files/general-words-file.js';
import { lexiconFile, writeLexicon } from '../../../knowledge/files/lexicon-file.js';
import type { OpenTopic } from '../../../knowledge/places/knowledge-base.js';
import type { CorpusRole, RecordEntry } from '../../../knowledge/files/corpus-record.js';
import type { DocumentAnalysis } from '../../../knowledge/krs/analysis.js';
import { InputError } from '../../../model/errors.js';
import type { OnWait } from '../../../model/wait.js';
import { sha256 } from '../../../support/hash.js';
import { fullText } from '../../../support/text/full-text.js';
import { toProfile, type DocumentProfile } from '../../../judging/topic/profile.js';
import { learnDifference, type ReadTwice } from '../../../judging/topic/reading-difference.js';
import { ANNOTATOR_NAME } from '../../../language/text/compromise-annotator.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { createLexicalAnnotator, LEXICAL_ANNOTATOR_NAME } from '../../../language/text/lexical-annotator.js';
import {
  countWordsOf,
  createLexiconMaker,
  type Lexicon,
  type WordCounts,
} from '../../../language/text/lexicon.js';
import { openWordNet } from '../../../language/wordnet/wordnet.js';

/** Limit of the documents of either kind whose words are counted. */
const MOST_DOCUMENTS = 250;
/** Parts of the documents: each is read by a lexicon of the others, until enough were read. */
const PARTS = 5;
const ENOUGH_READ = 100;
/** Limit of the documents of either kind that are read per part. */
const MOST_READ = 20;

const MAKING = 'making the lexicon';

/** A document whose words were counted. */
interface Counted {
  readonly part: number;
  readonly text: string;
  readonly profile: DocumentProfile;
}

/** What hears how a lexicon is made, and may end that. */
export interface LexiconObserver {
  readonly onWait?: OnWait;
  readonly signal?: AbortSignal;
}

/** Learns the lexicon of a topic while the topic is built. */
export interface LexiconLearner {
  add(entry: RecordEntry<DocumentAnalysis>): void;
  /**
   * Makes the lexicon of all documents, and saves it next to the topic. Learns how far scores by it lie from those of a full
   * reading. The same documents give the same bytes. To be called once: what was counted takes much memory, and is forgotten.
   * @throws OutputError; the signal's reason
   */
  save(folder: string, topic: OpenTopic, observer?: LexiconObserver): Promise<void>;
}

/** @param ids of all documents of the topic */
export function createLexiconLearner(ids: DocumentIds): LexiconLearner {
  const counts = Array.from({ length: PARTS }, (): WordCounts => new Map());
  const linked = new Set<string>();
  const learner = createLearner(
    ids,
    ({ document, analysis }: RecordEntry<DocumentAnalysis>): Counted => {
      const part = parseInt(sha256(document.id).slice(0, 8), 16) % PARTS;
      const text = fullText(document);
      countWordsOf({ text, ...analysis }, counts[part] ?? new Map<string, never>());
      for (const { lemma, iri } of analysis.nouns) if (iri !== undefined) linked.add(lemma);
      return { part, text, profile: toProfile(analysis.nouns) };
    },
    MOST_DOCUMENTS,
  );
  return {
    add: (entry) => learner.add(entry),
    save: async (folder, topic, { onWait, signal } = {}) => {
      const { name, checksum } = topic.facts;
      signal?.throwIfAborted();
      const counted = learner.learned();
      const general = counted.background.length > 0 ? undefined : await generalProfiles();
      // Read by every lexicon, those of parts included.
      const words = { counts: [...counts.splice(0), await readGeneralWords(ANNOTATOR_NAME)], linked };
      const lexicon = lexiconOf({ counted, general, ...words }, topic, onWait);
      signal?.throwIfAborted();
      await writeLexicon(lexiconFile(folder, name), {
        topic: name,
        topicChecksum: checksum,
        annotator: LEXICAL_ANNOTATOR_NAME,
        lexicon,
      });
    },
  };
}

/** What a lexicon is made of. */
interface Counts {
  readonly counted: Readonly<Record<CorpusRole, readonly Counted[]>>;
  /** The nouns of the background that comes with sfwc, for a topic without its own. */
  readonly general: readonly DocumentProfile[] | undefined;
  /** Of each part of the documents, and of general English. */
  readonly counts: readonly WordCounts[];
  readonly linked: ReadonlySet<string>;
}

function lexiconOf(
  { counted, general, counts, linked }: Counts,
  { facts: { calibration, linkers } }: OpenTopic,
  onWait?: OnWait,
): TopicLexicon {
  const wordNet = openWordNet();
  const usesWordNet = linkers.includes(WORDNET_NAME);
  const linkedLemmas = [...linked]
    .filter((lemma) => !(usesWordNet && wordNet.holds(lemma)))
    .sort()
    .join('\n');
  const isLinkable = createLinkable(linkedLemmas, linkers, wordNet);
  onWait?.(MAKING, { busy: 1000 });
  const makeLexicon = createLexiconMaker(counts);
  const readTwice = [...readByOthers(counted, makeLexicon, isLinkable, onWait)];
  const profilesOf = (role: CorpusRole): DocumentProfile[] => counted[role].map(({ profile }) => profile);
  const difference = learnDifference({
    readTwice,
    corpus: profilesOf('corpus'),
    background: profilesOf('background'),
    calibration,
    generalFrequency: generalFrequencyIn(wordNet),
  });
  const differenceInGeneral =
    general &&
    learnDifference({
      readTwice,
      corpus: profilesOf('corpus'),
      background: general,
      // Members of the ensemble do not correct for length.
      calibration: { ...calibration, parameters: {} },
      generalFrequency: () => 0,
    });
  return {
    words: makeLexicon(),
    linked: linkedLemmas,
    difference,
    general: differenceInGeneral,
  };
}

/** The nouns of the background that comes with sfwc; none where it cannot be read, which the training then says. */
async function generalProfiles(): Promise<readonly DocumentProfile[]> {
  try {
    return (await openBoxedBackground(ENGLISH)).contents.map(({ nouns }) => nouns);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [];
  }
}

/** Texts together with what a lexicon finds in them that was made without them. */
function* readByOthers(
  counted: Readonly<Record<CorpusRole, readonly Counted[]>>,
  lexiconOf: (without: number) => Lexicon,
  isLinkable: (lemma: string) => boolean,
  onWait: OnWait | undefined,
): Generator<ReadTwice> {
  let read = 0;
  for (let part = 0; part < PARTS && read < ENOUGH_READ; part += 1) {
    const own = (['corpus', 'background'] as const).flatMap((role) =>
      counted[role]
        .filter((one) => one.part === part)
        .slice(0, MOST_READ)
        .map((one) => ({ ...one, role })),
    );
    // Of few texts, some parts have none, and a lexicon takes a while to make.
    if (own.length === 0) continue;
    // Each part is a lexicon of its own, and all of them are made in this thread.
    onWait?.(MAKING, { detail: `part ${part + 1} of ${PARTS}`, busy: 1000 });
    const annotator = createLexicalAnnotator(lexiconOf(part), openLemmatizer());
    for (const { role, text, profile } of own) {
      const nouns = annotator
        .annotate(text)
        .nouns.map((noun) => ({ ...noun, linkable: isLinkable(noun.lemma) }));
      yield { role, full: profile, lexical: toProfile(nouns) };
    }
    read += own.length;
  }
}

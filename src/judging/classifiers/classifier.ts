import type { FrequencyTable } from '../../knowledge/places/frequency-table.js';
import type { OpenTopic } from '../../knowledge/places/knowledge-base.js';
import type { WordNet } from '../../language/wordnet/wordnet.js';
import type { Acceptance } from '../../model/judging.js';
import type { TopicClassifier, TopicExpansion } from '../../model/topic.js';
import type { OnWait } from '../../model/wait.js';
import type { HeldOutScores } from '../learning/folds.js';
import type { AcceptanceParameters } from '../relevance/acceptance.js';
import type { OpenMembers } from '../topic/ensemble-rule.js';
import type { JudgedText } from '../relevance/evidence.js';
import type { Scorer, Spaces, TrainingSet } from '../topic/scorer.js';
import type { GeneralSpace } from '../topic/word-space.js';

/** A classifier as a table or a plugin declares it. It is loaded when it is named. */
export interface ClassifierDeclaration {
  /** One line for the help, with the paper. */
  readonly summary: string;
  /** True if `sfwc train` learns it from a topic's texts and a background. */
  readonly trained?: boolean;
  readonly load: () => Promise<ClassifierKind>;
}

/** Tools from which a classifier is made, in addition to its plan. */
export interface MakingContext {
  /** Numbers of documents of the topic's corpus, and of its background, that mention a noun. */
  readonly counts: FrequencyTable;
  readonly wordNet: WordNet;
  /** The topic's language, as an ISO 639-1 code. */
  readonly language: string;
  /** Opens the word space of general English. */
  readonly general?: () => GeneralSpace;
}

/** A classifier: planned in the main thread, and made of its plan, plain data, in any thread. */
export interface ClassifierKind<Data = unknown> {
  readonly name: string;
  /** Input that it judges by: the words of pages, their nouns, or what the nouns are linked to. */
  readonly reads: 'words' | 'nouns' | 'links';
  /** True if it judges pages in other languages than the topic's. Default: they are rejected. */
  readonly judgesAnyLanguage?: boolean;
  /** Plans to judge by a topic; undefined where the topic does not have what it needs. */
  plan(topic: OpenTopic, thesaurus?: string): Promise<Data | undefined>;
  make(plan: Data, context: MakingContext): TopicClassifier;
  /** The threshold that moves with the pages met. Default: none does. */
  acceptance?(plan: Data, accept: string | undefined): Acceptance | undefined;
  /** Checksum of the word space of general English that it judges by. Default: none. */
  generalSpace?(plan: Data): string | undefined;
  readonly learner?: Learner;
}

export interface TrainingSettings {
  /** Number of terms of Naive Bayes. */
  readonly features: number;
  /** Synonyms of the topic's nouns, for classifiers that use them; else empty. */
  readonly expansion: TopicExpansion;
  /** Hears of each part of the work before it begins. */
  readonly onWait?: OnWait;
}

export const NOTHING_FURTHER: Omit<TrainingSettings, 'onWait'> = { features: 0, expansion: new Map() };

/** Parameters that a classifier learns, with the scores of the texts that it learned from, each by a model that had not seen the text. */
export interface LearnedWhole<Parameters> {
  readonly parameters: Parameters;
  readonly heldOut: HeldOutScores;
  /** Of the ensemble: what its members say of these texts. */
  readonly heldOutTexts?: HeldOutScores<JudgedText>;
  /** Texts of the background that are about the topic, and did not count. */
  readonly aboutTopic?: number;
}

/** Learns a classifier from texts. `Parameters` is what it learns: plain data, which its file keeps. */
export interface Learner<Parameters = unknown> {
  readonly name: string;
  /** Input besides the texts: labelled pages as further texts, the topic's expansion, the number of features. */
  readonly uses?: readonly ('labelled pages' | 'expansion' | 'features')[];
  /** Deterministic. */
  learn(set: TrainingSet, settings: TrainingSettings): Parameters;
  /** Learns and scores every text by a model that had not seen it. Default: by cross-validation of {@link learn}. */
  learnWhole?(set: TrainingSet, settings: TrainingSettings): LearnedWhole<Parameters>;
  /** Checksum of the word space of general English that it was learned with. Default: it uses none. */
  generalSpace?(parameters: Parameters): string | undefined;
  /** Evidence on which verdicts depend besides the pages, if they do. */
  adapts?(parameters: Parameters): AcceptanceParameters;
  /** Opens the members whose scores pages keep, where the verdict depends on other pages. Default: it has none. */
  members?(parameters: Parameters, spaces: Spaces): OpenMembers;
  /** Scores pages with what was learned. @param spaces those that it was learned with */
  scorer(parameters: Parameters, spaces: Spaces): Scorer;
}

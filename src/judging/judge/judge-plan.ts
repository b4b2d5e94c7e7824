import type { RemoteLink } from '../../model/noun.js';
import type { Lexicon } from '../../language/text/lexicon.js';
import type { ReadingDifference } from '../topic/quick-reading.js';
import type { FrequencyTable } from '../../knowledge/places/frequency-table.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import type { ClassifierKind } from '../classifiers/classifier.js';
import type { Plugins } from '../plugins/registry.js';
import type { AnalyserPlan, AskRemote } from '../linkers/linker.js';

/**
 * Everything for judging pages by a topic, as plain data for worker threads, except for the counts, which stay in the
 * knowledge base.
 */
export interface JudgePlan {
  /** The topic's name. */
  readonly topic: string;
  /** The topic's language, as an ISO 639-1 code. */
  readonly language: string;
  readonly analyser: AnalyserPlan;
  readonly classifier: ClassifierPlan;
  /** Whether pages are judged that are in another language than the topic. The user's own classifiers always judge them. */
  readonly anyLanguage: boolean;
  /** Where pages are read quickly first: what by. */
  readonly lexicon?: TopicLexicon;
  /** Whether no page is read in full. */
  readonly onlyQuickly?: boolean;
  /** How much is accepted; see {@link createAcceptance}. */
  readonly accept?: string;
}

/** A classifier with its plan, as plain data. */
export interface ClassifierPlan<Data = unknown> {
  readonly name: string;
  readonly data: Data;
}

/** Links by a service in {@link textToJudge}, per topic; undefined if it was not queried, or is down. */
export type RemoteLinks = readonly (readonly RemoteLink[] | undefined)[];

/** What a topic's texts tell of reading pages quickly, as its file has it. */
export interface TopicLexicon {
  readonly words: Lexicon;
  /** Lemmas that linkers linked in the corpus and that WordNet does not have, one a line. */
  readonly linked: string;
  /** How scores differ; absent where there were too few texts to tell. */
  readonly difference?: ReadingDifference;
  /** Of a topic without a background: how scores differ if nouns count by the background that comes with sfwc, as for the ensemble. */
  readonly general?: ReadingDifference;
}

/** What a judge is made of for one of its topics, in one or several threads. */
export interface JudgeParts {
  /** What the knowledge base says of the topic. */
  readonly facts: TopicFacts;
  readonly plan: JudgePlan;
  /** The classifier that the plan names. */
  readonly kind: ClassifierKind;
  readonly counts: FrequencyTable;
  readonly plugins: Plugins;
  /** Queries the service that the corpus was linked with, if there was one. */
  readonly askRemote?: AskRemote;
}

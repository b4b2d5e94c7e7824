import type { RemoteLink } from '../../model/noun.js';
import type { TopicLexicon } from '../../knowledge/files/lexicon-file.js';
import type { FrequencyTable } from '../../knowledge/places/frequency-table.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import type { ClassifierKind } from '../classifiers/classifier.js';
import type { Plugins } from '../plugins/registry.js';
import type { AnalyserPlan, AskRemote } from '../../language/linking/linker.js';

/**
 * Everything for judging pages by a topic, as plain data for worker threads, except for the counts, which stay in the
 * knowledge base.
 */
export interface JudgePlan {
  /** The topic's name. */
  readonly topic: string;
  /** The line about the topic, where it has one. */
  readonly about?: string;
  /** The topic's language, as an ISO 639-1 code. */
  readonly language: string;
  readonly analyser: AnalyserPlan;
  readonly classifier: { readonly name: string; readonly data: unknown };
  /** True if pages are judged that are in another language than the topic. The user's own classifiers always judge them. */
  readonly anyLanguage: boolean;
  /** Lexicon by which pages are read. Default: they are read in full. */
  readonly lexicon?: TopicLexicon;
}

/** Links by a service in {@link textToJudge}, per topic; undefined if it was not queried, or is down. */
export type RemoteLinks = readonly (readonly RemoteLink[] | undefined)[];

/** Parts from which a judge is made for one of its topics, in one or several threads. */
export interface JudgeParts {
  /** Facts of the topic from the knowledge base. */
  readonly facts: TopicFacts;
  readonly plan: JudgePlan;
  /** The classifier that the plan names. */
  readonly kind: ClassifierKind;
  readonly counts: FrequencyTable;
  readonly plugins: Plugins;
  /** Queries the service that the corpus was linked with, if there was one. */
  readonly askRemote?: AskRemote;
}

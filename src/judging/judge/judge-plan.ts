import type { RemoteLink } from '../../model/noun.js';
import type { TopicLexicon } from '../../knowledge/files/lexicon-file.js';
import type { FrequencyTable } from '../../knowledge/places/frequency-table.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import type { ClassifierKind } from '../classifiers/classifier.js';
import type { Plugins } from '../plugins/registry.js';
import type { AnalyserPlan, AskRemote } from '../../language/linking/linker.js';
import type { PageReaderOptions } from '../../web/page/reader.js';
import type { KnownOfPage, ReadPage } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import type { SharedWordSpace } from '../../language/text/word-space-file.js';
import type { SharedWordNet } from '../../language/wordnet/wordnet-files.js';
import type { AskPart, PluginsOfThread } from '../plugins/in-threads.js';

/** Plain data for judging pages by a topic in any thread; the counts stay in the knowledge base. */
export interface JudgePlan {
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

/** Links by a service in the text that is judged, per topic; undefined if it was not queried, or is down. */
export type RemoteLinks = readonly (readonly RemoteLink[] | undefined)[];

/** Parts from which a judge is made for one of its topics, in one or several threads. */
export interface JudgeParts {
  readonly facts: TopicFacts;
  readonly plan: JudgePlan;
  readonly kind: ClassifierKind;
  readonly counts: FrequencyTable;
  readonly plugins: Plugins;
  /** Queries the service that the corpus was linked with, if there was one. */
  readonly askRemote?: AskRemote;
}

export interface ThreadData {
  /** One per topic. */
  readonly plans: readonly JudgePlan[];
  /** Absent where no page is judged. */
  readonly wordNet?: SharedWordNet;
  /** The word space of general English, where a classifier needs it. */
  readonly wordSpace?: SharedWordSpace;
  readonly plugins: PluginsOfThread;
}

/** Protocol of judging threads. They do not have the knowledge base, and call the main thread for counts. */
export interface JudgeProtocol {
  readonly data: ThreadData & {
    /** Rules for reading pages. */
    readonly reading: PageReaderOptions;
  };
  readonly tasks: {
    /** Reads a page, and judges it at once if it is expected to be judged, so that its objects become garbage early. */
    readonly read: (response: {
      readonly body: Uint8Array;
      readonly url: string;
      readonly contentType: string;
      readonly expected?: KnownOfPage | undefined;
    }) => Omit<ReadPage, 'judge'> & { readonly judgement?: Judgement | undefined };
    readonly judge: (
      seen: KnownOfPage & { readonly page: Page; readonly remotes?: RemoteLinks | undefined },
    ) => Judgement;
  };
  readonly calls: {
    /** Fetches the counts of nouns for a topic (its index), as {@link FrequencyTable} has them. */
    readonly count: (question: {
      readonly topic: number;
      readonly of: keyof FrequencyTable;
      readonly nouns: readonly unknown[];
    }) => ReadonlyMap<string, number>;
    /** Which other language a page is in: the data for that take tens of megabytes, so that one thread has them. */
    readonly lookAtLanguage: (page: {
      readonly beginning: string;
      readonly expected: string;
    }) => string | undefined;
    /** Calls a part that is an object in the main thread. */
    readonly askPart: AskPart;
  };
}

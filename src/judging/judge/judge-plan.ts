import type { RemoteLink } from '../../model/noun.js';
import type { TopicLexicon } from '../../knowledge/files/lexicon-file.js';
import type { FrequencyTable } from '../../knowledge/places/frequency-table.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import type { ClassifierKind } from '../classifiers/classifier.js';
import type { Plugins } from '../plugins/registry.js';
import type { AnalyserPlan, AskRemote } from '../../language/linking/linker.js';
import type { PageReaderOptions } from '../../web/page/reader.js';
import type { KnownOfPage } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import type { SharedWordSpace } from '../../language/text/word-space-file.js';
import type { SharedWordNet } from '../../language/wordnet/wordnet-files.js';
import type { AskPart, PluginsOfThread } from '../plugins/in-threads.js';
import { hash52 } from '../../support/hash.js';

/** URLs that a crawl has brought to their end. What links to them say is not needed any more. */
interface EndedUrls {
  readonly memory: SharedArrayBuffer;
  readonly add: (url: string) => void;
  /** True only for URLs that were added; false also for those that were forgotten, or that a thread does not see yet. */
  readonly has: (url: string) => boolean;
}

/** Slots of four bytes. */
const SLOTS = 1 << 18;

const FINGERPRINTS = 2 ** 32;

/**
 * A table of fixed size in memory that threads share. Each URL has one slot, which holds 32 bits of its hash; other bits
 * choose the slot. So one look-up in 4 · 10^9 mistakes a URL for another one. A URL whose slot another one takes is
 * forgotten.
 * @param memory of a table in another thread, of a power of two slots of four bytes, at most 2^20. Default: a new table
 */
export function createEndedUrls(memory = new SharedArrayBuffer(4 * SLOTS)): EndedUrls {
  const slots = new Uint32Array(memory);
  return {
    memory,
    add(url) {
      const key = hash52(url);
      Atomics.store(slots, slotOf(key, slots), fingerprintOf(key));
    },
    has(url) {
      const key = hash52(url);
      return Atomics.load(slots, slotOf(key, slots)) === fingerprintOf(key);
    },
  };
}

function slotOf(key: number, { length }: Uint32Array): number {
  return Math.floor(key / FINGERPRINTS) & (length - 1);
}

/** Not 0, which a free slot holds. */
function fingerprintOf(key: number): number {
  return key % FINGERPRINTS || 1;
}

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

/** Links by a service in {@link textToJudge}, per topic; undefined if it was not queried, or is down. */
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
    readonly reading: Omit<PageReaderOptions, 'hasEnded'>;
    readonly ended: EndedUrls['memory'];
  };
  readonly tasks: {
    /** Reads a page, and judges it at once if it is expected to be judged, so that its objects become garbage early. */
    readonly read: (response: {
      readonly body: Uint8Array;
      readonly url: string;
      readonly contentType: string;
      readonly expected?: KnownOfPage | undefined;
    }) => { readonly page: Page; readonly judgement?: Judgement | undefined };
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

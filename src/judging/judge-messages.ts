import type { Page } from '../model/page.js';
import type { Judgement } from '../model/topic.js';
import type { FrequencyTable, Meaning } from '../topic/frequency-table.js';
import type { SharedWordNet } from '../wordnet/wordnet-files.js';
import type { AskPart, PluginsOfThread } from '../plugins/in-threads.js';
import type { JudgePlan, RemoteLinks } from './judge-plan.js';

/** What threads that judge pages do. They do not have the knowledge base: they call for its counts. */
export interface JudgeProtocol {
  readonly data: {
    /** One for each topic. */
    readonly plans: readonly JudgePlan[];
    /** The name by which pages call the crawler. */
    readonly crawler: string;
    readonly wordNet: SharedWordNet;
    readonly plugins: PluginsOfThread;
  };
  readonly ready: undefined;
  readonly tasks: {
    /** Reads a page and keeps it under a number until it is judged or left. */
    readonly read: (response: {
      readonly number: number;
      readonly body: Uint8Array;
      readonly url: string;
      readonly contentType: string;
    }) => Page;
    /** Judges a page: the one that is kept under the number, or else the one that is handed in. */
    readonly judge: (seen: {
      readonly number: number;
      readonly page?: Page;
      readonly linkedFrom?: readonly string[];
      readonly remotes?: RemoteLinks;
    }) => Judgement;
    readonly leave: (number: number) => void;
  };
  readonly calls: {
    /** Asks for the counts of nouns in a topic, named by its place; the answer has the order of the nouns. */
    readonly count: (question: {
      readonly topic: number;
      readonly of: CountKind;
      readonly nouns: readonly string[] | readonly Meaning[];
    }) => readonly number[];
    /** Asks a part that the main thread has as an object. */
    readonly askPart: AskPart;
  };
}

/** The kinds of counts. */
export type CountKind = keyof FrequencyTable;

import type { RemoteLink } from '../linking/spotlight-answer.js';
import type { Page } from '../model/page.js';
import type { Judgement } from '../model/topic.js';
import type { FrequencyTable, Meaning } from '../topic/frequency-table.js';
import type { SharedWordNet } from '../wordnet/wordnet-files.js';
import type { JudgePlan } from './judge-plan.js';

/** What a thread that judges pages is started with. */
export interface JudgeThreadData {
  readonly plan: JudgePlan;
  /** The name by which pages call the crawler. */
  readonly crawler: string;
  readonly wordNet: SharedWordNet;
}

/** The kinds of counts. */
export type CountKind = keyof FrequencyTable;

/** To a thread. A page is read first, and kept there under the number of its task until it is judged or left. */
export type ToJudgeThread =
  | {
      readonly kind: 'read';
      readonly task: number;
      readonly body: Uint8Array;
      readonly url: string;
      readonly contentType: string;
    }
  | {
      readonly kind: 'judge';
      readonly task: number;
      readonly linkedFrom?: readonly string[];
      readonly remote?: readonly RemoteLink[];
    }
  | { readonly kind: 'leave'; readonly task: number }
  | { readonly kind: 'counts'; readonly question: number; readonly counts: readonly number[] }
  | { readonly kind: 'no-counts'; readonly question: number };

/** From a thread: answers, and questions to the knowledge base, which it does not have. */
export type FromJudgeThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'page'; readonly task: number; readonly page: Page }
  | { readonly kind: 'judgement'; readonly task: number; readonly judgement: Judgement }
  | { readonly kind: 'failure'; readonly task: number; readonly message: string; readonly question?: number }
  | {
      readonly kind: 'count';
      readonly question: number;
      readonly of: CountKind;
      readonly nouns: readonly string[] | readonly Meaning[];
    };

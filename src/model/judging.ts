import type { Page } from './page.js';
import type { Judgement, Reason } from './topic.js';

/** Facts about a page before it is read. */
export interface KnownOfPage {
  /** Anchor texts, with the words around them, of links that lead to the page, where they are known. */
  readonly linkedFrom?: readonly string[];
}

/** A page that was read, with the sketch of its text by which copies are found. */
export interface ReadPage {
  readonly page: Page;
  readonly sketch: Uint32Array;
  /** Says whether the page is about the topic. May be called once. @throws InputError, QueryError */
  judge(linkedFrom?: readonly string[]): Promise<Judgement>;
}

/** Port: a threshold that depends on the pages met so far. It receives each page when its event is written. */
export interface Acceptance {
  /** The verdict by the threshold as it stands. Judgements that do not depend on it are returned as they are. */
  decide(judgement: Judgement): Judgement;
  /** True if the threshold may ever come to lie so low that it accepts a judgement. */
  mayAccept(judgement: Judgement): boolean;
  /** Counts a page that was judged. */
  note(judgement: Judgement): void;
  /** Looks at all pages so far, before verdicts on them are given again. */
  renew?(): void;
  /** True if pages move the threshold: not while labels or a person fix it. */
  moves(): boolean;
  /** Numbers that all verdicts depend on: of each topic the threshold in log odds, and the pages that it rests on. */
  thresholds(): readonly number[];
  /** Takes what a person says while pages are judged: how much to accept, and all labels so far. Absent fields stay. */
  steer(wish: { readonly accept?: string; readonly labels?: readonly LabelledReason[] }): void;
}

/** A person's answer about a page, with the scores of the page: by a model that did not learn from it. */
export interface LabelledReason {
  readonly reason: Pick<Reason, 'members' | 'words' | 'direction'>;
  readonly relevant: boolean;
  /** As how many answers it counts; default 1. */
  readonly weight?: number;
}

/** Port: makes pages of responses and judges them. Where that is done, and how many at a time, is its own affair. */
export interface PageJudge {
  readonly classifier: string;
  /** Acceptance, if verdicts depend on the pages met so far. */
  readonly acceptance?: Acceptance;
  /** Number of pages that it reads and judges at the same time. Default: 1. */
  readonly atOnce?: number;
  /** Reads an HTML response. @throws Error when the page cannot be read; broken markup alone is not an error */
  read(body: Uint8Array, url: string, contentType: string, expected?: KnownOfPage): Promise<ReadPage>;
  /** Judges a page that was read elsewhere, such as a plain text. @throws as {@link ReadPage.judge} */
  judge(page: Page, known?: KnownOfPage): Promise<Judgement>;
  close(): Promise<void>;
}

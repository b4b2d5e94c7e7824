import type { CrawlEvent, ReasonCode } from './crawl-event.js';
import type { NounEvidence } from './topic.js';
import type { Verdict } from './verdict.js';

/** A noun that the reasons for accepted pages name. */
export interface NounRow {
  readonly noun: string;
  /** Accepted pages whose reason names it. */
  readonly pages: number;
  /** Documents of the corpus that it occurs in. */
  readonly documents: number;
}

export type CountedNouns = readonly number[];

/** Nouns by the accepted pages whose reasons name them. */
export interface NounTable {
  /** Counts an accepted page. */
  add(evidence: readonly NounEvidence[]): CountedNouns;
  /** Takes back what was counted for a page that has another verdict now. */
  remove(counted: CountedNouns): void;
  /** The most frequent first. */
  rows(): readonly NounRow[];
}

export interface HostRow {
  /** With its port; the last row stands for all hosts beyond those that are counted one by one. */
  readonly host: string;
  readonly fetched: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly failed: number;
  /** Time of the last request, ISO 8601; absent before the first. */
  readonly lastAt?: string;
  /** Why a URL of the host failed last. */
  readonly lastFailure?: ReasonCode;
}

/** Counts by host, of so many hosts at most. */
export interface HostTable {
  /** @param before the verdict of the event that this one takes the place of */
  add(host: string, event: CrawlEvent, verdict: Verdict, before: Verdict | undefined): void;
  rows(): readonly HostRow[];
}

/** A curve through points that come one after the other, of bounded size. */
export interface Curve {
  add(x: number, y: number): void;
  points(): readonly (readonly [x: number, y: number])[];
}

/** Accepted pages by requests: the one way in which every view of a crawl draws its curve. */
export interface AcceptedCurve {
  /**
   * Takes the next URL in the order in which they came to their end, with its last verdict: a page that was judged again
   * counts where it was requested.
   */
  add(url: { readonly fetched: boolean; readonly verdict: Verdict }): void;
  points(): readonly (readonly [requests: number, accepted: number])[];
}

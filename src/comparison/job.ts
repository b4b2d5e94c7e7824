import type { ComparedCrawl } from '../evaluation/comparison.js';

/** One crawl that is to be done; plain data, so that a thread can be sent it. */
export interface CompareJob {
  /** Checksum of all that its outcome depends on. */
  readonly key: string;
  /** Name in the knowledge base. */
  readonly topic: string;
  /** Undefined: the topic's own. */
  readonly classifier: string | undefined;
  readonly strategy: string;
  /** Checksum of the plugin module of classifier or strategy; absent for built-in ones. */
  readonly classifierVersion?: string;
  readonly strategyVersion?: string;
  readonly repeat: number;
  readonly seeds: readonly string[];
  /** What is to be found, where it is known. */
  readonly targets?: readonly string[];
  /** All pages about the topic, given ones too, where they are known: what a user would label. */
  readonly members?: readonly string[];
}

/** Whether a page was accepted, and its score. */
export type Verdict = readonly [accepted: boolean, score: number];
/** Verdicts by address. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** A crawl of a comparison with addresses, as it comes out of a thread; see {@link ComparedCrawl}. */
export interface FinishedCrawl extends Pick<
  ComparedCrawl,
  'key' | 'topic' | 'classifier' | 'strategy' | 'repeat' | 'maxAverageSimilarity' | 'ended' | 'seconds'
> {
  readonly seeds: readonly string[];
  readonly fetches: readonly { readonly url: string; readonly referrer?: string }[];
  readonly accepted: readonly string[];
  readonly missed: readonly {
    readonly url: string;
    readonly waiting?: { readonly value: number; readonly referrer: string; readonly anchorText: string };
  }[];
}

/** What a job came to, and the pages that were judged for it the first time. */
export interface JobOutcome {
  readonly crawl: FinishedCrawl;
  readonly verdicts: Verdicts;
}

/** Jobs with the same verdicts: those of one topic and one classifier. */
export function verdictGroup({ topic, classifier, classifierVersion }: CompareJob): string {
  return JSON.stringify([
    topic,
    classifier ?? '',
    ...(classifierVersion === undefined ? [] : [classifierVersion]),
  ]);
}

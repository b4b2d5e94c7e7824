import type { ComparedCrawl } from '../evaluation/comparison.js';

/** A crawl to run, as plain data for threads. */
export interface CompareJob {
  /** Checksum of everything that its outcome depends on. */
  readonly key: string;
  /** Name in the knowledge base. */
  readonly topic: string;
  /** Undefined: the topic's own. */
  readonly classifier: string | undefined;
  readonly strategy: string;
  readonly repeat: number;
  readonly seeds: readonly string[];
  /** The pages to find, if known. */
  readonly targets?: readonly string[];
  /** All pages about the topic, including given ones, if known: what a user would label. */
  readonly members?: readonly string[];
}

/** True if a page was accepted, and its score. */
export type Verdict = readonly [accepted: boolean, score: number];
/** Verdicts by URL. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** A crawl of a comparison with URLs, as a thread returns it; see {@link ComparedCrawl}. */
export interface FinishedCrawl extends Pick<
  ComparedCrawl,
  'key' | 'topic' | 'classifier' | 'strategy' | 'repeat' | 'maxAverageSimilarity' | 'ended' | 'seconds'
> {
  readonly seeds: readonly string[];
  readonly fetches: readonly string[];
  readonly accepted: readonly string[];
}

/** The outcome of a job, with the verdicts on pages that were not judged before. */
export interface JobOutcome {
  readonly crawl: FinishedCrawl;
  readonly verdicts: Verdicts;
}

/** A key for jobs that share verdicts: those of one topic and one classifier. */
export function verdictGroup({ topic, classifier }: CompareJob): string {
  return JSON.stringify([topic, classifier ?? '']);
}

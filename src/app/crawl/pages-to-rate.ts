import type { CrawlEvent } from '../../model/crawl-event.js';

/** A page in question, and others that are alike: an answer can be for all of them. */
export interface PageQuestion {
  readonly page: CrawlEvent;
  readonly alike: readonly CrawlEvent[];
  /** Verdicts that one answer for all should change; absent where the page was drawn by lot. */
  readonly changes?: number;
}

/** What people said of pages so far, by URL; undefined where they could not say. */
export type KnownAnswers = ReadonlyMap<string, boolean | undefined>;

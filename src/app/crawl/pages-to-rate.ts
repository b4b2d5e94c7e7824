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

/** The pages of a crawl whose labels help a classifier most. */
export interface PagesToRatePort {
  /** About pages on either side of the threshold, most of them near it, that have no answer. */
  questions(events: readonly CrawlEvent[], count: number, answers: KnownAnswers): readonly PageQuestion[];
  /** URLs of pages of the crawl in a folder that are alike with one. */
  alike(out: string, url: string): Promise<readonly string[]>;
}

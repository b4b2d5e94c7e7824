import type { CrawlParts, CrawlPlan, QueueParts } from '../../../crawling/engine/crawl-types.js';
import type { ReasonCode } from '../../../model/crawl-event.js';
import type { OnWait } from '../../../model/wait.js';
import type { SearchEngine } from '../search/search.js';
import type { WordReader } from '../../../model/topic.js';
import type { KnownPages } from './known-pages.js';
import type { SourceLists, Thresholds } from './lists.js';

/** What a harvest is made of; its crawl's strategy is its own. */
export interface HarvestParts extends Omit<CrawlParts, 'queue'> {
  readonly queue: Omit<QueueParts, 'priority'>;
  readonly engine: SearchEngine;
  /** Leaves stop words out: the words of the hub test. */
  readonly words: WordReader;
  readonly known: KnownPages;
  /** Hears of each search before it is made. */
  readonly onWait?: OnWait;
}

/** How a harvest behaves. */
export interface HarvestPlan {
  /** The name of the run. */
  readonly run: string;
  /** What to search for. */
  readonly searches: readonly string[];
  /** Pages taken of each search. */
  readonly top: number;
  readonly lists: SourceLists;
  readonly thresholds: Thresholds;
  readonly hubRatio: number;
  /** Links of one hub or site at most. */
  readonly linksEach: number;
  /** Whether blogs and forums are left out. */
  readonly skipBlogs: boolean;
  /** What pages are judged by, as one checksum. */
  readonly judgedBy: string;
  /** How its pages are crawled. */
  readonly crawl: Omit<CrawlPlan, 'seeds'>;
  readonly onProgress?: (counts: HarvestProgress) => void;
}

/** How a harvest stands. */
export interface HarvestProgress {
  readonly searches: number;
  /** Different addresses that they found. */
  readonly found: number;
  readonly requested: number;
  readonly relevant: number;
}

/** What became of the pages of a run; together they are all that it came to. */
export interface PageCounts {
  readonly relevant: number;
  readonly irrelevant: number;
  /** Unchanged since an earlier run; of them, those that were relevant. */
  readonly unchanged: number;
  readonly unchangedRelevant: number;
  readonly verbatimCopies: number;
  readonly blogsAndForums: number;
  readonly noContent: number;
  readonly hubs: number;
  /** For other reasons: robots.txt, no HTML, too large … */
  readonly otherSkipped: number;
  readonly failed: number;
}

/** A list before and after a run. */
export interface ListCounts {
  readonly before: number;
  readonly added: number;
  readonly dropped: number;
  readonly now: number;
}

/** How a harvest went. */
export interface HarvestSummary {
  readonly run: string;
  /** Why it ended: all was asked, as many pages as were wanted, or the signal. */
  readonly ended: 'complete' | 'max-pages' | 'interrupted';
  readonly startedAt: string;
  readonly endedAt: string;
  readonly seconds: number;
  readonly searches: {
    readonly planned: number;
    readonly made: number;
    readonly hits: number;
    readonly addresses: number;
    /** Present where the engine stopped answering: what it said. */
    readonly failure?: string;
  };
  /** Pages that were requested. */
  readonly requested: number;
  readonly pages: PageCounts;
  /** Pages skipped otherwise and failed, by reason. */
  readonly reasons: Readonly<Partial<Record<ReasonCode, number>>>;
  /** Present where not a single page could be fetched and read: why, a line for each reason. */
  readonly noPage?: readonly string[];
  /** Relevant pages that the first quarter, half, three quarters and all of the searches found: where more bring no more. */
  readonly relevantBySearches: readonly number[];
  readonly hubs: ListCounts;
  readonly sites: ListCounts;
}

/** What a harvest brought. */
export interface HarvestOutcome {
  readonly summary: HarvestSummary;
  /** Addresses that it started from, in the order in which they were asked. */
  readonly seeds: readonly string[];
  readonly lists: SourceLists;
}

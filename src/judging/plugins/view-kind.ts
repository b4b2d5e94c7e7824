import type { CrawlEvent } from '../../model/crawl-event.js';

/** The crawl that a view shows. */
export interface ViewedCrawl {
  /** Its result folder. */
  readonly out: string;
  /** Its events so far, in their order; a page that was judged again has several. */
  readonly events: () => AsyncIterable<CrawlEvent>;
  /** Aborted when the time of the view is over, or when the control room closes. */
  readonly signal: AbortSignal;
}

/** What a view shows: a line of text and a table, as plain text. */
export interface ViewTable {
  readonly text?: string;
  readonly columns: readonly string[];
  /** Each with a cell for every column; columns of numbers are aligned to the right. */
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A user-defined view of a crawl in the control room. */
export interface OwnView {
  /** The text of its tab. Default: the name of the view */
  readonly title?: string;
  /** Called when somebody opens the view. */
  show(crawl: ViewedCrawl): ViewTable | Promise<ViewTable>;
}

/** Current work of a crawl, and what it waits for. JSON. */
export interface CrawlActivity {
  /** Pages that are judged again, and how many of them have been so far. */
  readonly judgingAgain?: { readonly pages: number; readonly done: number };
  readonly waiting?: CrawlWait;
}

export interface CrawlWait {
  /** In words: `an answer from a.example`. */
  readonly why: string;
  /** Since when nothing was begun, and when it continues, where that is known; in milliseconds of the crawl's clock. */
  readonly since: number;
  readonly until?: number;
}

import { given } from '../../support/given.js';

/** What a crawl is occupied with, and what it waits for. JSON. */
export interface CrawlActivity {
  /** Pages that are judged again, and how many of them have been so far. */
  readonly judgingAgain?: { readonly pages: number; readonly done: number };
  /** Present while nothing can be requested. */
  readonly waiting?: CrawlWait;
}

/** What a crawl waits for. JSON. */
export interface CrawlWait {
  /** In words: `a.example answered 503`. */
  readonly why: string;
  /** When it goes on, in milliseconds of the crawl's clock. */
  readonly until: number;
}

/** Holds the activity of a crawl, and passes it on when it changes. */
export interface Activity {
  /** Undefined while there is nothing to say: the crawl requests pages. */
  now(): CrawlActivity | undefined;
  judgesAgain(standing: CrawlActivity['judgingAgain']): void;
  waitsFor(wait: CrawlWait | undefined): void;
}

/** @param changed called whenever the activity changes */
export function createActivity(changed: (activity: CrawlActivity | undefined) => void): Activity {
  let judgingAgain: CrawlActivity['judgingAgain'];
  let waiting: CrawlWait | undefined;
  const now = (): CrawlActivity | undefined =>
    judgingAgain === undefined && waiting === undefined ? undefined : given({ judgingAgain, waiting });
  return {
    now,
    judgesAgain(standing) {
      if (standing === undefined && judgingAgain === undefined) return;
      judgingAgain = standing && { ...standing };
      changed(now());
    },
    waitsFor(wait) {
      if (wait?.why === waiting?.why && wait?.until === waiting?.until) return;
      waiting = wait;
      changed(now());
    },
  };
}

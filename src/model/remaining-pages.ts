/** Estimated number of relevant pages that a crawl has not found yet. */
export type RemainingPages = EstimateBasis & (KnownRemaining | UnknownRemaining);

export interface EstimateBasis {
  /** Requests and accepted pages when this was estimated. */
  readonly requests: number;
  readonly found: number;
  /** URLs that were drawn at random from the queue and requested, and those of them that were accepted. */
  readonly samples: number;
  readonly samplesAccepted: number;
  /** By the decline of acceptances per request alone. */
  readonly byRate?: PageInterval;
}

export interface KnownRemaining extends PageInterval {
  readonly notKnown?: undefined;
  /** Found pages as a share of all, with a 90 % interval. */
  readonly recall: number;
  readonly recallLow: number;
  readonly recallHigh: number;
}

interface UnknownRemaining {
  /** For a person: a clause such as `the acceptances per request suggest between 4 and 900 more`. */
  readonly notKnown: string;
}

/** Pages that the crawl could still find and would accept, with a 90 % interval. */
export interface PageInterval {
  readonly left: number;
  readonly low: number;
  readonly high: number;
}

import type { Visit } from './change-rate.js';

/**
 * What a collection knows of an address. kept: a page about the topic. rejected: a page about something else. gone: it was
 * kept and is not there any more, or not about the topic any more. skipped: it was deliberately not read. failed: the network
 * or the server has not delivered it yet.
 */
export type PageState = 'kept' | 'rejected' | 'gone' | 'skipped' | 'failed';

/** The history of one address in a collection. Times are milliseconds since the epoch. */
export interface PageRecord {
  readonly url: string;
  /** Where redirects led when it was read last, where that is another address. */
  readonly finalUrl?: string;
  readonly state: PageState;
  readonly title: string;
  readonly firstSeen: number;
  /** When it was last requested. */
  readonly lastAsked: number;
  /** When it was last read, or known to be unchanged. */
  readonly lastRead?: number;
  /** The round whose folder has the last event with a judgement of it. */
  readonly round?: number;
  /** Visits after the first one, the last {@link MOST_VISITS} of them, the oldest first. */
  readonly visits: readonly Visit[];
  /** By what its text is recognised, see `textDigest`. */
  readonly digest?: string;
  /** Requests in a row that failed in a way that may pass. */
  readonly failures: number;
  /** Kept pages that it newly led to in a round in which it was read, on average; recent rounds count for more. */
  readonly leads: number;
  readonly depth: number;
  readonly referrer?: string;
}

/** Visits of a page that are remembered: its rate may change over the years. */
export const MOST_VISITS = 64;
/** Milliseconds of a day, the unit of rates. */
export const DAY = 86_400_000;

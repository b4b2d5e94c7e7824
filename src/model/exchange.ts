import type { FetchFailure } from './errors.js';

export const TRUNCATIONS = ['length', 'time', 'disconnect', 'unspecified'] as const;

/** Why the body of an answer is not whole, in the words of WARC 1.1 (section 5.13). */
export type Truncation = (typeof TRUNCATIONS)[number];

/** One request and its answer as they went over the wire, but for chunking (`X-Crawler-Transfer-Encoding`, which Node undid). */
export interface Exchange {
  readonly url: string;
  /** Request line and headers as sent, with the empty line after them. Empty where an archive answered. */
  readonly request: Uint8Array;
  /** Status line and headers in their order and case, with the empty line after them. */
  readonly head: Uint8Array;
  /** As far as it was read, still encoded as its `Content-Encoding` says. */
  readonly body: Uint8Array;
  readonly status: number;
  readonly contentType?: string;
  /** The IP address that answered, where no proxy stood between. */
  readonly address?: string;
  readonly truncated?: Truncation;
  /** Why the fetch failed although there was an answer: its body was too large, or broke off. */
  readonly failure?: FetchFailure;
  /** Capture that an archive answered with: its time in milliseconds since the epoch, and the place of its record. */
  readonly time?: number;
  readonly source?: string;
}

/** Called before each request with its address. The function that it returns is called with the exchange, if there was an answer. */
export type CaptureExchange = (url: string) => (exchange: Exchange) => void;

/** An exchange with the time of its request, in milliseconds since the epoch. */
export interface DatedExchange extends Exchange {
  readonly time: number;
}

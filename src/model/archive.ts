import type { CrawlEvent, QueuedUrl } from './crawl.js';
import type { FetchFailure } from './errors.js';

/** Why the body of an answer is not whole, in the words of WARC 1.1 (section 5.13). */
export type Truncation = 'length' | 'time' | 'disconnect' | 'unspecified';

/**
 * One request and what answered it, as they went over the wire, but for chunking, which Node has undone: a
 * `Transfer-Encoding` is called `X-Crawler-Transfer-Encoding`, as other crawlers call it, so that the message is valid.
 */
export interface Exchange {
  readonly url: string;
  /** Request line and headers as sent, with the empty line after them. */
  readonly request: Uint8Array;
  /** Status line and headers in their order and case, with the empty line after them. */
  readonly head: Uint8Array;
  /** As far as it was read, still encoded as its `Content-Encoding` says. */
  readonly body: Uint8Array;
  readonly status: number;
  readonly contentType?: string;
  /** The IP address that answered, where no proxy stood between. */
  readonly address?: string;
  /** Present where the body is not whole. */
  readonly truncated?: Truncation;
  /** Why the fetch failed although there was an answer: its body was too large, or broke off. */
  readonly failure?: FetchFailure;
}

/**
 * Called before each request, redirects included, with its address. The function that it returns is called with the
 * exchange, unless there was no answer.
 */
export type CaptureExchange = (url: string) => (exchange: Exchange) => void;

/** An exchange with the time of its request, in milliseconds since the epoch. */
export interface DatedExchange extends Exchange {
  readonly time: number;
}

/** A URL that was asked for and came to its end: what an archive keeps of it. */
export interface Visited {
  readonly entry: QueuedUrl;
  /**
   * In the order in which they were made: redirects, then the page. Answers after which the URL is asked for again (429,
   * 503) or that an interruption broke off are not among them.
   */
  readonly exchanges: readonly DatedExchange[];
  /** As it is before links are valued: where the strategy fails at them, the event says that instead. */
  readonly outcome: Pick<CrawlEvent, 'state' | 'code' | 'message' | 'judgement' | 'checksum' | 'capturedAt'>;
}

/** Where an archive that is being written ends. JSON. */
export interface ArchivePlace {
  /** Name of the file in the archive's folder. */
  readonly file: string;
  /** Its length in bytes. */
  readonly length: number;
}

/** Port: keeps what went over the wire. */
export interface CrawlArchive {
  /**
   * Writes what is kept of a visit, and then takes the step by which the visit comes to its end: one visit after the
   * other, so that `place` within the step is the end of all that was written for steps taken, and of nothing else.
   * Where the step throws, what was written is taken back.
   *
   * @param step what it does before it returns is the step; what it promises is waited for while others take theirs
   * @throws OutputError when it cannot be written, before the step; whatever the step throws
   */
  keep<T>(visited: Visited, step: () => Promise<T>): Promise<T>;
  /** Undefined before the first record. */
  place(): ArchivePlace | undefined;
}

import type { Fetcher } from '../../model/crawl-event.js';
import type { Clock } from '../../support/time/clock.js';

/** How an API is queried. */
export interface WikiApiOptions {
  /** Address of the wiki's api.php. */
  readonly api: string;
  readonly fetcher: Fetcher;
  /** Seconds between the end of a request and the next one. */
  readonly delaySeconds: number;
  /** How often a request is repeated before it is given up. Default 5: after 1, 2, 4, 8 and 16 seconds. */
  readonly retries?: number;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Called with the reason of each retry. */
  readonly warn?: (message: string) => void;
}

/** An object of a JSON answer. */
export type Answer = Readonly<Record<string, unknown>>;

/** Queries an API, one request at a time. */
export interface WikiApi {
  readonly address: string;
  /**
   * The `query` part of the answers to an action=query request, one for each continuation.
   * @throws InputError when there is no answer, even after retries, or the wiki refuses; Interrupted
   */
  query(parameters: Readonly<Record<string, string>>): AsyncGenerator<WikiAnswer>;
}

/** One answer of a query. */
export interface WikiAnswer {
  readonly query: Answer;
  /** What the next request would say, where there is more. */
  readonly next: Readonly<Record<string, string>> | undefined;
}

/** A value as an object; an empty one for anything else. */
export function objectOf(value: unknown): Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answer) : {};
}

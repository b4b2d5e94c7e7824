import type { QueuedUrl, UrlState } from './crawl-event.js';

/** Times at which hosts may be contacted, as politeness says. */
export interface HostTimes {
  /** Milliseconds since the epoch, by the crawl's clock. */
  readonly now: number;
  /** Time at which the host (with port) may be contacted, by the same clock; undefined while it is being contacted. */
  readyAt(host: string): number | undefined;
}

export interface FrontierCounts extends Readonly<Record<UrlState, number>> {
  /** Hosts (with port) that have URLs queued. */
  readonly hosts: number;
  /** Hosts that were passed over at the last lease, because they may not be contacted yet. */
  readonly heldHosts: number;
}

/**
 * Port: the URLs of a crawl and their states ({@link UrlState}). Order: larger priority first, then first come first
 * served, among the hosts that may be contacted now. Functions take the part of it that they use.
 */
export interface Frontier {
  /** Queues the URL unless it is known already in any state. Returns whether it was new. */
  enqueue(entry: QueuedUrl): boolean;
  /** True when the URL is known in any state. */
  knows(url: string): boolean;
  /** Marks the target of a redirect as known, in no state. Returns whether it was new. @param by the leased URL, whose release undoes it */
  claim(url: string, by: string): boolean;
  /** Leases the best URL whose host (with port) may be contacted now; undefined when there is none. */
  lease(hosts: HostTimes, atLeast?: number): QueuedUrl | undefined;
  /** Milliseconds until the first host with queued URLs of that value may be contacted; undefined when none will be. */
  waitFor(hosts: HostTimes, atLeast?: number): number | undefined;
  /** Gives a lease back: the URL is queued again, at its former place in the order. */
  release(url: string): void;
  end(url: string, state: 'done' | 'skipped' | 'failed'): void;
  /** The entry of a URL that is queued; undefined for every other. */
  waiting(url: string): QueuedUrl | undefined;
  /** The value of a URL that is queued; undefined for every other. */
  valueOf(url: string): number | undefined;
  /** Gives a queued URL another entry; it keeps its place in the order of discovery. False when it is not queued. */
  requeue(entry: QueuedUrl): boolean;
  /** Gives a queued URL another value, and leaves the rest of its entry but for `revalued`. False when it is not queued. */
  revalue(url: string, value: number): boolean;
  /** The value that a URL needs to be among the best so many queued ones; undefined when fewer are queued. */
  valueAt(rank: number): number | undefined;
  /** All that is queued, in the order of discovery, in batches, between which the frontier may change. */
  queued(): Iterable<readonly QueuedUrl[]>;
  counts(): FrontierCounts;
  /** Runs several steps: either all of them are done or none. @throws OutputError */
  transaction: <T>(steps: () => T) => T;
  /** Makes durable what was done since the last call, all of it or nothing. @throws OutputError */
  commit(): void | Promise<void>;
}

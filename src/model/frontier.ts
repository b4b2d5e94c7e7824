import type { QueuedUrl, UrlState } from './crawl-event.js';

/** When hosts may be contacted, as politeness says. */
export interface HostTimes {
  /** Milliseconds since the epoch, by the crawl's clock. */
  readonly now: number;
  /** When the host (with port) may be contacted, by the same clock; undefined while it is being contacted. */
  readyAt(host: string): number | undefined;
}

/** The core of a frontier: which URL is next, and what became of each. */
export interface UrlQueue {
  /** Queues the URL unless it is known already in any state. Returns whether it was new. */
  enqueue(entry: QueuedUrl): boolean;
  /** Queues several, as one after the other; faster where that matters. Says of each whether it was new. */
  enqueueAll(entries: readonly QueuedUrl[]): readonly boolean[];
  /** True when the URL is known in any state. */
  knows(url: string): boolean;
  /**
   * Marks a URL as known and finished without ever queueing it (the target of a redirect). Returns whether it was new.
   * It counts under no state: the event of the URL that redirected to it stands for both.
   * @param by the leased URL that redirects to it: when that is released, or its lease is lost in a crash, so is the
   * claim
   */
  claim(url: string, by: string): boolean;
  /**
   * Leases the best URL whose host (with port) may be contacted now; undefined when there is none.
   * @param atLeast value that its priority has to reach; default: any
   */
  lease(hosts: HostTimes, atLeast?: number): QueuedUrl | undefined;
  /**
   * After a lease that gave nothing: milliseconds until the first host with queued URLs of that value may be contacted;
   * undefined when all of them are being contacted or there are none.
   */
  waitFor(hosts: HostTimes, atLeast?: number): number | undefined;
  /** Gives a lease back: the URL is queued again, at its former place in the order. */
  release(url: string): void;
  /** Ends a lease. */
  acknowledge(url: string, state: 'done' | 'skipped' | 'failed'): void;
}

/** What a frontier needs for strategies that value URLs again while they are queued, and for people who move them. */
export interface Revaluing {
  /** True when the URL is queued. */
  waits(url: string): boolean;
  /** The entry of a URL that is queued; undefined for every other. */
  waiting(url: string): QueuedUrl | undefined;
  /** Gives a queued URL another entry; it keeps its place in the order of discovery. False when it is not queued. */
  requeue(entry: QueuedUrl): boolean;
  /** The value of a URL that is queued; undefined for every other. */
  queuedValue(url: string): number | undefined;
  /** Gives a queued URL another value, and leaves the rest of its entry but for `revalued`. False when it is not queued. */
  revalue(url: string, value: number): boolean;
  /**
   * The value that a URL needs to be among the best so many queued ones; undefined when fewer are queued. It may be too
   * low by a little (in proportion, 2⁻¹²), never too high.
   */
  valueAt(rank: number): number | undefined;
}

/** What a frontier shows of itself. */
export interface Countable {
  count(state: UrlState): number;
  /**
   * All that is queued, in the order of discovery, in batches. Between two batches anything may happen to the frontier, also
   * to their entries.
   */
  queued(): Iterable<readonly QueuedUrl[]>;
  /** Hosts (with port) that have URLs queued. */
  hostCount(): number;
  /** Hosts that were passed over at the last lease, because they may not be contacted yet. */
  heldHosts(): number;
}

/** Several steps as one. */
export interface Transactional {
  /**
   * Runs several steps: either all of them are done or none. @throws OutputError when it cannot be written; then nothing
   * was done
   */
  together<T>(steps: () => T): T;
  /**
   * Where the frontier survives a crash, makes durable what was done since the last time, all of it or nothing; a frontier
   * that several workers share does so later, and resolves then.
   * @throws OutputError when it cannot be written; then nothing was done
   */
  commit(): void | Promise<void>;
}

/**
 * Port: the URLs of a crawl and their states ({@link UrlState}). Order: larger priority first, then first come first
 * served, among the hosts that may be contacted now. Functions take the part of it that they use.
 */
export interface Frontier extends UrlQueue, Revaluing, Countable, Transactional {}

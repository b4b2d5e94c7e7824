import type { Clock } from '../support/clock.js';
import { backoff, type Backoff } from './backoff.js';

/** A host that answers 429 or 503 so many times as often as one page may is given up. */
const HOST_PATIENCE = 2;
/** How long a host stays given up. */
const GIVEN_UP = 24 * 60 * 60 * 1000;

/** What follows of an answer that a host is busy. */
export interface BusyAnswer {
  /** True: the page is asked for again; false: it was tried often enough. */
  readonly again: boolean;
  /** Milliseconds in which the host is not to be asked. */
  readonly wait: number;
}

/** Hosts that answered 429 or 503 and were not well since. Memory: one entry for each such host and page. */
export interface BusyHosts {
  /** True when the host is to be left alone: it was busy too often. */
  givenUp(host: string): boolean;
  /** @param retryAfter what the server asks to wait, in milliseconds */
  busy(host: string, url: string, retryAfter: number | undefined): BusyAnswer;
  /** The host gave another answer. */
  well(host: string, url: string): void;
}

/** The pause of a host doubles with each busy answer in a row, whichever page it was for; see {@link backoff}. */
export function createBusyHosts(clock: Clock, retries: Backoff): BusyHosts {
  const hosts = new Map<string, { readonly failures: number; readonly until: number }>();
  const pages = new Map<string, number>();
  return {
    givenUp: (host) => (hosts.get(host)?.until ?? Number.NEGATIVE_INFINITY) > clock.now(),
    busy(host, url, retryAfter) {
      const failures = (hosts.get(host)?.failures ?? 0) + 1;
      const given = failures >= retries.tries * HOST_PATIENCE;
      hosts.set(host, {
        failures: given ? 0 : failures,
        until: given ? clock.now() + GIVEN_UP : Number.NEGATIVE_INFINITY,
      });
      const tries = (pages.get(url) ?? 0) + 1;
      const again = tries < retries.tries && !given;
      if (again) pages.set(url, tries);
      else pages.delete(url);
      return { again, wait: given ? 0 : backoff(failures, retries, retryAfter) };
    },
    well(host, url) {
      hosts.delete(host);
      pages.delete(url);
    },
  };
}

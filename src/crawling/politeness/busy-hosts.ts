import type { Clock } from '../../support/time/clock.js';
import { NO_MEMORY, type CrawlMemory, type MemoryKind } from '../store/crawl-memory.js';

/** A host that answers 429 or 503 so many times as often as one page may is given up. */
const HOST_PATIENCE = 2;
/** Milliseconds for which a host stays given up, and for which one that asks for more is put off at most. */
const [GIVEN_UP, LONGEST] = [24 * 60 * 60 * 1000, 60 * 60 * 1000];
/** Busy hosts, and pages of theirs, that are remembered; those that were busy longest ago are forgotten. */
const MAX_REMEMBERED = 50_000;

/** Hosts that answered 429 or 503 and were not well since. */
export type BusyHosts = ReturnType<typeof createBusyHosts>;

/** A host that answered 429 or 503, as the memory of a crawl keeps it. JSON. Times are those of the clock. */
export interface BusyHost {
  /** Busy answers in a row. */
  readonly failures: number;
  /** Till when it is given up; absent where it is not. */
  readonly givenUp?: number;
  /** Time at which it may be contacted again. */
  readonly readyAt: number;
}

/** The pause of a host doubles with each busy answer in a row, whichever page it was for; see {@link backoff}. */
export function createBusyHosts(clock: Clock, retries: Backoff, memory: CrawlMemory = NO_MEMORY) {
  const hosts = remembered<BusyHost>('busy-host', memory);
  const pages = remembered<number>('busy-page', memory);
  return {
    /** True when the host is to be left alone: it was busy too often. */
    givenUp: (host: string) => (hosts.values.get(host)?.givenUp ?? -Infinity) > clock.now(),
    /**
     * The host is not contacted for `wait` milliseconds, and then the page is requested again unless it was tried often enough.
     * @param asked milliseconds that the server asks to wait
     */
    busy(
      host: string,
      url: string,
      asked: number | undefined,
    ): { readonly again: boolean; readonly wait: number } {
      const failures = (hosts.values.get(host)?.failures ?? 0) + 1;
      const isGiven = failures >= retries.tries * HOST_PATIENCE;
      const wait = isGiven ? 0 : backoff(failures, retries, asked);
      const readyAt = clock.now() + wait;
      hosts.set(
        host,
        isGiven ? { failures: 0, readyAt, givenUp: readyAt + GIVEN_UP } : { failures, readyAt },
      );
      const tries = (pages.values.get(url) ?? 0) + 1;
      const again = tries < retries.tries && !isGiven;
      if (again) pages.set(url, tries);
      else pages.forget(url);
      return { again, wait };
    },
    /** The host gave another answer. */
    well(host: string, url: string): void {
      hosts.forget(host);
      pages.forget(url);
    },
    /** Hosts that must not be contacted now, and for how many milliseconds; a resumed crawl keeps to it. */
    resting: () =>
      [...hosts.values]
        .map(([host, { readyAt }]) => [host, readyAt - clock.now()] as const)
        .filter(([, wait]) => wait > 0),
  };
}

/** The latest values by name, in memory of both kinds. */
function remembered<T>(kind: MemoryKind, memory: CrawlMemory) {
  const values = new Map<string, T>();
  for (const [name, value] of memory.all(kind)) values.set(name, value as T);
  const forget = (name: string): void => {
    if (values.delete(name)) memory.drop(kind, name);
  };
  const set = (name: string, value: T): void => {
    values.delete(name);
    values.set(name, value);
    memory.keep(kind, name, value);
    const [oldest] = values.keys();
    if (values.size > MAX_REMEMBERED && oldest !== undefined) forget(oldest);
  };
  return { values, set, forget };
}

/** Number of tries, the first one included, and seconds after the first failure; each further one doubles them. */
export interface Backoff {
  readonly tries: number;
  readonly firstSeconds: number;
}

/** Milliseconds until the next try: doubled with each failure, or what the server asks for where that is longer. */
export function backoff(failures: number, { firstSeconds }: Backoff, asked = 0): number {
  return Math.min(Math.max(firstSeconds * 1000 * 2 ** (failures - 1), asked), LONGEST);
}

import type { Clock } from '../../support/time/clock.js';
import { createRecent } from '../../support/remember.js';
import { NO_MEMORY, rememberedMap, type CrawlMemory } from '../store/crawl-memory.js';

/** A host that answers 429 or 503 so many times as often as one page may is given up. */
const HOST_PATIENCE = 2;
/** Milliseconds for which a host stays given up, and for which one that asks for more is put off at most. */
const [GIVEN_UP, LONGEST] = [24 * 60 * 60 * 1000, 60 * 60 * 1000];
/** Busy hosts, and pages of theirs, that are remembered; those that were busy longest ago are forgotten. */
const MAX_REMEMBERED = 50_000;

/** Bot checks in a row after which a host is given up. */
const CHALLENGES = 3;

/** Hosts that answered 429 or 503 and were not well since, and those that answered with bot checks. */
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
  const { known: hosts, set, drop } = rememberedMap<BusyHost>(memory, 'busy-host', MAX_REMEMBERED);
  /** Times that pages were busy, in this run. */
  const pages = createRecent<string, number>(MAX_REMEMBERED / 2);
  /** Bot checks in a row, in this run. */
  const challenges = createRecent<string, number>(MAX_REMEMBERED / 2);
  return {
    /** True when the host is to be left alone: it was busy too often. */
    givenUp: (host: string) => (hosts.get(host)?.givenUp ?? -Infinity) > clock.now(),
    /** The host answered with a bot check; after three it is given up. */
    challenged(host: string): void {
      const count = (challenges.get(host) ?? 0) + 1;
      challenges.set(host, count);
      const readyAt = clock.now();
      if (count >= CHALLENGES) set(host, { failures: 0, readyAt, givenUp: readyAt + GIVEN_UP });
    },
    /** True for a host that was given up for its bot checks, in this run. */
    isChallenging: (host: string) => (challenges.get(host) ?? 0) >= CHALLENGES,
    /** The host is not contacted for `wait` ms, or for those asked; then the page is requested again unless it was tried often enough. */
    busy(host: string, url: string, asked: number | undefined) {
      const failures = (hosts.get(host)?.failures ?? 0) + 1;
      const isGiven = failures >= retries.tries * HOST_PATIENCE;
      const wait = isGiven ? 0 : backoff(failures, retries, asked);
      const readyAt = clock.now() + wait;
      set(host, isGiven ? { failures: 0, readyAt, givenUp: readyAt + GIVEN_UP } : { failures, readyAt });
      const tries = (pages.get(url) ?? 0) + 1;
      const again = tries < retries.tries && !isGiven;
      pages.set(url, again ? tries : 0);
      return { again, wait };
    },
    /** The host gave another answer. */
    well(host: string, url: string): void {
      drop(host);
      if (pages.get(url) !== undefined) pages.set(url, 0);
    },
    /** Hosts that must not be contacted now, and for how many milliseconds; a resumed crawl keeps to it. */
    resting: () =>
      [...hosts]
        .map(([host, { readyAt }]) => [host, readyAt - clock.now()] as const)
        .filter(([, wait]) => wait > 0),
  };
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

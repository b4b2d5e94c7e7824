import type { Politeness } from './politeness.js';
import type { CrawlParts } from '../engine/crawl-types.js';
import { hostOf } from '../urls/urls.js';

/**
 * The host that a visit holds. It is never more than one: a visit that is redirected gives its host back before it
 * waits for the next, so that two visits cannot wait for each other.
 */
export interface HostHold {
  /**
   * Before each request to the host: tells the other workers of the crawl, where there are any. When the host is given back,
   * the pause begins. @throws HostLost when the host is another worker's by now, and must not be asked
   */
  ask(): Promise<void>;
  /**
   * Gives the host back and takes that of this address, which may be the same, as soon as it may be contacted.
   * @throws Error when the crawl is interrupted
   */
  moveTo(url: string): Promise<void>;
  /**
   * Asks for the robots.txt of this address, whose host is held, and postpones the host where it could not be fetched
   * and is to be tried again. Throws only when the crawl is interrupted.
   */
  loadRobots(url: string): Promise<void>;
  /** Requests something else from the host that is held. @throws HostLost, as {@link HostHold.ask}; what the request throws */
  load(request: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Keeps to the delay that the robots.txt of the address asks for, which may have come with the host. */
  heedDelay(url: string): void;
  /** The held host must not be contacted for so many milliseconds. */
  putOff(milliseconds: number): void;
  /** Gives the host back, if one is held. */
  free(): void;
}

/** The host of a visit is another worker's by now: the visit ends without a request. */
export class HostLost extends Error {}

/**
 * Holds a host that was begun already; without one, none is held before the first move.
 * @param onFree called after a host was given back
 */
export function holdHost(
  host: string | undefined,
  context: {
    readonly politeness: Politeness;
    readonly parts: Pick<CrawlParts, 'clock' | 'robots' | 'crew'>;
    readonly signal: AbortSignal;
  },
  onFree: () => void = () => undefined,
): HostHold {
  const { politeness, signal } = context;
  const { robots, crew, clock } = context.parts;
  let held = host;
  /** Time at which the request was sent. */
  let asked: number | undefined;

  const free = (): void => {
    if (held === undefined) return;
    politeness.end(held, asked === undefined ? undefined : clock.now() - asked);
    // Where it is handed to a visit that waits, that one announces its own request.
    const wait = crew === undefined ? undefined : politeness.waitFor([held]);
    if (wait !== undefined) crew?.rest(held, wait);
    held = undefined;
    asked = undefined;
    onFree();
  };
  const ask = async (): Promise<void> => {
    if (crew !== undefined && held !== undefined) {
      const isOurs = await crew.announce(held, politeness.longestPause(held));
      if (!isOurs || signal.aborted) throw new HostLost('the host was lost');
    }
    asked = clock.now();
  };
  const putOff = (milliseconds: number): void => {
    if (held !== undefined) politeness.putOff(held, milliseconds);
  };

  return {
    ask,
    putOff,
    free,
    async moveTo(url) {
      free();
      const next = hostOf(url);
      await politeness.acquire(next, signal);
      held = next;
      if (signal.aborted) throw new Error('interrupted');
    },
    async loadRobots(url) {
      await ask();
      await robots.load(url, signal);
      const retry = robots.retryIn(url);
      if (retry !== undefined) putOff(retry);
      this.heedDelay(url);
    },
    async load(request) {
      await ask();
      await request(signal);
    },
    heedDelay(url) {
      const delay = robots.crawlDelay(url);
      if (delay !== undefined) politeness.setOwnDelay(hostOf(url), delay);
    },
  };
}

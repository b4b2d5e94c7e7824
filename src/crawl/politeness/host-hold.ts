import type { Politeness } from './politeness.js';
import type { CrawlParts } from '../engine/crawl-types.js';
import { hostOf } from '../urls/urls.js';

/**
 * The host that a visit holds. It is never more than one: a visit that is redirected gives its host back before it
 * waits for the next, so that two visits cannot wait for each other.
 */
export interface HostHold {
  /** A request to the host was sent: when it is given back, the pause begins. */
  markAsked(): void;
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
  /** The held host must not be contacted for so many milliseconds. */
  putOff(milliseconds: number): void;
  /** Gives the host back, if one is held. */
  free(): void;
}

/**
 * Holds a host that was begun already.
 * @param onFree called after a host was given back
 */
export function holdHost(
  host: string,
  context: {
    readonly politeness: Politeness;
    readonly parts: Pick<CrawlParts, 'robots' | 'clock'>;
    readonly signal: AbortSignal;
  },
  onFree: () => void = () => undefined,
): HostHold {
  const { politeness, signal } = context;
  const { robots, clock } = context.parts;
  let held: string | undefined = host;
  /** When the request was sent. */
  let asked: number | undefined;

  const free = (): void => {
    if (held === undefined) return;
    politeness.end(held, asked === undefined ? undefined : clock.now() - asked);
    held = undefined;
    asked = undefined;
    onFree();
  };
  const markAsked = (): void => void (asked = clock.now());
  const putOff = (milliseconds: number): void => {
    if (held !== undefined) politeness.putOff(held, milliseconds);
  };

  return {
    markAsked,
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
      markAsked();
      await robots.load(url, signal);
      const retry = robots.retryIn(url);
      if (retry !== undefined) putOff(retry);
      const delay = robots.crawlDelay(url);
      if (delay !== undefined) politeness.setOwnDelay(hostOf(url), delay);
    },
  };
}

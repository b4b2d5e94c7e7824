import type { Politeness } from './politeness.js';
import type { CrawlParts } from './crawl-types.js';
import { hostOf } from './urls.js';

/**
 * The host that a visit holds. It is never more than one: a visit that is redirected gives its host back before it
 * waits for the next, so that two visits cannot wait for each other.
 */
export interface HostHold {
  /** A request to the host was sent: when it is given back, the pause begins. */
  markAsked(): void;
  /**
   * Gives the host back and takes that of this address, as soon as it may be asked; the same host too.
   * @throws Error when the crawl is interrupted
   */
  moveTo(url: string): Promise<void>;
  /** Asks for the robots.txt of this address, whose host is held. Throws only when the crawl is interrupted. */
  loadRobots(url: string): Promise<void>;
  /** Gives the host back, if one is held. */
  free(): void;
}

/** Holds a host that was begun already. */
export function holdHost(
  host: string,
  context: {
    readonly politeness: Politeness;
    readonly parts: Pick<CrawlParts, 'robots'>;
    readonly signal: AbortSignal;
  },
): HostHold {
  const { politeness, signal } = context;
  const { robots } = context.parts;
  let held: string | undefined = host;
  let asked = false;

  const free = (): void => {
    if (held !== undefined) politeness.end(held, asked);
    held = undefined;
    asked = false;
  };

  return {
    markAsked: () => (asked = true),
    free,
    async moveTo(url) {
      free();
      const next = hostOf(url);
      await politeness.acquire(next, signal);
      held = next;
      if (signal.aborted) throw new Error('interrupted');
    },
    async loadRobots(url) {
      asked = true;
      await robots.load(url, signal);
      const delay = robots.crawlDelay(url);
      if (delay !== undefined) politeness.setOwnDelay(hostOf(url), delay);
    },
  };
}

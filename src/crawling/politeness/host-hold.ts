import type { QueuedUrl, ReasonCode } from '../../model/crawl-event.js';
import type { CrawlParts, CrawlPlan } from '../engine/crawl-types.js';
import { needsFirst, type ActiveFeature } from '../engine/feature.js';
import { hostOf, normaliseUrl, registeredDomain, type ScopeCheck } from '../urls/urls.js';
import type { Politeness } from './politeness.js';

/**
 * The host that a visit holds. It is never more than one: a visit that is redirected gives its host back before it
 * waits for the next, so that two visits cannot wait for each other.
 */
export type HostHold = ReturnType<typeof holdHost>;

/** The host of a visit is another worker's by now: the visit ends without a request. */
export class HostLost extends Error {}

/**
 * Holds a host that was begun already; without one, none is held before the first move.
 * @param onFree called after a host was given back
 */
export function holdHost(
  host: string | undefined,
  {
    politeness,
    parts: { robots, crew, clock },
    signal,
  }: {
    readonly politeness: Politeness;
    readonly parts: Pick<CrawlParts, 'clock' | 'robots' | 'crew'>;
    readonly signal: AbortSignal;
  },
  onFree: () => void = () => undefined,
) {
  let held = host;
  /** Time at which the request was sent. */
  let asked: number | undefined;
  return {
    /**
     * Before each request to the host: tells the other workers of the crawl, where there are any. When the host is given back,
     * the pause begins. @throws HostLost when the host is another worker's by now, and must not be asked
     */
    async ask(): Promise<void> {
      if (crew !== undefined && held !== undefined) {
        const isOurs = await crew.announce(held, politeness.longestPause(held));
        if (!isOurs || signal.aborted) throw new HostLost('the host was lost');
      }
      asked = clock.now();
    },
    /** The held host must not be contacted for so many milliseconds. */
    putOff(milliseconds: number): void {
      if (held !== undefined) politeness.putOff(held, milliseconds);
    },
    /** Gives the host back, if one is held. */
    free(): void {
      if (held === undefined) return;
      politeness.end(held, asked === undefined ? undefined : clock.now() - asked);
      // Where it is handed to a visit that waits, that one announces its own request.
      const wait = crew === undefined ? undefined : politeness.waitFor([held]);
      if (wait !== undefined) crew?.rest(held, wait);
      [held, asked] = [undefined, undefined];
      onFree();
    },
    /** Gives the host back and takes that of this address as soon as it may be contacted. @throws Error when interrupted */
    async moveTo(url: string): Promise<void> {
      this.free();
      const next = hostOf(url);
      await politeness.acquire(next, signal);
      held = next;
      if (signal.aborted) throw new Error('interrupted');
    },
    /** Asks for the robots.txt of this address, whose host is held, and postpones the host where that is to be tried again. */
    async loadRobots(url: string): Promise<void> {
      await this.ask();
      await robots.load(url, signal);
      const retry = robots.retryIn(url);
      if (retry !== undefined) this.putOff(retry);
      this.heedDelay(url);
    },
    /** Requests something else from the host that is held. @throws HostLost; what the request throws */
    async load(request: (signal: AbortSignal) => Promise<void>): Promise<void> {
      await this.ask();
      await request(signal);
    },
    /** Keeps to the delay that the robots.txt of the address asks for, which may have come with the host. */
    heedDelay(url: string): void {
      const delay = robots.crawlDelay(url);
      if (delay !== undefined) politeness.setOwnDelay(hostOf(url), delay);
    },
  };
}

/** The target of a redirect must not be requested. */
export class RedirectRefused extends Error {
  constructor(
    readonly code: ReasonCode,
    message: string,
  ) {
    super(message);
  }
}

/** Questions that a gate asks. */
interface RedirectContext {
  readonly parts: Pick<CrawlParts, 'robots' | 'frontier' | 'crew'>;
  readonly plan: Pick<CrawlPlan, 'scope' | 'keepParameters' | 'admits'>;
  readonly scope: ScopeCheck;
  readonly politeness: Pick<Politeness, 'waitFor' | 'putOff'>;
  readonly features: readonly ActiveFeature[];
  readonly signal: AbortSignal;
}

/** Longest wait of a redirect for a host, in milliseconds. */
const LONGEST_WAIT = 60_000;

/** The gate for one entry's redirects. */
export function createRedirectGate(entry: QueuedUrl, hold: HostHold, context: RedirectContext) {
  const { robots, frontier, crew } = context.parts;
  const own = new Set([entry.url]);
  let reached = entry.url;
  const refuse = (code: ReasonCode, url: string, why = ''): never => {
    throw new RedirectRefused(code, `redirects to ${url}${why}`);
  };
  const refuseKnown = (url: string): void => {
    if (!own.has(url) && frontier.knows(url))
      refuse('redirect-target-known', url, ', which the crawl knows already');
  };

  /** A visit that waits for a host keeps others from their turn: it does not wait for one that was put off for long. */
  async function moveTo(url: string): Promise<void> {
    if (crew !== undefined) {
      // The host may be another worker's. The visit gives its own back first, so that two do not wait for each other.
      hold.free();
      const rest = await crew.reach(hostOf(url), context.signal);
      if (rest === undefined) return refuse('busy', url, ', whose host another worker is asking');
      if (rest > 0) context.politeness.putOff(hostOf(url), rest);
      // What other workers did there is known from now on.
      refuseKnown(url);
    }
    const wait = context.politeness.waitFor([hostOf(url)]) ?? 0;
    if (wait > LONGEST_WAIT) refuse('busy', url, ', whose host is not to be asked for a while');
    await hold.moveTo(url);
  }

  async function admit(target: string): Promise<void> {
    const url = normaliseUrl(target, context.plan.keepParameters);
    if (url === undefined || !isReachable(url, entry, context))
      return refuse('redirect-out-of-scope', target);
    refuseKnown(url);
    await moveTo(url);
    if (!robots.knows(url)) {
      await hold.loadRobots(url);
      await moveTo(url);
    }
    const decision = robots.decide(url);
    if (!decision.allowed) refuse(decision.code, url, `; ${decision.message}`);
    const first = needsFirst(context.features, url);
    if (first !== undefined) {
      await hold.load(first);
      await moveTo(url);
    }
    // Another visit may have met it while this one waited for the host.
    if (!own.has(url) && !frontier.claim(url, entry.url))
      refuse('redirect-target-known', url, ', which the crawl knows already');
    own.add(url);
    reached = url;
    if (entry.depth === 0) context.scope.add(url);
    await hold.ask();
  }

  return {
    /** The last address that was admitted, normalised; at first the requested address. */
    get reached(): string {
      return reached;
    },
    /**
     * Admits a target: it is in scope, not known yet, allowed by its robots.txt, and its host may be contacted now. Its
     * address is then claimed, so that nothing else asks for it. The target of a seed is taken into the scope 'host' when
     * its registered domain is that of the seed (`example.org` → `www.example.org`): the user meant that site.
     * @throws RedirectRefused
     */
    admit,
  };
}

function isReachable(url: string, entry: QueuedUrl, { scope, plan }: RedirectContext): boolean {
  if (entry.depth > 0 && !plan.admits(url)) return false;
  if (scope.includes(url)) return true;
  return entry.depth === 0 && plan.scope === 'host' && registeredDomain(url) === registeredDomain(entry.url);
}

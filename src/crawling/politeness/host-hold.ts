import type { QueuedUrl, ReasonCode } from '../../model/crawl-event.js';
import type { Crawl } from '../engine/crawl-context.js';
import { firstAnswer } from '../engine/feature.js';
import { hostOf, normaliseUrl, registeredDomain } from '../urls/urls.js';

/** The host of a visit is another worker's by now: the visit ends without a request. */
export class HostLost extends Error {}

/** The host that a visit holds: never more than one, so that two visits cannot wait for each other. */
export class HostHold {
  /** Time at which the request was sent. */
  private asked: number | undefined;

  /** @param held a host that was begun already; without one, none is held before the first move */
  constructor(
    private readonly context: Pick<Crawl, 'deps' | 'politeness' | 'wake'>,
    private readonly signal: AbortSignal,
    private held?: string,
  ) {}

  /** Before each request: tells the other workers of the crawl. The pause begins when the host is given back. @throws HostLost */
  async ask(): Promise<void> {
    const { deps, politeness } = this.context;
    if (deps.crew !== undefined && this.held !== undefined) {
      const isOurs = await deps.crew.announce(this.held, politeness.longestPause(this.held));
      if (!isOurs || this.signal.aborted) throw new HostLost('the host was lost');
    }
    this.asked = deps.clock.now();
  }

  /** The held host must not be contacted for so many milliseconds. */
  putOff(milliseconds: number): void {
    if (this.held !== undefined) this.context.politeness.putOff(this.held, milliseconds);
  }

  /** Gives the host back, if one is held. */
  free(): void {
    const { held, asked } = this;
    const { deps, politeness } = this.context;
    if (held === undefined) return;
    politeness.end(held, asked === undefined ? undefined : deps.clock.now() - asked);
    // Where it is handed to a visit that waits, that one announces its own request.
    const wait = deps.crew === undefined ? undefined : politeness.waitFor(held);
    if (wait !== undefined) deps.crew?.rest(held, wait);
    [this.held, this.asked] = [undefined, undefined];
    this.context.wake();
  }

  /** Gives the host back and takes that of this address as soon as it may be contacted. @throws Error when interrupted */
  async moveTo(url: string): Promise<void> {
    this.free();
    const next = hostOf(url);
    await this.context.politeness.acquire(next, this.signal);
    this.held = next;
    if (this.signal.aborted) throw new Error('interrupted');
  }

  /** Asks for the robots.txt of this address, whose host is held, and postpones the host where that is to be tried again. */
  async loadRobots(url: string): Promise<void> {
    const { robots } = this.context.deps;
    await this.load((signal) => robots.load(url, signal));
    const retry = robots.retryIn(url);
    if (retry !== undefined) this.putOff(retry);
    this.heedDelay(url);
  }

  /** Requests something else from the host that is held. @throws HostLost; what the request throws */
  async load(request: (signal: AbortSignal) => Promise<void>): Promise<void> {
    await this.ask();
    await request(this.signal);
  }

  /** Keeps to the delay that the robots.txt of the address asks for, which may have come with the host. */
  heedDelay(url: string): void {
    const delay = this.context.deps.robots.crawlDelay(url);
    if (delay !== undefined) this.context.politeness.setOwnDelay(hostOf(url), delay);
  }
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

/** Longest wait of a redirect for a host, in milliseconds. */
const LONGEST_WAIT = 60_000;

/**
 * The gate for one entry's redirects: it admits and claims a target in scope that is not known yet, is allowed by its robots.txt, and
 * whose host may be contacted now. The target of a seed may be another host of its domain: the user meant that site.
 */
export function createRedirectGate(entry: QueuedUrl, hold: HostHold, context: Crawl) {
  const { deps, politeness, features, cut } = context;
  const { robots, frontier, crew } = deps;
  const own = new Set([entry.url]);
  let reached = entry.url;
  const refuse = (code: ReasonCode, url: string, why = ''): never => {
    throw new RedirectRefused(code, `redirects to ${url}${why}`);
  };
  const refuseKnown = (url: string, isKnown: boolean): void => {
    if (!own.has(url) && isKnown) refuse('redirect-target-known', url, ', which the crawl knows already');
  };

  /** A visit that waits for a host keeps others from their turn: it does not wait for one that was put off for long. */
  async function moveTo(url: string): Promise<void> {
    const host = hostOf(url);
    if (crew !== undefined) {
      // The host may be another worker's. The visit gives its own back first, so that two do not wait for each other.
      hold.free();
      const rest = await crew.reach(host, cut.signal);
      if (rest === undefined) return refuse('busy', url, ', whose host another worker is asking');
      if (rest > 0) politeness.putOff(host, rest);
      // What other workers did there is known from now on.
      refuseKnown(url, frontier.knows(url));
    }
    if ((politeness.waitFor(host) ?? 0) > LONGEST_WAIT)
      refuse('busy', url, ', whose host is not to be asked for a while');
    await hold.moveTo(url);
  }

  return {
    /** The last address that was admitted, normalised; at first the requested address. */
    get reached(): string {
      return reached;
    },
    /** @throws RedirectRefused */
    admit: async (target: string): Promise<void> => {
      const url = normaliseUrl(target, context.plan.keepParameters);
      if (url === undefined || !isReachable(url, entry, context))
        return refuse('redirect-out-of-scope', target);
      refuseKnown(url, frontier.knows(url));
      await moveTo(url);
      if (!robots.knows(url)) {
        await hold.loadRobots(url);
        await moveTo(url);
      }
      const decision = robots.decide(url);
      if (!decision.allowed) refuse(decision.code, url, `; ${decision.message}`);
      const first = firstAnswer(features, ({ rules }) => rules?.(url).load);
      if (first !== undefined) {
        await hold.load(first);
        await moveTo(url);
      }
      // Another visit may have met it while this one waited for the host.
      refuseKnown(url, !own.has(url) && !frontier.claim(url, entry.url));
      own.add(url);
      reached = url;
      if (entry.depth === 0) context.scope.add(url);
      await hold.ask();
    },
  };
}

function isReachable(url: string, entry: QueuedUrl, { scope, plan }: Crawl): boolean {
  if (entry.depth > 0 && !plan.admits(url)) return false;
  if (scope.includes(url)) return true;
  return entry.depth === 0 && plan.scope === 'host' && registeredDomain(url) === registeredDomain(entry.url);
}

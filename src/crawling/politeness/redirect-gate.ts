import type { QueuedUrl, ReasonCode } from '../../model/crawl-event.js';
import type { CrawlCrew, CrawlParts, CrawlPlan } from '../engine/crawl-types.js';
import { needsFirst, type ActiveFeature } from '../engine/feature.js';
import type { HostHold } from './host-hold.js';
import type { Politeness } from './politeness.js';
import { hostOf, normaliseUrl, registeredDomain, type ScopeCheck } from '../urls/urls.js';

/** The target of a redirect must not be requested. */
export class RedirectRefused extends Error {
  constructor(
    readonly code: ReasonCode,
    message: string,
  ) {
    super(message);
  }
}

/** Decides on the redirects of one fetch. */
export interface RedirectGate {
  /** The last address that was admitted, normalised; at first the requested address. */
  readonly reached: string;
  /**
   * Admits a target: it is in scope, not known yet, allowed by its robots.txt, and its host may be contacted now. Its
   * address is then claimed, so that nothing else asks for it. The target of a seed is taken into the scope 'host' when
   * its registered domain is that of the seed (`example.org` → `www.example.org`): the user meant that site.
   *
   * @throws RedirectRefused
   */
  readonly admit: (target: string) => Promise<void>;
}

/** Questions that a gate asks. */
export interface RedirectContext {
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
export function createRedirectGate(entry: QueuedUrl, hold: HostHold, context: RedirectContext): RedirectGate {
  const { robots, frontier, crew } = context.parts;
  const own = new Set([entry.url]);
  let reached = entry.url;

  function refuseKnown(url: string): never {
    throw new RedirectRefused('redirect-target-known', `redirects to ${url}, which the crawl knows already`);
  }

  /** A visit that waits for a host keeps others from their turn: it does not wait for one that was put off for long. */
  async function moveTo(url: string): Promise<void> {
    if (crew !== undefined) await reach(hostOf(url), url, crew);
    const wait = context.politeness.waitFor([hostOf(url)]) ?? 0;
    if (wait > LONGEST_WAIT) {
      throw new RedirectRefused('busy', `redirects to ${url}, whose host is not to be asked for a while`);
    }
    await hold.moveTo(url);
  }

  /** The host may be another worker's. The visit gives its own back first, so that two do not wait for each other. */
  async function reach(host: string, url: string, others: CrawlCrew): Promise<void> {
    hold.free();
    const rest = await others.reach(host, context.signal);
    if (rest === undefined)
      throw new RedirectRefused('busy', `redirects to ${url}, whose host another worker is asking`);
    if (rest > 0) context.politeness.putOff(host, rest);
    // What other workers did there is known from now on.
    if (!own.has(url) && frontier.knows(url)) refuseKnown(url);
  }

  async function admit(target: string): Promise<void> {
    const url = normaliseUrl(target, context.plan.keepParameters);
    if (url === undefined || !reachable(url, entry, context)) {
      throw new RedirectRefused('redirect-out-of-scope', `redirects to ${target}`);
    }
    if (!own.has(url) && frontier.knows(url)) refuseKnown(url);
    await moveTo(url);
    if (!robots.knows(url)) {
      await hold.loadRobots(url);
      await moveTo(url);
    }
    const decision = robots.decide(url);
    if (!decision.allowed)
      throw new RedirectRefused(decision.code, `redirects to ${url}; ${decision.message}`);
    const first = needsFirst(context.features, url);
    if (first !== undefined) {
      await hold.load(first);
      await moveTo(url);
    }
    // Another visit may have met it while this one waited for the host.
    if (!own.has(url) && !frontier.claim(url, entry.url)) refuseKnown(url);
    own.add(url);
    reached = url;
    if (entry.depth === 0) context.scope.add(url);
    await hold.ask();
  }

  return {
    get reached() {
      return reached;
    },
    admit,
  };
}

function reachable(url: string, entry: QueuedUrl, { scope, plan }: RedirectContext): boolean {
  if (entry.depth > 0 && !plan.admits(url)) return false;
  if (scope.includes(url)) return true;
  return entry.depth === 0 && plan.scope === 'host' && registeredDomain(url) === registeredDomain(entry.url);
}

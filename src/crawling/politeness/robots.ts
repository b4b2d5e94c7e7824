import type { Fetcher, FetchedResponse } from '../../model/crawl-event.js';
import { FetchError, messageOf } from '../../model/errors.js';
import { isSuccess } from '../../support/text/content-type.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { retryAfter } from '../../support/time/retry-after.js';
import { originOf } from '../urls/urls.js';
import { backoff, type Backoff } from './busy-hosts.js';
import { decidingRule, parseRobotsTxt, type RobotsRule, type RobotsTxt, productToken } from './robots-txt.js';

/** Redirects that are followed for a robots.txt (RFC 9309, section 2.3.1.2). */
const MAX_ROBOTS_REDIRECTS = 5;
/** Bytes of a robots.txt that are read (RFC 9309, section 2.5: at least 500 KiB). */
const MAX_ROBOTS_BYTES = 500 * 1024;
/** Time for which a robots.txt counts before it is fetched again (RFC 9309, section 2.4: not longer than a day). */
const KEPT = 24 * 60 * 60 * 1000;
/** Origins whose rules are kept, and rules of all together, some 150 MB; those fetched longest ago are forgotten. */
const [MAX_ORIGINS, MAX_RULES] = [10_000, 500_000];

/** Why an address may not be requested: the rule, or why there are no rules, in one line. */
interface RobotsRefusal {
  readonly allowed: false;
  readonly code: 'robots-disallowed' | 'robots-unreachable' | 'private-address' | 'certificate';
  readonly message: string;
}

/** The robots.txt files of a crawl, each fetched once per day and origin (scheme, host and port). */
export type Robots = ReturnType<typeof createRobots>;

interface RobotsOptions {
  readonly fetcher: Fetcher;
  readonly userAgent: string;
  /** Cap of Crawl-delay in seconds. */
  readonly maxCrawlDelay?: number;
  /** Further attempts for one that cannot be fetched. Default: not before a day has passed. */
  readonly backoff?: Backoff;
  readonly clock?: Clock;
}

/** The robots.txt of one origin, with its address. */
interface Rules extends Partial<RobotsTxt> {
  readonly url: string;
  readonly rules: readonly RobotsRule[];
  /** Present where nothing may be requested, whatever the rules. */
  readonly refusal?: RobotsRefusal;
  /** Present where there could be an answer later; in milliseconds, where the server says when. */
  readonly unreachable?: { readonly retryAfter?: number };
}

/** Rules, when they count no more, and the failures in a row; 0 where they are not fetched again before a decision. */
type Entry = Rules & { readonly until: number; readonly failures: number };

/**
 * The Robots Exclusion Protocol, RFC 9309: 2xx is parsed ({@link parseRobotsTxt}); 4xx and more than five redirects mean that there
 * are no rules (section 2.3.1.3); 5xx, 429 and no answer that nothing may be requested (section 2.3.1.4), and that it is tried again.
 * Deviations: 429 is unreachable as 503 is; a host that stays unreachable is never contacted, while the RFC allows it after 30 days;
 * Crawl-delay is honoured.
 */
export function createRobots(options: RobotsOptions) {
  const { fetcher, clock = systemClock, maxCrawlDelay = Infinity } = options;
  const { backoff: retries = { tries: 1, firstSeconds: 0 } } = options;
  const token = productToken(options.userAgent);
  const known = new Map<string, Entry>();
  let rulesKept = 0;
  const entryFor = (url: string): Entry | undefined => known.get(originOf(url));

  function put(origin: string, entry: Entry | undefined): void {
    rulesKept += rulesIn(entry) - rulesIn(known.get(origin));
    known.delete(origin);
    if (entry !== undefined) known.set(origin, entry);
    const [oldest] = known.keys();
    if ((known.size > MAX_ORIGINS || rulesKept > MAX_RULES) && oldest !== undefined) put(oldest, undefined);
  }
  return {
    /** True when the robots.txt for this address has been fetched and is still valid. */
    knows: (url: string) => (entryFor(url)?.until ?? -Infinity) > clock.now(),
    /** Asks for the robots.txt of the address's origin. Throws only when it was interrupted by the signal. */
    async load(url: string, signal?: AbortSignal): Promise<void> {
      const origin = originOf(url);
      const rules = await loadRules(`${origin}/robots.txt`, fetcher, clock, token, signal);
      const before = rules.unreachable === undefined ? retries.tries : (known.get(origin)?.failures ?? 0);
      const failures = before + 1 < retries.tries ? before + 1 : 0;
      const pause = failures > 0 ? backoff(failures, retries, rules.unreachable?.retryAfter) : KEPT;
      put(origin, { ...rules, until: clock.now() + pause, failures });
    },
    /** @throws Error when the robots.txt was not loaded */
    decide(url: string): RobotsRefusal | { readonly allowed: true } {
      const entry = entryFor(url);
      if (entry === undefined) throw new Error(`the robots.txt for ${url} was not loaded`);
      if (entry.refusal !== undefined) return entry.refusal;
      const rule = decidingRule(entry.rules, url);
      if (rule === undefined || rule.allow) return { allowed: true };
      return { allowed: false, code: 'robots-disallowed', message: `${entry.url}, line ${rule.line}` };
    },
    /** Milliseconds until a robots.txt is fetched again after a failure; until then no decision is final. */
    retryIn(url: string): number | undefined {
      const { failures = 0, until = 0 } = entryFor(url) ?? {};
      return failures > 0 ? Math.max(0, until - clock.now()) : undefined;
    },
    /** The Crawl-delay for us in seconds, at most the cap; undefined where there is none. */
    crawlDelay(url: string): number | undefined {
      const delay = entryFor(url)?.crawlDelay;
      return delay === undefined ? undefined : Math.min(delay, maxCrawlDelay);
    },
    /** The preferences for the use of an address; none where it was not loaded. */
    usage: (url: string) => decidingRule(entryFor(url)?.usage ?? [], url)?.said ?? [],
    /** The sitemaps that the robots.txt names; none where it was not loaded. */
    sitemaps: (url: string) => entryFor(url)?.sitemaps ?? [],
  };
}

const rulesIn = ({ rules = [], usage = [] }: Partial<Rules> = {}): number => rules.length + usage.length;

async function loadRules(
  url: string,
  fetcher: Fetcher,
  clock: Clock,
  token: string,
  signal: AbortSignal | undefined,
): Promise<Rules> {
  let redirects = 0;
  try {
    const response = await fetcher.fetch(url, {
      accept: 'text/plain,*/*;q=0.5',
      cutAfter: MAX_ROBOTS_BYTES,
      wantBody: ({ status }) => isSuccess(status),
      onRedirect: () => {
        redirects += 1;
        const why = `redirects more than ${MAX_ROBOTS_REDIRECTS} times`;
        if (redirects > MAX_ROBOTS_REDIRECTS) throw new FetchError('too-many-redirects', url, why);
      },
      signal,
    });
    return rulesOf(response, url, token, clock);
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    const code = thrown instanceof FetchError ? thrown.failure : undefined;
    const message = messageOf(thrown);
    if (code === 'too-many-redirects') return { url, rules: [] };
    if (code === 'private-address' || code === 'certificate')
      return { url, rules: [], refusal: { allowed: false, code, message } };
    // A host whose name does not resolve is not tried again.
    return unreachable(url, message, message.endsWith('(ENOTFOUND)') ? undefined : {});
  }
}

function unreachable(url: string, message: string, how: Rules['unreachable']): Rules {
  const refusal = { allowed: false, code: 'robots-unreachable', message: `${url}: ${message}` } as const;
  return { url, rules: [], refusal, unreachable: how };
}

function rulesOf(
  { status, headers, body, truncated }: FetchedResponse,
  url: string,
  token: string,
  clock: Clock,
): Rules {
  // A rule that is missing may forbid something: as after a broken connection (RFC 9309, section 2.3.1.4).
  if (truncated !== undefined) return unreachable(url, 'it breaks off', {});
  if (status >= 500 || status === 429)
    return unreachable(url, `the server answers ${status}`, {
      retryAfter: retryAfter(headers['retry-after'], clock),
    });
  return isSuccess(status) ? { url, ...parseRobotsTxt(wholeLines(body), url, token) } : { url, rules: [] };
}

/** A file without the line that is cut, where it is too long. */
function wholeLines(body: Uint8Array): Uint8Array {
  if (body.length < MAX_ROBOTS_BYTES) return body;
  const read = body.subarray(0, MAX_ROBOTS_BYTES);
  return read.subarray(0, Math.max(read.lastIndexOf(0x0a), read.lastIndexOf(0x0d)) + 1);
}

import robotsParserModule from 'robots-parser';
import type { Fetcher, FetchedResponse } from '../model/crawl.js';
import { FetchError, messageOf } from '../model/errors.js';

/** The package is CommonJS and its types are those of an ES module: what they call `default` is the module itself. */
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

/** Redirects that are followed for a robots.txt (RFC 9309, section 2.3.1.2). */
const MAX_ROBOTS_REDIRECTS = 5;
/** What is read of a robots.txt (RFC 9309, section 2.5: at least 500 KiB). */
const MAX_ROBOTS_BYTES = 500 * 1024;

/** May this address be asked for? */
export type RobotsDecision =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly code: 'robots-disallowed' | 'robots-unreachable';
      /** The rule, or why there are no rules; one line. */
      readonly message: string;
    };

/** The robots.txt files of a crawl, each asked for once an origin (scheme, host and port). */
export interface Robots {
  /** True when the robots.txt for this address has been asked for. */
  knows(url: string): boolean;
  /** Asks for the robots.txt of the address's origin. Throws only when it was interrupted by the signal. */
  load(url: string, signal?: AbortSignal): Promise<void>;
  /** @throws Error when the robots.txt was not loaded */
  decide(url: string): RobotsDecision;
  /** The Crawl-delay for us in seconds, at most the cap; undefined where there is none. */
  crawlDelay(url: string): number | undefined;
}

/** How robots.txt files are read. */
export interface RobotsOptions {
  readonly fetcher: Fetcher;
  /** The crawler's User-Agent; its product token is what groups of rules are matched with. */
  readonly userAgent: string;
  /** Cap of Crawl-delay in seconds. Default 30: a host that asks for a day would stand still for ever. */
  readonly maxCrawlDelay?: number;
}

/** The rules of one origin. */
interface Rules {
  decide(url: string): RobotsDecision;
  readonly crawlDelay?: number;
}

/**
 * The Robots Exclusion Protocol, RFC 9309: 2xx is parsed (robots-parser); 4xx and more than five redirects mean that
 * there are no rules ('unavailable', section 2.3.1.3); 5xx and no answer mean that nothing may be asked ('unreachable',
 * section 2.3.1.4). Deviation: files are kept for the whole crawl, not for at most a day.
 * Crawl-delay is not part of the RFC; it is honoured because many sites state it.
 */
export function createRobots(options: RobotsOptions): Robots {
  const token = productToken(options.userAgent);
  const maxDelay = options.maxCrawlDelay ?? 30;
  const known = new Map<string, Rules>();
  const rulesFor = (url: string): Rules | undefined => known.get(new URL(url).origin);

  return {
    knows: (url) => rulesFor(url) !== undefined,
    async load(url, signal) {
      const { origin } = new URL(url);
      const rules = await loadRules(`${origin}/robots.txt`, options.fetcher, token, signal);
      known.set(origin, rules);
    },
    decide(url) {
      const rules = rulesFor(url);
      if (rules === undefined) throw new Error(`the robots.txt for ${url} was not loaded`);
      return rules.decide(url);
    },
    crawlDelay(url) {
      const delay = rulesFor(url)?.crawlDelay;
      return delay === undefined || !(delay > 0) ? undefined : Math.min(delay, maxDelay);
    },
  };
}

/**
 * The name by which robots.txt files call a crawler: `sfwc` of `sfwc/0.1 (+https://…)`, and also of
 * `Mozilla/5.0 (compatible; sfwc/0.1; …)`. In lower case; matching ignores case (RFC 9309, section 2.2.1).
 */
export function productToken(userAgent: string): string {
  const name = /\(compatible;\s*([^\s/;)]+)/i.exec(userAgent)?.[1] ?? /^[^\s/(]+/.exec(userAgent.trim())?.[0];
  return (name ?? userAgent.trim()).toLowerCase();
}

async function loadRules(
  url: string,
  fetcher: Fetcher,
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
        if (redirects > MAX_ROBOTS_REDIRECTS) {
          throw new FetchError(
            'too-many-redirects',
            url,
            `redirects more than ${MAX_ROBOTS_REDIRECTS} times`,
          );
        }
      },
      ...(signal === undefined ? {} : { signal }),
    });
    return rulesOf(response, url, token);
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    if (thrown instanceof FetchError && thrown.failure === 'too-many-redirects') return noRules;
    return unreachable(url, messageOf(thrown));
  }
}

const noRules: Rules = { decide: () => ({ allowed: true }) };

function unreachable(url: string, why: string): Rules {
  const decision: RobotsDecision = { allowed: false, code: 'robots-unreachable', message: `${url}: ${why}` };
  return { decide: () => decision };
}

function rulesOf({ status, body }: FetchedResponse, url: string, token: string): Rules {
  if (status >= 500) return unreachable(url, `the server answers ${status}`);
  return isSuccess(status) ? parseRules(textOf(body), url, token) : noRules;
}

function parseRules(text: string, url: string, token: string): Rules {
  const parsed = robotsParser(url, text);
  const crawlDelay = parsed.getCrawlDelay(token);
  return {
    decide: (target) => {
      if (parsed.isAllowed(target, token) !== false) return { allowed: true };
      const message = `${url}, line ${parsed.getMatchingLineNumber(target, token)}`;
      return { allowed: false, code: 'robots-disallowed', message };
    },
    ...(crawlDelay === undefined ? {} : { crawlDelay }),
  };
}

/** Decoded as UTF-8 without byte order mark; of a file that is too long, whole lines only. */
function textOf(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, MAX_ROBOTS_BYTES));
  return body.length < MAX_ROBOTS_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

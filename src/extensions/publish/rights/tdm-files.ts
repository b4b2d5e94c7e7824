import type { Fetcher } from '../../../model/crawl-event.js';
import { FetchError } from '../../../model/errors.js';
import type { Reservation } from '../../../crawling/engine/judge-response.js';
import { licenceAddress } from '../../../web/page/licences.js';
import { isSuccess } from '../../../support/text/content-type.js';
import { systemClock, type Clock } from '../../../support/time/clock.js';
import type { Robots } from '../../../crawling/politeness/robots.js';
import { createRule, decidingRule, type RobotsRule } from '../../../crawling/politeness/robots-txt.js';

/** Bytes of a file that are read; a longer one is not valid JSON then, and says nothing. */
const MAX_BYTES = 500 * 1024;
const MAX_REDIRECTS = 5;
/** Time for which a file counts before it is fetched again, as a robots.txt does. */
const KEPT = 24 * 60 * 60 * 1000;
/** Origins of which files are kept, and rules of one file that are looked at. */
const MAX_ORIGINS = 10_000;
const MAX_RULES = 500;
const LONGEST_LOCATION = 500;

/** The files `/.well-known/tdmrep.json` of the hosts of a crawl, each fetched once per day and origin. */
export interface TdmFiles {
  /** True when the file that concerns this address has been fetched, or may not be, by its robots.txt. */
  knows(url: string, robots: Pick<Robots, 'knows' | 'decide'>): boolean;
  /** Asks for the file. Throws only when it was interrupted by the signal. */
  load(url: string, signal?: AbortSignal): Promise<void>;
  /** Reservation of the file for an address; undefined without any. */
  reservation(url: string): Reservation | undefined;
}

interface Rule extends Reservation {
  readonly location: RobotsRule;
}

/**
 * The TDM Reservation Protocol (final report of its W3C Community Group, 10 May 2024), section "TDM File on the Origin
 * Server": an array of rules with `location`, `tdm-reservation` (1 or 0) and `tdm-policy`. A location is matched as a path in
 * a robots.txt is by Google: `*` for any characters, `$` for the end, otherwise the beginning of the path. "The most specific
 * match is the first in sequence", so the first rule that matches counts. A rule with another reservation counts as absent;
 * a file that is missing, not valid or too long says nothing.
 */
export function createTdmFiles({
  fetcher,
  clock = systemClock,
}: {
  readonly fetcher: Fetcher;
  readonly clock?: Clock;
}): TdmFiles {
  const known = new Map<string, { readonly rules: readonly Rule[]; readonly until: number }>();
  return {
    knows(url, robots) {
      const { origin } = new URL(url);
      if ((known.get(origin)?.until ?? Number.NEGATIVE_INFINITY) > clock.now()) return true;
      const file = fileOf(origin);
      return robots.knows(file) && !robots.decide(file).allowed;
    },
    async load(url, signal) {
      const { origin } = new URL(url);
      const rules = await loadRules(fileOf(origin), fetcher, signal);
      known.delete(origin);
      known.set(origin, { rules, until: clock.now() + KEPT });
      const [oldest = ''] = known.keys();
      if (known.size > MAX_ORIGINS) known.delete(oldest);
    },
    reservation(url) {
      const { rules = [] } = known.get(new URL(url).origin) ?? {};
      const rule = rules.find(({ location }) => decidingRule([location], url) !== undefined);
      return rule && { tdmReserved: rule.tdmReserved, tdmPolicy: rule.tdmPolicy };
    },
  };
}

function fileOf(origin: string): string {
  return `${origin}/.well-known/tdmrep.json`;
}

async function loadRules(
  url: string,
  fetcher: Fetcher,
  signal: AbortSignal | undefined,
): Promise<readonly Rule[]> {
  let redirects = 0;
  try {
    const { status, body } = await fetcher.fetch(url, {
      accept: 'application/json,*/*;q=0.5',
      cutAfter: MAX_BYTES,
      wantBody: (head) => isSuccess(head.status),
      onRedirect: () => {
        redirects += 1;
        if (redirects > MAX_REDIRECTS)
          throw new FetchError('too-many-redirects', url, `redirects more than ${MAX_REDIRECTS} times`);
      },
      signal,
    });
    if (!isSuccess(status)) return [];
    const rules = JSON.parse(Buffer.from(body).toString()) as unknown;
    return Array.isArray(rules) ? rules.slice(0, MAX_RULES).flatMap((rule) => ruleOf(rule, url)) : [];
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    return [];
  }
}

function ruleOf(rule: unknown, file: string): readonly Rule[] {
  if (typeof rule !== 'object' || rule === null) return [];
  const { location, ...said } = rule as Readonly<Record<string, unknown>>;
  const [reserved, policy] = [String(said['tdm-reservation']), said['tdm-policy']];
  if (typeof location !== 'string' || location === '' || location.length > LONGEST_LOCATION) return [];
  if (reserved !== '0' && reserved !== '1') return [];
  const tdmPolicy = typeof policy === 'string' ? licenceAddress(policy, file) : undefined;
  const octets = Buffer.from(location).toString('latin1');
  return [{ location: createRule(false, octets, 0), tdmReserved: reserved === '1', tdmPolicy }];
}

import type { FeatureModule } from '../../app/crawl/feature-module.js';
import type { Refusal } from '../../crawling/engine/feature.js';
import type { Robots } from '../../crawling/politeness/robots.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { FetchError } from '../../model/errors.js';
import type { Rights } from '../../model/rights.js';
import { isSuccess } from '../../support/text/content-type.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { without } from '../../support/without.js';
import { createRule, decidingRule, type RobotsRule } from '../../crawling/politeness/robots-txt.js';
import { licenceAddress } from '../../web/page/rights.js';
import { reservationIn } from '../../crawling/politeness/content-usage.js';

/** Skips pages that reserve text and data mining, or that are not for machine learning; asks their hosts as well. */
export const reservations: FeatureModule = {
  open: (_settings, fetched) => ({
    name: 'reservations',
    begin({ deps }) {
      const files = createTdmFiles(fetched);
      const { robots } = deps;
      return {
        rules: (url) => ({
          load: files.knows(url, robots) ? undefined : (signal) => files.load(url, signal),
          rights: (stated) => {
            const rights = withHostRules(stated, files.reservation(url));
            return { rights, refusal: reservedBy(rights) };
          },
        }),
      };
    },
  }),
};

/** Reservation of a host for some of its addresses. */
type Reservation = Pick<Rights, 'tdmReserved' | 'tdmPolicy'>;

/**
 * Adds the reservation and the policy of a host to the statements of a page and its response about its use, if these state none
 * (TDM Reservation Protocol, section "Processing priority"). A policy does not count where nothing is reserved (section
 * "tdm-policy").
 */
export function withHostRules(
  rights: Rights | undefined,
  ofHost: Reservation | undefined,
): Rights | undefined {
  const all = { ...ofHost, ...rights };
  const counting = all.tdmReserved === false ? without(all, 'tdmPolicy') : all;
  return Object.keys(counting).length === 0 ? undefined : counting;
}

function reservedBy(rights: Rights | undefined): Refusal | undefined {
  const reservation = reservationIn(rights);
  const { tdmReserved, tdmPolicy } = rights ?? {};
  const policy = tdmReserved === true && tdmPolicy !== undefined ? `; its policy: ${tdmPolicy}` : '';
  return reservation === undefined ? undefined : { code: 'tdm-reserved', message: `${reservation}${policy}` };
}

/** Bytes, redirects, origins, rules of one file, and characters of a location that are looked at; a longer file says nothing. */
const MAX = { bytes: 500 * 1024, redirects: 5, origins: 10_000, rules: 500, location: 500 } as const;
/** Time for which a file counts before it is fetched again, as a robots.txt does. */
const KEPT = 24 * 60 * 60 * 1000;

type Rule = Reservation & { readonly location: RobotsRule };

/**
 * The files `/.well-known/tdmrep.json` of hosts, each fetched once per day and origin. The TDM Reservation Protocol (final
 * report of its W3C Community Group, 10 May 2024), section "TDM File on the Origin Server": an array of rules with `location`,
 * `tdm-reservation` (1 or 0) and `tdm-policy`. A location is matched as a path in a robots.txt is by Google. "The most specific
 * match is the first in sequence", so the first rule that matches counts. A rule with another reservation counts as absent; a
 * file that is missing, not valid or too long says nothing.
 */
export function createTdmFiles(parts: { readonly fetcher: Fetcher; readonly clock?: Clock }) {
  const { fetcher, clock = systemClock } = parts;
  const known = new Map<string, { readonly rules: readonly Rule[]; readonly until: number }>();
  const fileOf = (url: string): string => `${new URL(url).origin}/.well-known/tdmrep.json`;
  return {
    /** True when the file that concerns this address has been fetched, or may not be, by its robots.txt. */
    knows(url: string, robots: Pick<Robots, 'knows' | 'decide'>): boolean {
      const file = fileOf(url);
      if ((known.get(file)?.until ?? Number.NEGATIVE_INFINITY) > clock.now()) return true;
      return robots.knows(file) && !robots.decide(file).allowed;
    },
    /** Asks for the file. Throws only when it was interrupted by the signal. */
    async load(url: string, signal?: AbortSignal): Promise<void> {
      const file = fileOf(url);
      const rules = await loadRules(file, fetcher, signal);
      known.delete(file);
      known.set(file, { rules, until: clock.now() + KEPT });
      const [oldest = ''] = known.keys();
      if (known.size > MAX.origins) known.delete(oldest);
    },
    /** Reservation of the file for an address; undefined without any. */
    reservation(url: string): Reservation | undefined {
      const { rules = [] } = known.get(fileOf(url)) ?? {};
      const rule = rules.find(({ location }) => decidingRule([location], url) !== undefined);
      return rule && { tdmReserved: rule.tdmReserved, tdmPolicy: rule.tdmPolicy };
    },
  };
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
      cutAfter: MAX.bytes,
      wantBody: (head) => isSuccess(head.status),
      onRedirect: () => {
        redirects += 1;
        if (redirects > MAX.redirects) throw new FetchError('too-many-redirects', url, 'redirects too often');
      },
      signal,
    });
    if (!isSuccess(status)) return [];
    const rules = JSON.parse(Buffer.from(body).toString()) as unknown;
    return Array.isArray(rules) ? rules.slice(0, MAX.rules).flatMap((rule) => ruleOf(rule, url)) : [];
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    return [];
  }
}

function ruleOf(rule: unknown, file: string): readonly Rule[] {
  if (typeof rule !== 'object' || rule === null) return [];
  const { location, ...said } = rule as Readonly<Record<string, unknown>>;
  const [reserved, policy] = [String(said['tdm-reservation']), said['tdm-policy']];
  if (typeof location !== 'string' || location === '' || location.length > MAX.location) return [];
  if (reserved !== '0' && reserved !== '1') return [];
  const tdmPolicy = typeof policy === 'string' ? licenceAddress(policy, file) : undefined;
  const octets = Buffer.from(location).toString('latin1');
  return [{ location: createRule(false, octets, 0), tdmReserved: reserved === '1', tdmPolicy }];
}

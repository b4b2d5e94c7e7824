import { hostOf } from '../../crawling/urls/urls.js';
import { addToList } from '../../support/add-to-list.js';
import { estimateRate, type RatePrior, type Visit } from './change-rate.js';
import { DAY, type PageRecord } from './page-record.js';
import { allocateVisits } from './refresh-policy.js';

/** When and how often pages may be visited again. */
export interface RevisitSettings {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Visits in a round. */
  readonly budget: number;
  /** Days from round to round, and between two visits of a page. */
  readonly every: number;
  readonly shortest: number;
  readonly longest: number;
  /** When pages were changed last, as sitemaps and feeds say: milliseconds since the epoch. */
  readonly modified?: ReadonlyMap<string, number>;
}

/** A page that is worth a visit now. */
export interface Revisit {
  readonly record: PageRecord;
  /** Estimated changes a day. */
  readonly rate: number;
  /** Days between two visits at the optimum. */
  readonly interval: number;
  readonly reason: string;
}

/** What is believed before a collection has been visited twice: a change a month. */
const FIRST_PRIOR: RatePrior = { rate: 1 / 30, weight: 4 };
/** How many visits a belief weighs as much as: that of a wider group for a host or folder, and that of a folder for a page. */
const GROUP_WEIGHT = 4;
const PAGE_WEIGHT = 1;
/** The probability that a visit finds a change, at least: what a generous budget has left goes to discovery. */
const LEAST_CHANCE = 0.1;
/** Changes between two visits from which on more of them could not be distinguished. */
const COARSE = 1.5;
/** How far overdue a page counts as that is visited to learn its rate. */
const PROBE_FIRST = 2;
/** Visits that the rate of a group is estimated from, and those of each page among them: the last ones. */
const MOST_OF_GROUP = 5000;
const MOST_OF_PAGE = 8;

/**
 * The pages that are to be visited in a round. Each has a best interval: the allocation of all visits that a round may make
 * ({@link allocateVisits}), by the estimated rates. Those whose interval ends before the next round is nearer are due, the
 * most overdue first, except those that have most likely not changed yet. Before them come those of which a sitemap or feed
 * says that they have changed since they were read.
 *
 * @param pages those that are kept
 */
export function chooseRevisits(pages: readonly PageRecord[], settings: RevisitSettings): readonly Revisit[] {
  const { now, budget, every, shortest, longest, modified } = settings;
  const rates = estimateRates(pages);
  const frequencies = allocateVisits(rates, budget / every, { least: 1 / longest, most: 1 / shortest });
  return pages
    .flatMap((record, place) => {
      const frequency = frequencies[place] ?? 0;
      const days = (now - record.lastAsked) / DAY;
      const hasChanged = (modified?.get(record.url) ?? 0) > (record.lastRead ?? record.lastAsked);
      const rate = rates[place] ?? 0;
      // A round that starts a little early would otherwise miss a page by a whole round.
      const [next, slack] = [days + every / 2, Math.min(every, shortest) / 2];
      const isWorthIt = -Math.expm1(-rate * days) >= LEAST_CHANCE || next >= longest;
      const isProbe = isTooCoarse(record.visits, rate, Math.max(every, shortest));
      const isDue = hasChanged || isProbe || (next * frequency >= 1 && isWorthIt);
      if (!isDue || days < shortest - slack) return [];
      const interval = 1 / frequency;
      const overdue = hasChanged ? Infinity : Math.max(days * frequency, isProbe ? PROBE_FIRST : 0);
      return [{ record, rate, interval, overdue, reason: reasonOf(rate, interval, hasChanged) }];
    })
    .sort((a, b) =>
      a.overdue === b.overdue ? a.record.lastAsked - b.record.lastAsked : b.overdue - a.overdue,
    )
    .slice(0, budget)
    .map(({ record, rate, interval, reason }) => ({ record, rate, interval, reason }));
}

/**
 * Whether all visits found a change and were so far apart that the page may change far more often than they can tell. One
 * visit soon after the last tells whether it can be kept fresh at all.
 * @param soonest days after which it can be visited again
 */
function isTooCoarse(visits: readonly Visit[], rate: number, soonest: number): boolean {
  const shortest = visits.reduce((least, { days }) => Math.min(least, days), Infinity);
  const isCoarse = shortest > 2 * soonest && rate * shortest > COARSE;
  return isCoarse && visits.length > 1 && visits.every(({ changed }) => changed);
}

function reasonOf(rate: number, interval: number, hasChanged: boolean): string {
  if (hasChanged) return 'revisit: a sitemap or feed says that it has changed';
  return `revisit: changes every ${shown(1 / rate)} days, best visited every ${shown(interval)}`;
}

function shown(days: number): string {
  return String(Number(days.toPrecision(2)));
}

/**
 * The rates of pages, in changes a day, to two digits. What is believed of a page that was visited rarely comes from the
 * pages of its folder, in turn from those of its host, and of the collection.
 */
export function estimateRates(pages: readonly PageRecord[]): readonly number[] {
  const all = estimateRate(visitsOf(pages), FIRST_PRIOR);
  const hosts = ratesOf(pages, hostOf, () => all);
  const folders = ratesOf(pages, folderOf, (url) => hosts.get(hostOf(url)) ?? all);
  return pages.map(({ url, visits }) => {
    const prior = { rate: folders.get(folderOf(url)) ?? all, weight: PAGE_WEIGHT };
    return Number(estimateRate(visits, prior).toPrecision(2));
  });
}

function ratesOf(
  pages: readonly PageRecord[],
  groupOf: (url: string) => string,
  believed: (url: string) => number,
): ReadonlyMap<string, number> {
  const groups = new Map<string, PageRecord[]>();
  for (const page of pages) addToList(groups, groupOf(page.url), page);
  return new Map(
    [...groups].map(([name, group]) => {
      const rate = believed(group[0]?.url ?? '');
      return [name, estimateRate(visitsOf(group), { rate, weight: GROUP_WEIGHT })];
    }),
  );
}

function visitsOf(pages: readonly PageRecord[]): readonly Visit[] {
  const visits: Visit[] = [];
  for (const page of pages) {
    visits.push(...page.visits.slice(-MOST_OF_PAGE));
    if (visits.length >= MOST_OF_GROUP) break;
  }
  return visits;
}

/** The address up to its last slash. */
function folderOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/**
 * Pages that led to new pages in earlier rounds, those first that led to most, whether they are about the topic or not.
 * @param days at least since they were read
 */
export function chooseHubs(
  pages: Iterable<PageRecord>,
  { now, days, most }: { readonly now: number; readonly days: number; readonly most: number },
): readonly PageRecord[] {
  const leading = [...pages].filter(
    ({ state, leads, lastAsked }) =>
      leads > 0 && (state === 'kept' || state === 'rejected') && now - lastAsked >= days * DAY,
  );
  return leading.sort((a, b) => b.leads - a.leads || a.lastAsked - b.lastAsked).slice(0, most);
}

import type { FoundUrl } from '../../crawling/engine/crawl-types.js';
import { BEFORE_ALL, type QueuedUrl } from '../../model/crawl-event.js';
import { chooseHubs, chooseRevisits } from './choose-revisits.js';
import type { PageRecord } from './page-record.js';

/** What a round may spend, and when. */
export interface RoundSettings {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Pages to request, and the share of them for pages of the collection. */
  readonly budget: number;
  readonly revisits: number;
  /** Days, as in `RevisitSettings`. */
  readonly every: number;
  readonly shortest: number;
  readonly longest: number;
}

/** What lists of the sites named, and what the round before left. */
export interface Discovered {
  /** In feeds and in sitemaps, addresses of the collection among them. */
  readonly inFeeds: readonly FoundUrl[];
  readonly inSitemaps: readonly FoundUrl[];
  /** The best URLs of the queue, the best first. */
  readonly queued: readonly QueuedUrl[];
}

/** Shares of what is spent on discovery: hubs, and pages that feeds and sitemaps name as new. */
const HUB_SHARE = 0.2;
const LISTED_SHARE = 0.5;

/**
 * What a round starts from, in the order in which it is requested: hubs; pages that feeds and sitemaps name and that are new;
 * pages of the collection that are due; then, as the strategy values them, the other pages in sitemaps and what the round
 * before left in its queue.
 * @param pages all that is known
 * @param isKnown whether an address was requested before
 * @param since when the last round began, in milliseconds since the epoch
 */
export function planRound(
  pages: readonly PageRecord[],
  { inFeeds, inSitemaps, queued }: Discovered,
  isKnown: (url: string) => boolean,
  since: number,
  { budget, revisits: share, ...when }: RoundSettings,
): readonly FoundUrl[] {
  const visits = Math.floor(budget * share);
  const rest = budget - visits;
  const modified = timesModified([...inFeeds, ...inSitemaps], when.now);
  const kept = pages.filter(({ state }) => state === 'kept');
  const revisits = chooseRevisits(kept, { ...when, budget: visits, modified });
  const due = new Set(revisits.map(({ record }) => record.url));
  const hubs = chooseHubs(
    pages.filter(({ url }) => !due.has(url)),
    { now: when.now, days: Math.min(when.shortest, when.every / 2), most: Math.floor(rest * HUB_SHARE) },
  );
  const unknown = (listed: readonly FoundUrl[]): FoundUrl[] => listed.filter(({ url }) => !isKnown(url));
  const isNew = ({ url }: FoundUrl): boolean => (modified.get(url) ?? 0) > since;
  const feeds = unknown(inFeeds);
  const fed = new Set(feeds.map(({ url }) => url));
  const sitemaps = unknown(inSitemaps).filter(({ url }) => !fed.has(url));
  const listed = [...feeds, ...sitemaps.filter(isNew)].slice(0, Math.floor(rest * LISTED_SHARE));
  const chosen = new Set(listed.map(({ url }) => url));
  return [
    ...inOrder([
      ...hubs.map((hub) => of(hub, `hub: led to ${hub.leads.toFixed(1)} new pages a visit`)),
      ...listed.map((one) => ({ ...one, reason: `in ${one.source ?? 'a list'}` })),
      ...revisits.map(({ record, reason }) => of(record, reason)),
    ]),
    ...[...feeds, ...sitemaps].filter(({ url }) => !chosen.has(url)),
    ...queued
      .filter(({ url }) => !isKnown(url))
      .map(({ url, depth, referrer, priority: { value, reason } }) => ({
        ...{ url, depth, priority: { value, reason } },
        source: referrer,
      })),
  ];
}

/** When pages were last modified, as lists of the sites say. */
function timesModified(listed: readonly FoundUrl[], now: number): Map<string, number> {
  const modified = new Map<string, number>();
  for (const { url, lastModified = '' } of listed) {
    const time = Date.parse(lastModified);
    // A list that names a time to come would have the page visited in each round.
    if (time <= now) modified.set(url, Math.max(time, modified.get(url) ?? 0));
  }
  return modified;
}

function of({ url, depth, referrer }: PageRecord, reason: string): FoundUrl & { readonly reason: string } {
  return { url, depth, reason, source: referrer };
}

/** Before all that the strategy values, and after the seeds. */
function inOrder(found: readonly (FoundUrl & { readonly reason: string })[]): readonly FoundUrl[] {
  return found.map(({ reason, ...one }, place) => ({
    ...one,
    priority: { value: BEFORE_ALL - 1 - place, reason },
  }));
}

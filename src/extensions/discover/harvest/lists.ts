/** A hub or a site that harvests ask again. */
export interface ListedSource {
  /** The page of the hub; the front page of the site. */
  readonly url: string;
  /** Relevant pages that it had in the run below. */
  readonly relevant: number;
  /** The last run that asked it, or found it. */
  readonly run: string;
  /** The run that put it on the list. */
  readonly since: string;
  /** False for a hub that was met too far away to follow its links: the next run does. */
  readonly asked: boolean;
}

/** One that had too few relevant pages. */
export interface DroppedSource {
  readonly kind: 'hub' | 'site';
  readonly url: string;
  readonly relevant: number;
  readonly run: string;
}

/** The two lists that are kept between runs, and what is no longer on them. */
export interface SourceLists {
  /** Runs that are in the lists. */
  readonly runs: readonly string[];
  readonly hubs: readonly ListedSource[];
  readonly sites: readonly ListedSource[];
  readonly dropped: readonly DroppedSource[];
}

export const NO_LISTS: SourceLists = { runs: [], hubs: [], sites: [], dropped: [] };

/** Relevant pages that keep a hub and a site on its list. */
export interface Thresholds {
  readonly hub: number;
  readonly site: number;
}

/** What a run found out about a hub or a site. */
export interface SourceYield {
  readonly relevant: number;
  readonly asked: boolean;
}

/** What a run found out, by address: of the hubs that it met, and of the sites that are listed or had relevant pages. */
export interface RunYields {
  readonly hubs: ReadonlyMap<string, SourceYield>;
  readonly sites: ReadonlyMap<string, SourceYield>;
}

/** Entries of `dropped` that stay in the file. */
const DROPPED_KEPT = 1000;

/**
 * Post-processing (Badia, Muezzinoglu, Nasraoui 2006): "counting, for each hub or site, the number of pages found to be relevant. If
 * the number was above a threshold, we kept the hub or site; otherwise, we disregarded it." Here a threshold is the least number
 * that keeps. Pages that are unchanged count as they were judged before; else a good site that rests would be dropped.
 *
 * What the run did not come to stays as it was. A hub that was dropped may come back by being found again.
 */
export function updateLists(
  lists: SourceLists,
  run: string,
  yields: RunYields,
  thresholds: Thresholds,
): SourceLists {
  const hubs = updateList(lists.hubs, run, yields.hubs, thresholds.hub);
  const sites = updateList(lists.sites, run, yields.sites, thresholds.site);
  const wereListed = new Set(lists.sites.map(({ url }) => url));
  const dropped = [
    ...hubs.dropped.map((source) => ({ kind: 'hub' as const, ...source })),
    // Most sites have no second relevant page: only those that had been listed are worth a line.
    ...sites.dropped
      .filter(({ url }) => wereListed.has(url))
      .map((source) => ({ kind: 'site' as const, ...source })),
  ];
  const again = new Set([...hubs.kept, ...sites.kept, ...dropped].map(({ url }) => url));
  return {
    runs: [...lists.runs, run],
    hubs: hubs.kept,
    sites: sites.kept,
    dropped: [...lists.dropped.filter(({ url }) => !again.has(url)), ...dropped].slice(-DROPPED_KEPT),
  };
}

function updateList(
  listed: readonly ListedSource[],
  run: string,
  yields: ReadonlyMap<string, SourceYield>,
  threshold: number,
): { readonly kept: ListedSource[]; readonly dropped: Omit<DroppedSource, 'kind'>[] } {
  const before = new Map(listed.map((source) => [source.url, source]));
  const kept = new Map(listed.map((source) => [source.url, source]));
  const dropped: Omit<DroppedSource, 'kind'>[] = [];
  for (const [url, { relevant, asked }] of yields) {
    const known = before.get(url);
    if (relevant >= threshold || (!asked && known === undefined)) {
      kept.set(url, { url, relevant, run, since: known?.since ?? run, asked });
    } else if (asked) {
      kept.delete(url);
      dropped.push({ url, relevant, run });
    }
  }
  const best = [...kept.values()].sort((a, b) => b.relevant - a.relevant || (a.url < b.url ? -1 : 1));
  return { kept: best, dropped };
}

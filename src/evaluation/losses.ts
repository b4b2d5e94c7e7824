import type { MissedTarget } from './comparison.js';
import type { MeasuredCrawl } from './league.js';

/** A page whose links were followed for little. */
export interface WastefulPage {
  /** Index into the comparison's pages. */
  readonly page: number;
  /** Fetches that its links led to. */
  readonly fetches: number;
  /** Targets among them. */
  readonly targets: number;
}

/** A target that was found late. */
export interface LateTarget {
  readonly page: number;
  /** The number of the fetch, 1 for the first. */
  readonly fetch: number;
  /** The page whose link led there; −1 for none. */
  readonly referrer: number;
}

/** Where a crawl lost against the best possible one. */
export interface Losses {
  /** Fetches that found nothing, seeds included. */
  readonly wasted: number;
  /** The fetch by which half of the targets that it found had been found; null when it found none. */
  readonly halfFoundAt: number | null;
  /** The pages that most fetches without a target came from, most first. */
  readonly wastefulPages: readonly WastefulPage[];
  /** The targets found last, last first. */
  readonly late: readonly LateTarget[];
  /** Targets never fetched: those that waited, best priority first. */
  readonly waiting: readonly MissedTarget[];
  /** Targets never fetched to which no link was queued: nothing led there, or the strategy did not want it. */
  readonly unseen: readonly MissedTarget[];
}

/** Finds where a crawl lost. @param most entries of each list */
export function lossesOf({ crawl, hits }: MeasuredCrawl, most = 5): Losses {
  const byReferrer = new Map<number, { fetches: number; targets: number }>();
  const late: LateTarget[] = [];
  for (const [index, referrer] of crawl.referrers.entries()) {
    const hit = hits[index] === true;
    if (hit) late.push({ page: crawl.fetches[index] ?? -1, fetch: index + 1, referrer });
    if (referrer === -1) continue;
    const counts = byReferrer.get(referrer) ?? { fetches: 0, targets: 0 };
    byReferrer.set(referrer, {
      fetches: counts.fetches + 1,
      targets: counts.targets + Number(hit),
    });
  }
  const wastefulPages = [...byReferrer]
    .map(([page, counts]) => ({ page, ...counts }))
    .sort((a, b) => b.fetches - b.targets - (a.fetches - a.targets) || a.page - b.page);
  const waiting = crawl.missed
    .filter((target) => target.waiting !== undefined)
    .sort((a, b) => (b.waiting?.value ?? 0) - (a.waiting?.value ?? 0));
  return {
    wasted: hits.length - late.length,
    halfFoundAt: late[Math.ceil(late.length / 2) - 1]?.fetch ?? null,
    wastefulPages: wastefulPages.slice(0, most),
    late: late.toReversed().slice(0, most),
    waiting,
    unseen: crawl.missed.filter((target) => target.waiting === undefined),
  };
}

import type { MissedTarget } from './comparison.js';
import type { MeasuredCrawl } from './league.js';

/** A page whose links led to few targets. */
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
  /** The page with the link; −1 for none. */
  readonly referrer: number;
}

/** Losses of a crawl compared with the best possible one. */
export interface Losses {
  /** Fetches that found nothing, seeds included. */
  readonly wasted: number;
  /** The fetch by which it had found half of its targets; null if it found none. */
  readonly halfFoundAt: number | null;
  /** The pages whose links led to the most fetches without a target, in descending order. */
  readonly wastefulPages: readonly WastefulPage[];
  /** The targets found last, last first. */
  readonly late: readonly LateTarget[];
  /** Targets that were queued but never fetched, best priority first. */
  readonly waiting: readonly MissedTarget[];
  /** Targets that were never queued: no link led there, or the strategy dropped it. */
  readonly unseen: readonly MissedTarget[];
}

/** Finds the losses of a crawl. @param most maximum length of each list */
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

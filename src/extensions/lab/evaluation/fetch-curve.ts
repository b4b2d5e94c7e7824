/**
 * Measures along a crawl. A crawl is a sequence of fetches, each of which found a target or did not. Every fetch counts,
 * including failures and seeds. Given pages (seeds, pages of the corpus) are never targets, and each target is found once.
 */
export type FetchHits = readonly boolean[];

/**
 * Targets found in the first n fetches. After the end of a crawl, the number stays the same.
 * @param n an integer, 0 or more
 */
export function foundAt(hits: FetchHits, n: number): number {
  return hits.slice(0, n).filter(Boolean).length;
}

/**
 * Harvest rate after n fetches, `(1/n) Σ_{i≤n} r_i` with r_i = 1 for a target, else 0 (Lu et al. 2016, section 6.2.2). A crawl
 * that ended before is divided by what it fetched; null before the first fetch.
 */
export function harvestRateAt(hits: FetchHits, n: number): number | null {
  const fetched = Math.min(n, hits.length);
  return fetched === 0 ? null : foundAt(hits, n) / fetched;
}

/** Target recall after n fetches, `|T ∩ C_n| / |T|` (Lu et al. 2016, section 6.2.2); null without targets. */
export function targetRecallAt(hits: FetchHits, n: number, targets: number): number | null {
  return targets === 0 ? null : foundAt(hits, n) / targets;
}

/**
 * One number for the whole curve: `Σ_{n≤N} found(n) / Σ_{n≤N} min(n, R)`, the area below the curve of found targets as a
 * share of that of an ideal crawl, whose every fetch finds a target until none is left, and which needs no seeds. After an
 * early end, the number of found targets stays the same. Null without targets.
 * @param fetches N
 * @param targets R
 */
export function curveNumber(hits: FetchHits, fetches: number, targets: number): number | null {
  let found = 0;
  let area = 0;
  let best = 0;
  for (let n = 1; n <= fetches; n += 1) {
    if (hits[n - 1] === true) found += 1;
    area += found;
    best += Math.min(n, targets);
  }
  return best === 0 ? null : area / best;
}

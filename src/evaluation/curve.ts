/**
 * Measures along a crawl. A crawl is seen as its fetches in their order, each of which found a target or did not. Every
 * fetch counts, failures and seeds too; what was given (seeds, pages of the corpus) is never a target, and a target is
 * found once.
 */
export type FetchHits = readonly boolean[];

/** How a crawl stands after so many fetches. */
export interface CurvePoint {
  /** Fetches so far, 1 for the first. */
  readonly fetches: number;
  /** Targets found so far. */
  readonly found: number;
  readonly harvestRate: number;
  /** Null where there is no target at all. */
  readonly targetRecall: number | null;
}

/**
 * Targets found in the first n fetches. After the end of a crawl it keeps what it found.
 * @param n a whole number, 0 or more
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
 * share of that of a crawl whose every fetch is a target until none is left. 1 is that best crawl, which needs no seed.
 * A crawl that ends early keeps what it found. Null without targets.
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

/** The curve of a crawl at every `step`-th fetch, and at its last. */
export function curveOf(hits: FetchHits, targets: number, step = 1): readonly CurvePoint[] {
  const points: CurvePoint[] = [];
  let found = 0;
  for (const [index, hit] of hits.entries()) {
    const fetches = index + 1;
    if (hit) found += 1;
    if (fetches % step !== 0 && fetches !== hits.length) continue;
    points.push({
      fetches,
      found,
      harvestRate: found / fetches,
      targetRecall: targets === 0 ? null : found / targets,
    });
  }
  return points;
}

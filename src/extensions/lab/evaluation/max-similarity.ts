/**
 * The largest similarity of a page to any of the pages that are known to be good; 0 without any. Batsakis et al. (2009,
 * section 4) count a page as positive when it passes a threshold; its mean over the pages of a crawl is the maximum average
 * similarity: `MAS(n) = (1/n) Σ_{i≤n} max_{g ∈ G} sim(p_i, g)`.
 */
export function maxSimilarity<T>(
  page: T,
  good: readonly T[],
  similarity: (page: T, good: T) => number,
): number {
  return good.reduce((best, one) => Math.max(best, similarity(page, one)), 0);
}

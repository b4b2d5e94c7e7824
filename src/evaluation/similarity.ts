/**
 * How close fetched pages are to pages that are known to be good. Batsakis et al. (2009, section 4) count a page as positive
 * when its *maximum* similarity to any of 50 pages of ground truth passes a threshold (0.75), and Lu et al. speak of the
 * average over what was crawled; the two together: `MAS(n) = (1/n) Σ_{i≤n} max_{g ∈ G} sim(p_i, g)`.
 */
export function maxAverageSimilarity<T>(
  pages: readonly T[],
  good: readonly T[],
  similarity: (page: T, good: T) => number,
): number | null {
  if (pages.length === 0 || good.length === 0) return null;
  return pages.reduce((sum, page) => sum + maxSimilarity(page, good, similarity), 0) / pages.length;
}

/** The largest similarity of a page to any of the good pages; 0 without any. */
export function maxSimilarity<T>(
  page: T,
  good: readonly T[],
  similarity: (page: T, good: T) => number,
): number {
  return good.reduce((best, one) => Math.max(best, similarity(page, one)), 0);
}

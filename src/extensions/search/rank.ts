/** What the index knows of a page that a query matches. */
export interface Match {
  /** BM25 of the page's passages for the words of the query: the best one, and all together; more is better. */
  readonly best: number;
  readonly sum: number;
  /** The same of its best passage for other names of what the query names. */
  readonly widened: number;
  /** The share of the topic's pages that are less about it, 0 to 1. */
  readonly standing: number;
  /** The weight of the words of the query that the page has, as a share of that of all. */
  readonly coverage: number;
}

/** Other names count less than the words that were written. */
const WIDENED = 0.5;
/** How much further passages add to the best one. */
const FURTHER = 0.15;
/** A page that is the least about the topic counts this much, one that is the most about it this much more. */
const TOPIC = { least: 0.75, span: 0.5 };

/**
 * How well a page answers a query: BM25 of its passages, times how much it is about its topic among the accepted pages, times
 * the square of its share in the words of the query. It compares pages of one index only.
 */
export function relevanceOf({ best, sum, widened, standing, coverage }: Match): number {
  const text = best + FURTHER * Math.log1p(Math.max(0, sum - best)) + WIDENED * widened;
  return text * (TOPIC.least + TOPIC.span * standing) * coverage ** 2;
}

/** How much a word says: more where fewer pages have it. */
export function weightOf(pages: number, all: number): number {
  return Math.log1p((Math.max(all, pages) - pages + 0.5) / (pages + 0.5));
}

/** Pages of one host among the first ones. */
export const SPREAD = { first: 10, ofHost: 3 };

/**
 * The same pages, of which the first 10 have at most 3 of one host, as long as there are other hosts. The others follow in
 * their order.
 */
export function spreadHosts<T extends { readonly host: string }>(ranked: readonly T[]): readonly T[] {
  const counts = new Map<string, number>();
  const [first, later]: [T[], T[]] = [[], []];
  for (const page of ranked) {
    const count = counts.get(page.host) ?? 0;
    const isFirst = first.length < SPREAD.first && count < SPREAD.ofHost;
    (isFirst ? first : later).push(page);
    counts.set(page.host, count + 1);
  }
  return [...first, ...later];
}

/** A page of the answer of one collection. */
interface Ranked {
  readonly url: string;
  readonly missing: readonly string[];
}

/** What is added to a rank in reciprocal rank fusion (Cormack, Clarke and Büttcher 2009). */
const FUSION = 60;

/**
 * The answers of several collections as one: by the ranks, since the weights of words differ between collections. Pages with
 * all words come before others; a page that several collections have counts for each, and stays as the first one has it.
 */
export function mergeRanked<T extends Ranked>(answers: readonly (readonly T[])[]): readonly T[] {
  const merged = new Map<string, { readonly page: T; value: number }>();
  for (const answer of answers)
    for (const [place, page] of answer.entries()) {
      const known = merged.get(page.url) ?? { page, value: 0 };
      known.value += 1 / (FUSION + place + 1);
      merged.set(page.url, known);
    }
  const tier = ({ page }: { readonly page: T }): number => Number(page.missing.length > 0);
  return [...merged.values()].sort((a, b) => tier(a) - tier(b) || b.value - a.value).map(({ page }) => page);
}

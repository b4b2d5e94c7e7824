/** Data of the index about a page that a query matches. */
export interface Match {
  /** BM25 of its best passage for the words of the query. */
  readonly best: number;
  /** The same for other names of what the query names. */
  readonly named: number;
  /** The words of the query: their weight ({@link weightOf}), and in how many passages the page has them. */
  readonly words: readonly { readonly weight: number; readonly passages: number }[];
  /** Its passages, by the mean of all pages. */
  readonly size: number;
  /** The share of the topic's pages that are less about it, 0 to 1. */
  readonly standing: number;
}

/** Other names count less than the words that were written. */
const NAMED = 0.5;
/** Weight of the whole page, compared with its best passage (`npm run bench -- search`). */
const WHOLE = 4;
/** Parameters of BM25 over the whole page, as they are usual (Robertson and Zaragoza 2009). */
const BM25 = { k: 1.2, b: 0.75 };
/** A page that is the least about the topic counts this much, one that is the most about it this much more. */
const TOPIC = { least: 0.9, span: 0.2 };

/**
 * Relevance of a page to a query: BM25 of its best passage and BM25 of the page, in which a word counts by the passages that
 * have it, times the share of the query that it has, times how much it is about its topic among the accepted pages. It compares
 * pages of one index only.
 */
export function relevanceOf({ best, named, words, size, standing }: Match): number {
  const length = BM25.k * (1 - BM25.b + BM25.b * size);
  const whole = words.reduce(
    (sum, { weight, passages }) => sum + (weight * passages * (BM25.k + 1)) / (passages + length),
    0,
  );
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  const had = words.reduce((sum, { weight, passages }) => sum + (passages > 0 ? weight : 0), 0);
  const coverage = all === 0 ? 1 : had / all;
  return (best + WHOLE * whole + NAMED * named) * coverage * (TOPIC.least + TOPIC.span * standing);
}

/** Weight of a word: more if fewer pages have it. */
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

/** Constant that is added to a rank in reciprocal rank fusion (Cormack, Clarke and Büttcher 2009). */
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

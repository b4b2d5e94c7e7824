/** A hidden Markov model of levels (hidden) and clusters (observed). Every row sums to 1. */
export interface HiddenMarkovModel {
  /** π: P(level at the start). */
  readonly initial: readonly number[];
  /** A: P(level j next | level i now), by i, then j. */
  readonly transitions: readonly (readonly number[])[];
  /** B: P(cluster | level), by level, then cluster. */
  readonly emissions: readonly (readonly number[])[];
}

/** The data for estimating a model. */
interface HmmCounts {
  /** Level and cluster of each page. */
  readonly pages: readonly { readonly level: number; readonly cluster: number }[];
  /** Levels at both ends of each link. */
  readonly transitions: readonly (readonly [from: number, to: number])[];
  readonly levels: number;
  readonly clusters: number;
  /** Added to each count of A and B. */
  readonly smoothing: number;
}

/**
 * Estimates π, A and B by counting (Batsakis et al. 2009, section 3.3, I to III; Rabiner 1989): π is the share of the pages at each
 * level, A the links from level i to level j by all links from level i, B the pages of a cluster by all pages of its level.
 * Deviation: `smoothing` is added to every count of A and B.
 */
export function estimateModel({
  pages,
  transitions,
  levels,
  clusters,
  smoothing,
}: HmmCounts): HiddenMarkovModel {
  const table = (width: number): number[][] =>
    Array.from({ length: levels }, () => new Array<number>(width).fill(smoothing));
  const initial = new Array<number>(levels).fill(0);
  const along = table(levels);
  const seen = table(clusters);
  for (const { level, cluster } of pages) {
    initial[level] = (initial[level] ?? 0) + 1;
    add(seen, level, cluster);
  }
  for (const [from, to] of transitions) add(along, from, to);
  return {
    initial: normalised(initial),
    transitions: along.map(normalised),
    emissions: seen.map(normalised),
  };
}

function add(table: readonly number[][], row: number, column: number): void {
  const counts = table[row];
  if (counts !== undefined) counts[column] = (counts[column] ?? 0) + 1;
}

/** Shares of the sum; equal shares if the sum is 0. */
export function normalised(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (total === 0 ? 1 / counts.length : count / total));
}

/**
 * The forward step, `α_t(j) = b_j(c_t) Σ_i α_{t−1}(i) a_ij` (equation 5), at the start `α_0(j) = π_j b_j(c_0)`. The result is
 * normalised, which does not change forecasts and prevents underflow on long paths.
 *
 * @param before α of the page before on the path; undefined at the start
 */
export function forward(
  { initial, transitions, emissions }: HiddenMarkovModel,
  before: readonly number[] | undefined,
  cluster: number,
): number[] {
  const expected = before === undefined ? initial : forecast({ transitions }, before);
  return normalised(expected.map((share, level) => share * (emissions[level]?.[cluster] ?? 0)));
}

/** One step ahead without a page seen, `α'(j) = Σ_i α_t(i) a_ij` (equation 6). */
export function forecast(
  { transitions }: Pick<HiddenMarkovModel, 'transitions'>,
  alpha: readonly number[],
): number[] {
  return transitions.map((_, to) =>
    alpha.reduce((sum, share, from) => sum + share * (transitions[from]?.[to] ?? 0), 0),
  );
}

/**
 * The priority of links of a page with these α: P(L0 next), and for differences below ε, P(L0 in two steps).
 * Deviation: "differs by less than ε" is not transitive. Forecasts are therefore rounded to multiples of ε, and two steps
 * decide within one multiple. From 0 to 1.
 */
export function pathPriority(model: HiddenMarkovModel, alpha: readonly number[], tie: number): number {
  const next = forecast(model, alpha);
  const afterNext = forecast(model, next);
  const steps = Math.floor((next[0] ?? 0) / tie + 1e-9);
  return (steps + 0.999 * (afterNext[0] ?? 0)) * (tie / (1 + tie));
}

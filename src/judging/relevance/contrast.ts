import { backward, cholesky, dot, forward } from '../../support/numeric/minimise.js';
import { locationOf, MIN_TEXTS, type MemberStatistics } from './evidence.js';

/** The most texts about the topic, and the most other pages, that are compared: this takes a tenth of a second at most. */
const [MAX_TEXTS, MAX_OTHERS] = [300, 400];
/** Fewer other pages tell nothing. */
const MIN_OTHERS = 10;
/** Weight of the squared coefficients; directions have length 1. */
const RIDGE = 0.002;
/** The least share of its own label that a text may not explain. */
const MIN_REST = 0.05;

/** Tells texts about the topic from the other pages of a crawl, by the directions of their meanings. */
export interface Contrast {
  /** The score of a page that was not compared; above 0 it is nearer to the texts. */
  score(direction: Float32Array): number;
  /** Scores of the compared pages, each as if it had not been compared, by their places among all. */
  readonly held: ReadonlyMap<number, number>;
  readonly statistics: MemberStatistics;
}

/**
 * Learns to tell the texts about a topic from pages of the crawl that were judged not to be about it (reliable negatives: Liu et
 * al. 2003). Against a general background, all animals look like birds; against the animals of the crawl, birds do.
 *
 * It is a ridge regression on ±1, both sides with the same weight. Leaving one out has a closed form there (Allen 1974), so that
 * one solution scores every text as if it had not been seen.
 *
 * @param texts directions of texts about the topic, of length 1
 * @param others places and directions of pages that are not about it
 * @returns undefined where there are too few of either
 */
export function learnContrast(
  texts: readonly Float32Array[],
  others: readonly (readonly [place: number, direction: Float32Array])[],
): Contrast | undefined {
  const [yes, no] = [evenly(texts, MAX_TEXTS), evenly(others, MAX_OTHERS)];
  if (yes.length < MIN_TEXTS || no.length < MIN_OTHERS) return undefined;
  const rows = [...yes, ...no.map(([, direction]) => direction)];
  const weightOf = (row: number): number => 0.5 / (row < yes.length ? yes.length : no.length);
  const mean = meanOf(rows, weightOf);
  const centred = rows.map((row) => Float64Array.from(row, (value, at) => value - (mean[at] ?? 0)));
  const factor = cholesky(momentsOf(centred, weightOf), mean.length, RIDGE / 2);
  const target = new Float64Array(mean.length);
  for (const [row, values] of centred.entries()) {
    const signed = weightOf(row) * (row < yes.length ? 1 : -1);
    for (let at = 0; at < target.length; at += 1) target[at] = (target[at] ?? 0) + signed * (values[at] ?? 0);
  }
  const coefficients = backward(factor, forward(factor, target));
  const shift = dot(coefficients, mean);
  const leftOut = centred.map((values, row) => {
    const label = row < yes.length ? 1 : -1;
    const half = forward(factor, values);
    const leverage = weightOf(row) * (1 + dot(half, half));
    return label - (label - dot(coefficients, values)) / Math.max(1 - leverage, MIN_REST);
  });
  const [corpus, background] = [leftOut.slice(0, yes.length), leftOut.slice(yes.length)].map(locationOf);
  if (background === null || background === undefined) return undefined;
  return {
    score: (direction) => dot(coefficients, direction) - shift,
    held: new Map(no.map(([place], index) => [place, leftOut[yes.length + index] ?? 0])),
    statistics: { corpus: corpus ?? null, background },
  };
}

/** At most so many, evenly spread. */
function evenly<T>(values: readonly T[], most: number): readonly T[] {
  if (values.length <= most) return values;
  return Array.from({ length: most }, (_, index) => values[Math.floor((index * values.length) / most)] as T);
}

function meanOf(rows: readonly Float32Array[], weightOf: (row: number) => number): Float64Array {
  const mean = new Float64Array(rows[0]?.length ?? 0);
  for (const [row, values] of rows.entries())
    for (let at = 0; at < mean.length; at += 1)
      mean[at] = (mean[at] ?? 0) + weightOf(row) * (values[at] ?? 0);
  return mean;
}

/** Weighted second moments with the ridge on their diagonal, the lower triangle row by row. */
function momentsOf(rows: readonly Float64Array[], weightOf: (row: number) => number): Float64Array {
  const size = rows[0]?.length ?? 0;
  const moments = new Float64Array(size * size);
  for (const [row, values] of rows.entries()) {
    const weight = weightOf(row);
    for (let i = 0; i < size; i += 1) {
      const factor = weight * (values[i] ?? 0);
      const begin = i * size;
      for (let j = 0; j <= i; j += 1)
        moments[begin + j] = (moments[begin + j] ?? 0) + factor * (values[j] ?? 0);
    }
  }
  for (let i = 0; i < size; i += 1) moments[i * size + i] = (moments[i * size + i] ?? 0) + RIDGE;
  return moments;
}

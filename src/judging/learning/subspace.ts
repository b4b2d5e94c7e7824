import { addTo, dotDense, type SparseVector } from './sparse-vector.js';

/** Number of iterations; more do not improve strong directions noticeably. */
const ROUNDS = 4;

/**
 * Finds the space of the leading right singular vectors by subspace iteration from random directions (Halko, Martinsson and
 * Tropp 2011, algorithm 4.4). The result is any orthonormal basis of the space: lengths and angles do not depend on it.
 *
 * @param size number of places of the vectors
 * @param dimensions maximum dimension of the space, limited by the number of vectors
 * @param random a source of numbers between 0 and 1, so that the same vectors give the same space
 * @returns the directions, at length 1 and at right angles to each other
 */
export function leadingSubspace(
  vectors: readonly SparseVector[],
  size: number,
  dimensions: number,
  random: () => number,
): readonly Float64Array[] {
  const count = Math.min(dimensions, vectors.length, size);
  let directions: Float64Array[] = Array.from({ length: count }, () =>
    Float64Array.from({ length: size }, () => random() - 0.5),
  );
  for (let round = 0; round < ROUNDS; round += 1)
    directions = orthonormal(directions.map((direction) => scatter(vectors, direction)));
  return directions;
}

/** `Aᵀ·A·d`, the vectors being the rows of A. */
function scatter(vectors: readonly SparseVector[], direction: Float64Array): Float64Array {
  const sum = new Float64Array(direction.length);
  for (const vector of vectors) addTo(sum, vector, dotDense(vector, direction));
  return sum;
}

/** Below this length, a direction is only rounding error. */
const NEGLIGIBLE = 1e-9;

/** The modified Gram–Schmidt process; dependent directions are dropped. */
function orthonormal(directions: readonly Float64Array[]): Float64Array[] {
  const done: Float64Array[] = [];
  for (const direction of directions) {
    const before = Math.sqrt(dot(direction, direction));
    for (const other of done) subtract(direction, other, dot(direction, other));
    const length = Math.sqrt(dot(direction, direction));
    if (length <= NEGLIGIBLE * before || length === 0) continue;
    done.push(direction.map((value) => value / length));
  }
  return done;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < a.length; place += 1) sum += (a[place] ?? 0) * (b[place] ?? 0);
  return sum;
}

function subtract(a: Float64Array, b: Float64Array, factor: number): void {
  for (let place = 0; place < a.length; place += 1) a[place] = (a[place] ?? 0) - factor * (b[place] ?? 0);
}

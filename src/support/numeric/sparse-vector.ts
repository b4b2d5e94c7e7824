/** A sparse vector: ascending indices with their values. */
export interface SparseVector {
  readonly places: readonly number[];
  readonly values: readonly number[];
}

export function sparseVector(components: Iterable<readonly [place: number, value: number]>): SparseVector {
  const kept = [...components].filter(([, value]) => value !== 0).sort(([a], [b]) => a - b);
  return { places: kept.map(([place]) => place), values: kept.map(([, value]) => value) };
}

export function sparse(dense: ArrayLike<number>): SparseVector {
  const places = Array.from(dense, (_, place) => place).filter((place) => dense[place] !== 0);
  return { places, values: places.map((place) => dense[place] ?? 0) };
}

/** Σ a·b with a dense vector, which is 0 beyond its end. */
export function dotDense({ places, values }: SparseVector, dense: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < places.length; index += 1)
    sum += (values[index] ?? 0) * (dense[places[index] ?? 0] ?? 0);
  return sum;
}

/** Adds `factor` times the vector to a dense one, in place. */
export function addTo(dense: Float64Array, { places, values }: SparseVector, factor: number): void {
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    dense[place] = (dense[place] ?? 0) + factor * (values[index] ?? 0);
  }
}

export function lengthOf(values: ArrayLike<number>): number {
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) squares += (values[at] ?? 0) ** 2;
  return Math.sqrt(squares);
}

/** The vector at this length; the empty vector stays as it is. */
export function normalised(vector: SparseVector, wanted = 1): SparseVector {
  const length = lengthOf(vector.values) / wanted;
  if (length === 0) return vector;
  return { places: vector.places, values: vector.values.map((value) => value / length) };
}

/** The mean direction of vectors, at length 1; all 0 for none. @param size number of places */
export function centroidOf(vectors: Iterable<SparseVector>, size: number): Float64Array {
  const sum = new Float64Array(size);
  for (const vector of vectors) addTo(sum, vector, 1);
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return length === 0 ? sum : sum.map((value) => value / length);
}

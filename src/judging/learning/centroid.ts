import { addTo, type SparseVector } from '../../support/numeric/sparse-vector.js';

/** The mean direction of vectors, at length 1; all 0 for none. @param size number of places */
export function centroidOf(vectors: Iterable<SparseVector>, size: number): Float64Array {
  const sum = new Float64Array(size);
  for (const vector of vectors) addTo(sum, vector, 1);
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return length === 0 ? sum : sum.map((value) => value / length);
}

/** Consecutive slices of at most `size` values. */
export function* inBatches<T>(values: readonly T[], size: number): Generator<readonly T[]> {
  for (let begin = 0; begin < values.length; begin += size) yield values.slice(begin, begin + size);
}

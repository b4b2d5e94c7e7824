/** Consecutive slices of at most `size` values. */
export function* inBatches<T>(values: readonly T[], size: number): Generator<readonly T[]> {
  for (let begin = 0; begin < values.length; begin += size) yield values.slice(begin, begin + size);
}

export function* bytePieces(bytes: Uint8Array, most: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += most) yield bytes.subarray(at, at + most);
}

/** Appends a value to the list of a key; starts the list where there is none. */
export function addToList<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Answers that were asked for lately. */
export interface Recent<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/**
 * A table of bounded size that keeps what was asked for lately, in two generations: when the younger is full, the elder is
 * forgotten, and what is requested again meanwhile moves to the younger.
 * @param keyOf the key with which a value moves, instead of the one that was asked for: a part of a long text, where it is the key, would keep all of that in memory
 */
export function createRecent<Key, Value>(
  limit: number,
  weigh: (key: Key) => number = () => 1,
  keyOf: (value: Value, key: Key) => Key = (_value, key) => key,
): Recent<Key, Value> {
  let younger = new Map<Key, Value>();
  let elder = new Map<Key, Value>();
  let weight = 0;
  const set = (key: Key, value: Value): void => {
    if (weight >= limit) {
      elder = younger;
      younger = new Map();
      weight = 0;
    }
    younger.set(key, value);
    weight += weigh(key);
  };
  return {
    get(key) {
      const found = younger.get(key);
      if (found !== undefined) return found;
      const earlier = elder.get(key);
      if (earlier !== undefined) set(keyOf(earlier, key), earlier);
      return earlier;
    },
    set,
  };
}

/** A function that remembers its answers, those to the latest questions when there are too many. */
export function remember<Question, Answer>(
  answer: (question: Question) => Answer,
  limit: number,
): (question: Question) => Answer {
  const known = createRecent<Question, { readonly answer: Answer }>(Math.ceil(limit / 2));
  return (asked) => {
    const found = known.get(asked);
    if (found !== undefined) return found.answer;
    const fresh = { answer: answer(keptKey(asked)) };
    known.set(asked, fresh);
    return fresh.answer;
  };
}

/**
 * A table of bounded size that keeps what was asked for lately, in two generations of `limit` keys: when the younger is full, the
 * elder is forgotten, and what is requested again meanwhile moves to the younger.
 */
export function createRecent<Key, Value>(limit: number) {
  let [younger, elder] = [new Map<Key, Value>(), new Map<Key, Value>()];
  const set = (key: Key, value: Value): void => {
    if (younger.size >= limit) [younger, elder] = [new Map<Key, Value>(), younger];
    younger.set(keptKey(key), value);
  };
  return {
    get(key: Key): Value | undefined {
      const found = younger.get(key);
      if (found !== undefined) return found;
      const earlier = elder.get(key);
      if (earlier !== undefined) set(key, earlier);
      return earlier;
    },
    set,
    delete(key: Key): void {
      younger.delete(key);
      elder.delete(key);
    },
  };
}

function keptKey<Key>(key: Key): Key {
  return typeof key === 'string' ? (ownCopy(key) as Key & string) : key;
}

/** The same string in memory of its own: V8 keeps a part of 13 units or more as a view of the text, here of a copy. */
export function ownCopy(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

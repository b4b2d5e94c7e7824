/**
 * A function that remembers its answers, those to the latest questions when there are too many. That does not change what
 * it answers.
 */
export function remember<Question, Answer>(
  answer: (question: Question) => Answer,
  limit: number,
): (question: Question) => Answer {
  const known = createRecent<Question, { readonly answer: Answer }>(Math.ceil(limit / 2));
  return (asked) => {
    const found = known.get(asked);
    if (found !== undefined) return found.answer;
    const question = keptKey(asked);
    const fresh = { answer: answer(question) };
    known.set(question, fresh);
    return fresh.answer;
  };
}

/** Answers that were asked for lately. */
interface Recent<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/**
 * A table of bounded size that keeps what was asked for lately, in two generations: when the younger is full, the elder is
 * forgotten, and what is requested again meanwhile moves to the younger.
 * @param limit number of keys in a generation
 */
export function createRecent<Key, Value>(limit: number): Recent<Key, Value> {
  let younger = new Map<Key, Value>();
  let elder = new Map<Key, Value>();
  const set = (key: Key, value: Value): void => {
    if (younger.size >= limit) {
      elder = younger;
      younger = new Map();
    }
    younger.set(keptKey(key), value);
  };
  return {
    get(key) {
      const found = younger.get(key);
      if (found !== undefined) return found;
      const earlier = elder.get(key);
      if (earlier !== undefined) set(key, earlier);
      return earlier;
    },
    set,
  };
}

function keptKey<Key>(key: Key): Key {
  return typeof key === 'string' ? (ownCopy(key) as Key & string) : key;
}

/** Strings of fewer units are never views. */
const SHORTEST_VIEW = 13;

/**
 * The same string in memory of its own. V8 keeps a part of a string as a view of the whole, so that a word in a cache would
 * keep the text that it was read from.
 */
export function ownCopy(text: string): string {
  return text.length < SHORTEST_VIEW ? text : text.split('').join('');
}

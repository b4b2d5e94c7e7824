interface Known<Question, Answer> {
  readonly question: Question;
  readonly answer: Answer;
}

/**
 * A function that remembers its answers, those to the latest questions when there are too many. That does not change what
 * it answers.
 */
export function remember<Question, Answer>(
  answer: (question: Question) => Answer,
  limit: number,
): (question: Question) => Answer {
  const known = createRecent<Question, Known<Question, Answer>>(
    Math.ceil(limit / 2),
    undefined,
    ({ question }) => question,
  );
  return (asked) => {
    const found = known.get(asked);
    if (found !== undefined) return found.answer;
    const question = typeof asked === 'string' ? (ownCopy(asked) as Question & string) : asked;
    const fresh = { question, answer: answer(question) };
    known.set(question, fresh);
    return fresh.answer;
  };
}

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

/** Strings of fewer units are never views. */
const SHORTEST_VIEW = 13;

/**
 * The same string in memory of its own. V8 keeps a part of a string as a view of the whole, so that a word in a cache would
 * keep the text that it was read from.
 */
export function ownCopy(text: string): string {
  return text.length < SHORTEST_VIEW ? text : text.split('').join('');
}

import type { EntityClass, Noun, NounTag, Token } from '../../model/noun.js';

/** Tokens and nouns of a sentence, with offsets from its beginning. */
export interface ReadSentence {
  readonly tokens: readonly Token[];
  readonly nouns: readonly Noun[];
}

/**
 * A sentence in a tenth of the memory: at most six numbers per token, and the lemmas that differ from the word in lower case.
 */
export interface PackedSentence {
  /**
   * Number of tokens; then of each the distance from the end of the one before, its length and {@link MARKS}; then of each noun
   * the distance of its first token from that of the noun before, the number of further tokens, and its class. Small numbers,
   * which files compress well.
   */
  readonly numbers: ArrayLike<number>;
  readonly lemmas: readonly string[];
}

const TAGS: readonly (NounTag | undefined)[] = [undefined, 'NN', 'NNS', 'NNP', 'NNPS'];
const CLASSES: readonly EntityClass[] = ['other', 'person', 'place', 'organisation'];
/** Bit flags of a token; three bits for its tag. */
const MARKS = { tag: 0b111, numeric: 0b1000, stopWord: 0b1_0000, ownLemma: 0b10_0000 } as const;

/**
 * Packs a sentence of at most 65,535 characters (see {@link splitLongSentence}). Its nouns are runs of tokens from `findNouns`,
 * so that their lemmas and tags follow from the tokens.
 */
export function packSentence({ tokens, nouns }: ReadSentence): PackedSentence {
  const numbers = new Uint16Array(1 + 3 * tokens.length + 3 * nouns.length);
  const lemmas: string[] = [];
  const byBegin = new Map<number, number>();
  const byEnd = new Map<number, number>();
  let place = 0;
  let previousEnd = 0;
  numbers[place++] = tokens.length;
  for (const [number, { surface, lemma, begin, end, numeric, stopWord, tag }] of tokens.entries()) {
    byBegin.set(begin, number);
    byEnd.set(end, number);
    const ownLemma = lemma !== surface.toLowerCase();
    if (ownLemma) lemmas.push(lemma);
    numbers[place++] = begin - previousEnd;
    numbers[place++] = end - begin;
    previousEnd = end;
    numbers[place++] =
      TAGS.indexOf(tag) |
      (numeric ? MARKS.numeric : 0) |
      (stopWord ? MARKS.stopWord : 0) |
      (ownLemma ? MARKS.ownLemma : 0);
  }
  let previousFirst = 0;
  for (const { begin, end, entityClass } of nouns) {
    const first = byBegin.get(begin) ?? 0;
    numbers[place++] = first - previousFirst;
    numbers[place++] = (byEnd.get(end) ?? first) - first;
    numbers[place++] = CLASSES.indexOf(entityClass);
    previousFirst = first;
  }
  return { numbers, lemmas };
}

/** The tokens and nouns of a packed sentence. */
export function unpackSentence({ numbers, lemmas }: PackedSentence, text: string, by: number): ReadSentence {
  const tokens: Token[] = [];
  const nouns: Noun[] = [];
  const count = numbers[0] ?? 0;
  let lemmasRead = 0;
  let place = 1;
  let end = by;
  const next = (): number => numbers[place++] ?? 0;
  while (tokens.length < count) {
    const begin = end + next();
    end = begin + next();
    const marks = next();
    const surface = text.slice(begin, end);
    const isOwn = (marks & MARKS.ownLemma) !== 0;
    const lemma = (isOwn ? lemmas[lemmasRead++] : undefined) ?? surface.toLowerCase();
    const numeric = (marks & MARKS.numeric) !== 0;
    const stopWord = (marks & MARKS.stopWord) !== 0;
    const tag = TAGS[marks & MARKS.tag];
    tokens.push(
      tag === undefined
        ? { surface, lemma, begin, end, numeric, stopWord }
        : { surface, lemma, begin, end, numeric, stopWord, tag },
    );
  }
  let first = 0;
  while (place < numbers.length) {
    first += next();
    nouns.push(nounOf(tokens, first, first + next(), next(), text));
  }
  return { tokens, nouns };
}

function nounOf(tokens: readonly Token[], from: number, to: number, entityClass: number, text: string): Noun {
  const [first, last] = [tokens[from], tokens[to]];
  if (first === undefined || last?.tag === undefined) throw new RangeError('a noun ends in a noun token');
  const word = from === to;
  return {
    lemma: word
      ? last.lemma
      : tokens
          .slice(from, to + 1)
          .map(lemmaOf)
          .join(' '),
    surface: word ? last.surface : text.slice(first.begin, last.end),
    kind: word ? 'word' : 'phrase',
    tag: last.tag,
    entityClass: CLASSES[entityClass] ?? 'other',
    begin: first.begin,
    end: last.end,
  };
}

function lemmaOf({ lemma }: Token): string {
  return lemma;
}

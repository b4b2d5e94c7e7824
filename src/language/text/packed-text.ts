import type { AnnotatedText, EntityClass, Noun, NounTag, Sentence, Token } from '../../model/noun.js';

/** Tokens and nouns of a sentence, with offsets from its beginning. */
export interface ReadSentence {
  readonly tokens: readonly Token[];
  readonly nouns: readonly Noun[];
}

/**
 * A sentence in a tenth of the memory: at most six numbers per token, and the lemmas that differ from the word in lower case.
 */
interface PackedSentence {
  /**
   * Number of tokens; then of each the distance from the end of the one before, its length and {@link MARKS}; then of each noun
   * the distance of its first token from that of the noun before, the number of further tokens, and its class. Small numbers,
   * which files compress well.
   */
  readonly numbers: readonly number[];
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
function packSentence({ tokens, nouns }: ReadSentence): PackedSentence {
  const numbers = [tokens.length];
  const lemmas: string[] = [];
  const byBegin = new Map<number, number>();
  const byEnd = new Map<number, number>();
  let previousEnd = 0;
  for (const [number, { surface, lemma, begin, end, numeric, stopWord, tag }] of tokens.entries()) {
    byBegin.set(begin, number);
    byEnd.set(end, number);
    const ownLemma = lemma !== surface.toLowerCase();
    if (ownLemma) lemmas.push(lemma);
    const marks =
      TAGS.indexOf(tag) |
      (numeric ? MARKS.numeric : 0) |
      (stopWord ? MARKS.stopWord : 0) |
      (ownLemma ? MARKS.ownLemma : 0);
    numbers.push(begin - previousEnd, end - begin, marks);
    previousEnd = end;
  }
  let previousFirst = 0;
  for (const { begin, end, entityClass } of nouns) {
    const first = byBegin.get(begin) ?? 0;
    numbers.push(first - previousFirst, (byEnd.get(end) ?? first) - first, CLASSES.indexOf(entityClass));
    previousFirst = first;
  }
  return { numbers, lemmas };
}

function unpackSentence({ numbers, lemmas }: PackedSentence, text: string, by: number): ReadSentence {
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
    lemma: lemmasOf(tokens.slice(from, to + 1)),
    surface: word ? last.surface : text.slice(first.begin, last.end),
    kind: word ? 'word' : 'phrase',
    tag: last.tag,
    entityClass: CLASSES[entityClass] ?? 'other',
    begin: first.begin,
    end: last.end,
  };
}

function lemmasOf(tokens: readonly Token[]): string {
  return tokens.map(({ lemma }) => lemma).join(' ');
}

/** The sentences and nouns of a text as plain data, which files and threads take: unpacking needs the text. */
export interface PackedText {
  /**
   * Of each sentence: the distance of its begin from that of the one before, how many numbers and how many lemmas it has, then
   * its numbers as in `PackedSentence`.
   */
  readonly numbers: readonly number[];
  readonly lemmas: readonly string[];
}

/** Packs what an annotator that reads sentence by sentence found: each noun lies in one sentence. */
export function packText({ sentences, nouns }: Omit<AnnotatedText, 'text'>): PackedText {
  const numbers: number[] = [];
  const lemmas: string[] = [];
  let before = 0;
  let nounsPacked = 0;
  for (const { begin, end, tokens } of sentences) {
    const inside: Noun[] = [];
    for (let noun = nouns[nounsPacked]; noun !== undefined && noun.begin < end; noun = nouns[nounsPacked]) {
      inside.push(moved(noun, -begin));
      nounsPacked += 1;
    }
    const packed = packSentence({ tokens: tokens.map((token) => moved(token, -begin)), nouns: inside });
    numbers.push(begin - before, packed.numbers.length, packed.lemmas.length, ...packed.numbers);
    lemmas.push(...packed.lemmas);
    before = begin;
  }
  return { numbers, lemmas };
}

/** Unpacks a text. @param text the text that was annotated @throws RangeError when it is not of that text */
export function unpackText({ numbers, lemmas }: PackedText, text: string): AnnotatedText {
  const sentences: Sentence[] = [];
  const nouns: Noun[] = [];
  let begin = 0;
  let lemmasRead = 0;
  for (let place = 0; place < numbers.length;) {
    const [distance = 0, count = 0, own = 0] = numbers.slice(place, place + 3);
    begin += distance;
    place += 3;
    const packed = {
      numbers: numbers.slice(place, place + count),
      lemmas: lemmas.slice(lemmasRead, lemmasRead + own),
    };
    if (packed.numbers.length < 1 + 3 * (packed.numbers[0] ?? 0)) throw new RangeError('numbers are missing');
    const found = unpackSentence(packed, text, begin);
    place += count;
    lemmasRead += own;
    const end = found.tokens.at(-1)?.end ?? begin;
    if (end > text.length) throw new RangeError('a sentence ends beyond the text');
    sentences.push({ begin, end, tokens: found.tokens });
    for (const noun of found.nouns) nouns.push(noun);
  }
  return { text, sentences, nouns };
}

/** A token or noun at other offsets. */
export function moved<Part extends Token | Noun>(part: Part, by: number): Part {
  return { ...part, begin: part.begin + by, end: part.end + by };
}

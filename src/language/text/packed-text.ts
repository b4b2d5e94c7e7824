import type { AnnotatedText, EntityClass, Noun, NounTag, Sentence, Token } from '../../model/noun.js';

const TAGS: readonly (NounTag | undefined)[] = [undefined, 'NN', 'NNS', 'NNP', 'NNPS'];
const CLASSES: readonly EntityClass[] = ['other', 'person', 'place', 'organisation'];
/** Bit flags of a token; three bits for its tag. */
const MARKS = { tag: 0b111, numeric: 8, stopWord: 16, ownLemma: 32, endsSentence: 64 } as const;

/**
 * The sentences and nouns of a text as plain data, in a tenth of the memory; unpacking needs the text. Small numbers, which
 * files compress well.
 */
export interface PackedText {
  /** Of each token: the distance from the end of the one before, its length and {@link MARKS}. */
  readonly numbers: readonly number[];
  /** Lemmas that differ from the word in lower case. */
  readonly lemmas: readonly string[];
  /** Of each noun: the distance of its first token from that of the noun before, the number of further tokens, its class. */
  readonly nouns: readonly number[];
}

/** Packs what an annotator found whose nouns are runs of tokens: their lemmas and tags follow from these. */
export function packText({ sentences, nouns }: Omit<AnnotatedText, 'text'>): PackedText {
  const packed = { numbers: new Array<number>(), lemmas: new Array<string>(), nouns: new Array<number>() };
  const [byBegin, byEnd] = [new Map<number, number>(), new Map<number, number>()];
  let [count, before] = [0, 0];
  for (const { tokens } of sentences)
    for (const token of tokens) {
      const { surface, lemma, begin, end, numeric, stopWord, tag } = token;
      byBegin.set(begin, count);
      byEnd.set(end, count);
      count += 1;
      const ownLemma = lemma !== surface.toLowerCase();
      if (ownLemma) packed.lemmas.push(lemma);
      const marks =
        TAGS.indexOf(tag) |
        (numeric ? MARKS.numeric : 0) |
        (stopWord ? MARKS.stopWord : 0) |
        (ownLemma ? MARKS.ownLemma : 0) |
        (token === tokens.at(-1) ? MARKS.endsSentence : 0);
      packed.numbers.push(begin - before, end - begin, marks);
      before = end;
    }
  before = 0;
  for (const { begin, end, entityClass } of nouns) {
    const first = byBegin.get(begin) ?? 0;
    packed.nouns.push(first - before, (byEnd.get(end) ?? first) - first, CLASSES.indexOf(entityClass));
    before = first;
  }
  return packed;
}

/** Unpacks a text. @param text the text that was annotated @throws RangeError when it is not of that text */
export function unpackText(packed: PackedText, text: string): AnnotatedText {
  const { numbers } = packed;
  const [sentences, all]: [Sentence[], Token[]] = [[], []];
  let tokens: Token[] = [];
  let [end, lemmasRead] = [0, 0];
  for (let place = 0; place < numbers.length; place += 3) {
    const [distance = 0, length = 0, marks = 0] = numbers.slice(place, place + 3);
    const begin = end + distance;
    end = begin + length;
    const surface = text.slice(begin, end);
    const isOwn = (marks & MARKS.ownLemma) !== 0;
    const lemma = (isOwn ? packed.lemmas[lemmasRead++] : undefined) ?? surface.toLowerCase();
    const numeric = (marks & MARKS.numeric) !== 0;
    const stopWord = (marks & MARKS.stopWord) !== 0;
    const tag = TAGS[marks & MARKS.tag];
    const token = { surface, lemma, begin, end, numeric, stopWord, ...(tag === undefined ? {} : { tag }) };
    tokens.push(token);
    all.push(token);
    if ((marks & MARKS.endsSentence) === 0) continue;
    sentences.push({ begin: tokens[0]?.begin ?? begin, end, tokens });
    tokens = [];
  }
  if (tokens.length > 0 || end > text.length) throw new RangeError('the reading is not of this text');
  return { text, sentences, nouns: unpackNouns(packed, all, text) };
}

function unpackNouns({ nouns }: PackedText, tokens: readonly Token[], text: string): Noun[] {
  const found: Noun[] = [];
  let from = 0;
  for (let place = 0; place < nouns.length; place += 3) {
    const [distance = 0, further = 0, entityClass = 0] = nouns.slice(place, place + 3);
    from += distance;
    const run = tokens.slice(from, from + further + 1);
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last?.tag === undefined) throw new RangeError('a noun ends in a noun token');
    found.push({
      lemma: run.map(({ lemma }) => lemma).join(' '),
      surface: further === 0 ? last.surface : text.slice(first.begin, last.end),
      kind: further === 0 ? 'word' : 'phrase',
      tag: last.tag,
      entityClass: CLASSES[entityClass] ?? 'other',
      begin: first.begin,
      end: last.end,
    });
  }
  return found;
}

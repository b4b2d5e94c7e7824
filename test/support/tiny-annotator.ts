import type {
  AnnotatedText,
  Annotator,
  EntityClass,
  Noun,
  NounTag,
  Sentence,
  Token,
} from '../../src/model/noun.js';

/** What the tiny annotator is told about words; all are compared in lower case. */
export interface TinyLexicon {
  /** Words that are neither nouns nor stop words. */
  readonly others?: readonly string[];
  readonly classes?: Readonly<Record<string, EntityClass>>;
  /** Irregular lemmas. */
  readonly lemmas?: Readonly<Record<string, string>>;
}

const STOP_WORDS = new Set(
  'a an the of in on at and or is are was were it its this that with for to from by as he she they'.split(
    ' ',
  ),
);
const NUMBER = /^(?:\d[\d.,]*|Monday|January)$/;

/**
 * An annotator for tests: sentences end at a full stop, a question mark or a line break; every word is a noun unless it
 * is a stop word, a number, a single letter or named otherwise; a capital in the midst of a sentence makes a proper
 * noun; a final s a plural; adjacent nouns (up to four) also a phrase.
 */
export function tinyAnnotator(lexicon: TinyLexicon = {}): Annotator {
  return { name: 'tiny/1', annotate: (text) => annotate(text, lexicon) };
}

function annotate(text: string, lexicon: TinyLexicon): AnnotatedText {
  const sentences: Sentence[] = [];
  const nouns: Noun[] = [];
  for (const match of text.matchAll(/[^.?!\n]+(?:\.(?=\S|\s\p{Ll})[^.?!\n]+)*/gu)) {
    const tokens = tokensOf(match[0], match.index, lexicon);
    if (tokens.length === 0) continue;
    sentences.push({ begin: tokens[0]!.begin, end: tokens.at(-1)!.end, tokens });
    nouns.push(...nounsOf(text, tokens, lexicon));
  }
  nouns.sort((a, b) => a.begin - b.begin || a.end - b.end);
  return { text, sentences, nouns };
}

function tokensOf(sentence: string, offset: number, lexicon: TinyLexicon): Token[] {
  return [...sentence.matchAll(/[\p{L}\p{N}]+(?:[.,]\d+)*/gu)]
    .filter(({ 0: word, index }) => word !== 's' || !/['’]$/.test(sentence.slice(0, index)))
    .map(({ 0: surface, index }, position) => {
      const lower = surface.toLowerCase();
      const stopWord = STOP_WORDS.has(lower);
      const numeric = NUMBER.test(surface);
      const noun = !stopWord && !numeric && surface.length > 1 && lexicon.others?.includes(lower) !== true;
      const lemma = lexicon.lemmas?.[lower] ?? lower.replace(/(?<=[^su])s$/u, '');
      const tag = tagOf(surface, position, lemma !== lower);
      const place = { begin: offset + index, end: offset + index + surface.length };
      return { surface, lemma: noun ? lemma : lower, ...place, numeric, stopWord, ...(noun ? { tag } : {}) };
    });
}

function tagOf(surface: string, position: number, plural: boolean): NounTag {
  const proper = position > 0 && /^\p{Lu}/u.test(surface);
  if (proper) return plural ? 'NNPS' : 'NNP';
  return plural ? 'NNS' : 'NN';
}

function nounsOf(text: string, tokens: readonly Token[], { classes = {} }: TinyLexicon): Noun[] {
  const nouns: Noun[] = [];
  const add = (run: readonly Token[]): void => {
    const head = run.at(-1)!;
    nouns.push({
      lemma: run.map(({ lemma }) => lemma).join(' '),
      surface: text.slice(run[0]!.begin, head.end),
      kind: run.length === 1 ? 'word' : 'phrase',
      tag: head.tag!,
      entityClass: classes[head.surface.toLowerCase()] ?? 'other',
      begin: run[0]!.begin,
      end: head.end,
    });
  };
  let run: Token[] = [];
  const close = (): void => {
    if (run.length >= 2 && run.length <= 4) add(run);
    run = [];
  };
  for (const token of tokens) {
    const previous = run.at(-1);
    const adjoins = previous === undefined || /^[\s-]*$/.test(text.slice(previous.end, token.begin));
    if (token.tag === undefined || !adjoins) close();
    if (token.tag === undefined) continue;
    add([token]);
    run.push(token);
  }
  close();
  return nouns;
}

import type { AnnotatedText, Annotator, Lemmatizer, Noun, Sentence, Token } from '../../model/noun.js';
import { runAtOnce } from '../../support/interruptible.js';
import { type TaggedToken, compromiseVersion, openCompromise, toTokens } from './compromise.js';
import { findNouns } from './nouns.js';
import { cutAt } from '../../support/text/cut-text.js';

/** Must be incremented when nouns or lemmas change, since pages must be read like the corpus. */
const RULES_VERSION = 2;

/** Tokens and nouns of a sentence, with offsets from its beginning. */
type ReadSentence = Pick<AnnotatedText, 'nouns'> & Pick<Sentence, 'tokens'>;

export const ANNOTATOR_NAME = `compromise/${compromiseVersion()} rules/${RULES_VERSION}`;

/**
 * The tokenizer and tagger for corpora and pages: compromise's sentence splitter and tagger, with a few rules of our own for
 * plurals, and noun phrases found over its tags ({@link findNouns}). Sentences are read independently of each other.
 *
 * The method's paper (Hernandez et al. 2020, section 4.1.1) uses Stanford CoreNLP; the parts are the same (sentences, stop
 * words, part of speech, lemma, named entity); the tagger is rule-based and does not need a model.
 *
 * Offsets count UTF-16 units of the given text; normalise to NFC first to compare offsets. @param lemmatize base forms of
 * plural nouns
 */
export function createCompromiseAnnotator(lemmatize: Lemmatizer): Annotator {
  const read = createSentenceReader(lemmatize);
  const world = openCompromise().world();
  const annotateInSteps = function* (text: string): Generator<undefined, AnnotatedText> {
    const joined = joinWrappedLines(text);
    const sentences = splitLongText(joined).flatMap((piece) =>
      world.methods.one.tokenize.splitSentences(piece, world),
    );
    const found: ReadSentence[] = [];
    for (const step of inSteps(sentences)) {
      if (found.length > 0) yield;
      found.push(...read(step));
    }
    return { text, ...assemble(text, joined, sentences, found) };
  };
  return {
    name: ANNOTATOR_NAME,
    annotateInSteps,
    annotate: (text) => runAtOnce(annotateInSteps(text)),
  };
}

/** Characters per step: a fifth of a second for ordinary sentences, half a second for the longest. */
const CHARACTERS_IN_STEP = 25_000;

function* inSteps(sentences: readonly string[]): Generator<readonly string[]> {
  let begin = 0;
  let characters = 0;
  for (const [number, sentence] of sentences.entries()) {
    characters += sentence.length;
    if (characters < CHARACTERS_IN_STEP) continue;
    yield sentences.slice(begin, number + 1);
    begin = number + 1;
    characters = 0;
  }
  yield sentences.slice(begin);
}

function createSentenceReader(
  lemmatize: Lemmatizer,
): (sentences: readonly string[]) => readonly ReadSentence[] {
  const compromise = openCompromise();
  const world = compromise.world();
  const { fromString } = world.methods.one.tokenize;
  return (sentences) => {
    if (sentences.length === 0) return [];
    const { document } = compromise(
      sentences.map((sentence) => ({ terms: fromString(sentence, world).flat() })),
    );
    return sentences.map((sentence, number) => {
      const tokens = toTokens(sentence, document[number] ?? [], lemmatize);
      return { tokens: tokens.map(withoutTags), nouns: findNouns(sentence, tokens) };
    });
  };
}

/** @param joined the text without the breaks of wrapped lines, which sentences are parts of */
function assemble(
  text: string,
  joined: string,
  written: readonly string[],
  found: readonly ReadSentence[],
): Omit<AnnotatedText, 'text'> {
  const sentences: Sentence[] = [];
  const nouns: Noun[] = [];
  let place = 0;
  for (const [number, here] of found.entries()) {
    const sentence = written[number] ?? '';
    // Sentences follow one another but for runs of blanks, which compromise may drop.
    place = Math.max(place, joined.indexOf(sentence, place));
    const placed = <Part extends Token | Noun>(part: Part): Part => {
      const [begin, end] = [part.begin + place, part.end + place];
      return { ...part, begin, end, surface: text.slice(begin, end) };
    };
    const tokens = here.tokens.map(placed);
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first !== undefined && last !== undefined)
      sentences.push({ begin: first.begin, end: last.end, tokens });
    for (const noun of here.nouns) nouns.push(placed(noun));
    place += sentence.length;
  }
  return { sentences, nouns };
}

/** Removes compromise's tags, which are private to this room. */
function withoutTags(token: TaggedToken): Token {
  const { surface, lemma, begin, end, numeric, stopWord, tag } = token;
  return { surface, lemma, begin, end, numeric, stopWord, tag };
}

/**
 * Longest text whose sentences are found at once, in UTF-16 units: that takes more than linear time. The longest sentence in
 * 4,600 encyclopedia articles has 2,057; longer ones are tables, lists of words or code.
 */
export const LONGEST_TEXT = 5000;

/** Places to cut, in order of preference: after a paragraph, a line, a punctuation mark, a word. */
const CUTS = [/\n\s*\n\s*/g, /\n\s*/g, /[,;:.!?)\]}|](?=\s)\s*/g, /\s+/g] as const;

/** Cuts a long text into pieces that together have all characters, each at the best place in its second half. */
export function splitLongText(text: string): readonly string[] {
  const pieces: string[] = [];
  let begin = 0;
  while (text.length - begin > LONGEST_TEXT) {
    const end = begin + cutIn(text.slice(begin, begin + LONGEST_TEXT));
    pieces.push(text.slice(begin, end));
    begin = end;
  }
  pieces.push(text.slice(begin));
  return pieces;
}

/** Length of the next piece. */
function cutIn(text: string): number {
  const half = text.length / 2;
  for (const cut of CUTS) {
    let last = 0;
    // What reaches the end may continue behind it.
    for (const { index, 0: found } of text.matchAll(cut))
      if (index + found.length < text.length) last = index + found.length;
    if (last > half) return last;
  }
  return cutAt(text, text.length);
}

const WRAPPED_LINE_LENGTH = 45;
const BULLET = /^\s*(?:[-*•–]|\d+[.)])\s/;

/**
 * Replaces the line breaks of hard-wrapped text by blanks, so that lines do not split sentences; offsets stay the same. Short
 * lines, bullets and empty lines keep their breaks, since lists and headings are sentences of their own.
 */
export function joinWrappedLines(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  let joined = lines[0] ?? '';
  for (let index = 1; index < lines.length; index += 1) {
    const previous = lines[index - 1] ?? '';
    const line = lines[index] ?? '';
    const wrapped = previous.trim().length >= WRAPPED_LINE_LENGTH && line.trim() !== '' && !BULLET.test(line);
    joined += (wrapped ? ' ' : '\n') + line;
  }
  return joined;
}

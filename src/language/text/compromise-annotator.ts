import type { AnnotatedText, Annotator, Lemmatizer, Noun, Sentence, Token } from '../../model/noun.js';
import { onceFor } from '../../support/once.js';
import { compromiseVersion, openCompromise } from './compromise.js';
import { splitLongSentence, splitLongText } from './long-sentences.js';
import { findNouns } from './nouns.js';
import { unpackSentence, type PackedSentence, type ReadSentence } from './packed-sentence.js';
import { joinWrappedLines } from './paragraphs.js';
import { createSentenceMemory } from './sentence-memory.js';
import { toTokens, type TaggedToken } from './tokens.js';

/** Must be incremented when nouns or lemmas change, since pages must be read like the corpus. */
const RULES_VERSION = 2;

/** Name and version of the annotator; a topic stores that of its corpus. */
export const ANNOTATOR_NAME = `compromise/${compromiseVersion()} rules/${RULES_VERSION}`;

/**
 * The tokenizer and tagger for corpora and pages: compromise's sentence splitter and tagger, with a few
 * rules of our own ({@link PLURAL_RULES}), and noun phrases found over its tags ({@link findNouns}).
 *
 * The method's paper (Hernandez et al. 2020, section 4.1.1) uses Stanford CoreNLP; the parts are the same (sentences,
 * stop words, part of speech, lemma, named entity); the tagger is rule-based and does not need a model.
 *
 * Sentences are read independently of each other. All annotators of a thread with the same lemmas share a cache of recent
 * sentences, since pages of one site and articles of one field repeat each other, and topics share backgrounds.
 *
 * @param lemmatize base forms of plural nouns
 *
 * Offsets count UTF-16 units of the given text; normalise to NFC first to compare offsets.
 */
export function createCompromiseAnnotator(lemmatize: Lemmatizer): Annotator {
  const read = readSentences(lemmatize);
  const world = openCompromise().world();
  const annotateInSteps = function* (text: string): Generator<undefined, AnnotatedText> {
    // Sentences include every character of the text, so their lengths add up to offsets.
    const sentences = splitLongText(joinWrappedLines(text))
      .flatMap((piece) => world.methods.one.tokenize.splitSentences(piece, world))
      .flatMap(splitLongSentence);
    const found: PackedSentence[] = [];
    for (const step of inSteps(sentences)) {
      if (found.length > 0) yield;
      found.push(...read(step));
    }
    return assemble(text, sentences, found);
  };
  return {
    name: ANNOTATOR_NAME,
    annotateInSteps,
    annotate: (text) => {
      const steps = annotateInSteps(text);
      for (;;) {
        const { done, value } = steps.next();
        if (done === true) return value;
      }
    },
  };
}

const readSentences = onceFor((lemmatize: Lemmatizer) =>
  createSentenceMemory(createSentenceReader(lemmatize)),
);
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
      const { tokens } = toTokens(sentence, document[number] ?? [], 0, lemmatize);
      return { tokens: tokens.map(withoutTags), nouns: findNouns(sentence, tokens) };
    });
  };
}

function assemble(text: string, written: readonly string[], found: readonly PackedSentence[]): AnnotatedText {
  const sentences: Sentence[] = [];
  const nouns: Noun[] = [];
  let place = 0;
  for (const [number, one] of found.entries()) {
    const here = unpackSentence(one, text, place);
    place += written[number]?.length ?? 0;
    const [first, last] = [here.tokens[0], here.tokens.at(-1)];
    if (first === undefined || last === undefined) continue;
    sentences.push({ begin: first.begin, end: last.end, tokens: here.tokens });
    for (const noun of here.nouns) nouns.push(noun);
  }
  return { text, sentences, nouns };
}

/** Removes compromise's tags, which are private to this room. */
function withoutTags(token: TaggedToken): Token {
  const { surface, lemma, begin, end, numeric, stopWord, tag } = token;
  return { surface, lemma, begin, end, numeric, stopWord, tag };
}

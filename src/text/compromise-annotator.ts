import nlp from 'compromise/two';
import type { AnnotatedText, Annotator, Noun, Sentence, Token } from '../model/noun.js';
import { createLemmatizer } from './lemma.js';
import { findNouns } from './nouns.js';
import { joinWrappedLines } from './paragraphs.js';
import { toTokens, type RawTerm, type TaggedToken } from './tokens.js';

/** The part of compromise's document that is read here: sentences of tagged terms. */
interface RawDocument {
  readonly document: readonly (readonly RawTerm[])[];
}

/**
 * The product's one tokenizer and tagger, for corpora and for pages: compromise's sentence splitter and tagger, its
 * singular forms as lemmas, and noun phrases found over its tags ({@link findNouns}).
 *
 * The method's paper (Hernandez et al. 2020, section 4.1.1) uses Stanford CoreNLP; the parts are the same (sentences,
 * stop words out, part of speech, lemma, named entity), the tagger is a rule-based one that needs no model download.
 *
 * Offsets count UTF-16 units of the text as given; normalise to NFC before if offsets are to be compared.
 */
export function createCompromiseAnnotator(): Annotator {
  const lemmatize = createLemmatizer();
  return {
    name: `compromise/${nlp.version}`,
    annotate: (text) => annotate(text, lemmatize),
  };
}

function annotate(text: string, lemmatize: (word: string) => string): AnnotatedText {
  const { document } = nlp(joinWrappedLines(text)) as unknown as RawDocument;
  const sentences: Sentence[] = [];
  const nouns: Noun[] = [];
  let cursor = 0;
  for (const terms of document) {
    const read = toTokens(text, terms, cursor, lemmatize);
    cursor = read.cursor;
    const first = read.tokens[0];
    const last = read.tokens.at(-1);
    if (first === undefined || last === undefined) continue;
    sentences.push({ begin: first.begin, end: last.end, tokens: read.tokens.map(withoutTags) });
    nouns.push(...findNouns(text, read.tokens));
  }
  return { text, sentences, nouns };
}

/** compromise's tags stay in this room. */
function withoutTags(token: TaggedToken): Token {
  const { surface, lemma, begin, end, numeric, stopWord, tag } = token;
  return { surface, lemma, begin, end, numeric, stopWord, ...(tag === undefined ? {} : { tag }) };
}

import type { Lemmatizer, NounTag, Token } from '../../model/noun.js';
import { STOP_WORDS } from './stop-words.js';

/** A term as compromise leaves it: the word, what stands before and after it, and its tags. */
export interface RawTerm {
  readonly text: string;
  readonly pre: string;
  readonly post: string;
  readonly normal: string;
  readonly tags: ReadonlySet<string>;
}

/** A token that still carries compromise's tags; they do not leave this room. */
export interface TaggedToken extends Token {
  readonly tags: ReadonlySet<string>;
}

const NUMERIC_TAGS = ['Value', 'NumericValue', 'Date', 'Time', 'Percent', 'Money', 'Unit'];
const NEVER_NOUNS = ['Pronoun', 'Url', 'Email', 'HashTag', 'AtMention', 'Emoji', 'Emoticon'];
/** Distance behind the expected place of a term in which it is sought, when compromise has changed the text between. */
const SEARCH_WINDOW = 200;

/**
 * Places the terms of one sentence in the text and describes each as a token. A term that cannot be found where the text
 * continues (the hidden half of a contraction, a rewritten character) is left out.
 */
export function toTokens(
  text: string,
  terms: readonly RawTerm[],
  cursor: number,
  lemmatize: Lemmatizer,
): { readonly tokens: readonly TaggedToken[]; readonly cursor: number } {
  const tokens: TaggedToken[] = [];
  let position = cursor;
  for (const term of terms) {
    const begin = place(text, term, position);
    if (begin === undefined) continue;
    position = begin + term.text.length;
    const trimmed = trimPossessive(term.text);
    tokens.push(describe(term, trimmed, begin, lemmatize));
  }
  return { tokens, cursor: position };
}

function place(text: string, term: RawTerm, position: number): number | undefined {
  if (term.text === '') return undefined;
  const expected = position + term.pre.length;
  if (text.startsWith(term.text, expected)) return expected;
  const found = text.slice(position, position + SEARCH_WINDOW + term.text.length).indexOf(term.text);
  return found < 0 ? undefined : position + found;
}

function trimPossessive(surface: string): string {
  return surface.replace(/['’]s?$/u, '');
}

function describe(term: RawTerm, surface: string, begin: number, lemmatize: Lemmatizer): TaggedToken {
  const lower = surface.toLowerCase();
  const numeric = isNumeric(term, lower);
  const tag = numeric ? undefined : nounTag(term, lower);
  const plural = tag === 'NNS' || tag === 'NNPS';
  return {
    surface,
    lemma: plural ? lemmatize(lower) : lower,
    begin,
    end: begin + surface.length,
    numeric,
    stopWord: STOP_WORDS.has(lower),
    tags: term.tags,
    tag,
  };
}

function isNumeric(term: RawTerm, lower: string): boolean {
  return !/\p{L}/u.test(lower) || NUMERIC_TAGS.some((tag) => term.tags.has(tag));
}

/**
 * Maps compromise's tags to the Penn Treebank's four noun tags.
 * No noun: stop words, pronouns, addresses, and anything of a single letter.
 */
function nounTag(term: RawTerm, lower: string): NounTag | undefined {
  if (!term.tags.has('Noun') || NEVER_NOUNS.some((tag) => term.tags.has(tag))) return undefined;
  if (STOP_WORDS.has(lower) || lower.length < 2) return undefined;
  const plural = term.tags.has('Plural');
  if (term.tags.has('ProperNoun')) return plural ? 'NNPS' : 'NNP';
  return plural ? 'NNS' : 'NN';
}

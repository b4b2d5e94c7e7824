import type { Annotator, Lemmatizer } from '../../model/noun.js';
import type { WordReader } from '../../model/topic.js';
import { createCompromiseAnnotator } from './compromise-annotator.js';
import { onceFor } from '../../support/once.js';
import { createNounLemmatizer } from '../wordnet/noun-lemmas.js';
import { type WordNet, openWordNet } from '../wordnet/wordnet.js';
import { remember } from '../../support/remember.js';
import { normalForm } from '../../support/text/normal-form.js';
import { STOP_WORDS } from './stop-words.js';

/** Hyphens and apostrophes separate words. */
const WORD = /\p{L}[\p{L}\p{M}]*/gu;

/** Also words that begin with a digit. */
const WORD_OR_NUMBER = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/** Words whose forms are remembered: those of classifiers. */
const REMEMBERED = 100_000;

/**
 * All words of a text, for classifiers that count words rather than nouns: lower case, without stop words, numbers and single
 * letters, a final s taken off. Words are not tagged, so that 'runs' becomes 'run' and 'Jones' may lose its s, in corpora and
 * pages alike.
 * @param numbers whether numbers and single letters count as words: expressions such as 'type 1 diabetes' need them
 */
export function createWordReader(
  lemmatize: Lemmatizer,
  {
    numbers = false,
    stopWords = STOP_WORDS,
  }: { readonly numbers?: boolean; readonly stopWords?: ReadonlySet<string> } = {},
): WordReader {
  const pattern = numbers ? WORD_OR_NUMBER : WORD;
  const formOf = remember((word: string): string | undefined => {
    if (stopWords.has(word) || (!numbers && Array.from(word).length < 2)) return undefined;
    return word.endsWith('s') && word.length > 3 ? lemmatize(word) : word;
  }, REMEMBERED);
  return (text) => {
    const words: string[] = [];
    for (const word of normalForm(text).toLowerCase().match(pattern) ?? []) {
      const form = formOf(word);
      if (form !== undefined) words.push(form);
    }
    return words;
  };
}

/** One per WordNet, so that annotators share their cache of sentences. */
const lemmatizerOf = onceFor(createNounLemmatizer);

/** WordNet's lemmas of plural nouns. */
export function openLemmatizer(wordNet: WordNet = openWordNet()): Lemmatizer {
  return lemmatizerOf(wordNet);
}

/** The annotator that reads corpora and pages, with WordNet's lemmas. */
export function openAnnotator(wordNet: WordNet = openWordNet()): Annotator {
  return createCompromiseAnnotator(lemmatizerOf(wordNet));
}

/** The reader of words that classifiers count, with the same lemmas. */
export function openWordReader(
  options: { readonly numbers?: boolean } = {},
  wordNet: WordNet = openWordNet(),
): WordReader {
  return createWordReader(lemmatizerOf(wordNet), options);
}

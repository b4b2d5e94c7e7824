import type { Annotator, Lemmatizer } from '../../model/noun.js';
import type { WordReader } from '../../model/topic.js';
import { createCompromiseAnnotator } from './compromise-annotator.js';
import { onceFor } from '../../support/once.js';
import { createWordReader } from './words.js';
import { createNounLemmatizer } from '../wordnet/noun-lemmas.js';
import { openWordNet, type WordNet } from '../wordnet/wordnet.js';

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

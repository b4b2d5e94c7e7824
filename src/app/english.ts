import type { Annotator } from '../model/noun.js';
import type { WordReader } from '../model/topic.js';
import { createCompromiseAnnotator } from '../text/compromise-annotator.js';
import { createWordReader } from '../text/words.js';
import { createNounLemmatizer } from '../wordnet/noun-lemmas.js';
import { openWordNet, type WordNet } from '../wordnet/wordnet.js';

/** The annotator that reads corpora and pages, with WordNet's lemmas. */
export function openAnnotator(wordNet: WordNet = openWordNet()): Annotator {
  return createCompromiseAnnotator(createNounLemmatizer(wordNet));
}

/** The reader of words that classifiers count, with the same lemmas. */
export function openWordReader(
  options: { readonly numbers?: boolean } = {},
  wordNet: WordNet = openWordNet(),
): WordReader {
  return createWordReader(createNounLemmatizer(wordNet), options);
}

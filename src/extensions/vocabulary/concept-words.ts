import type { WordReader } from '../../model/topic.js';
import type { LabelMatcher } from './label-matcher.js';

/** A label with more concepts says too little about any of them. */
const MOST_SENSES = 20;

/**
 * Reads a text as its words and the concepts that they name: texts in several languages have in common concepts, and words that no
 * language translates, such as names and technical terms. Reading concepts in place of words, without the words of no label, or with
 * fewer senses, was measured (`bench/bridge.ts`) and is worse.
 * @param words reads the words of the language
 * @param nameOf the name of a concept, as the word that it counts as
 */
export function conceptWords(
  matcher: LabelMatcher,
  words: WordReader,
  nameOf: (concept: number) => string,
): WordReader {
  return (text) => [
    ...words(text),
    ...matcher
      .find(text)
      .flatMap(({ concepts }) => (concepts.length > MOST_SENSES ? [] : concepts.map(nameOf))),
  ];
}

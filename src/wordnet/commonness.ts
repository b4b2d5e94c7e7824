import type { WordNet } from './wordnet.js';

/** Sum of all tag counts in WordNet 3.1's index.sense. */
const ALL_TAGS = 248_795;

/**
 * How common a word is in the texts that WordNet was checked against, over all parts of speech: 0 for a word that was
 * never tagged, 1 for one that all tags fell on, `log2(1 + tags) / log2(1 + 248,795)` between.
 *
 * @param word in its base form, lower case
 */
export function commonness(wordNet: WordNet, word: string): number {
  return Math.log2(1 + wordNet.tagCountOf(word)) / Math.log2(1 + ALL_TAGS);
}

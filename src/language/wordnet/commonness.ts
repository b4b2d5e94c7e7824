import type { WordNet } from './wordnet.js';

/** Sum of all tag counts in WordNet 3.1's index.sense. */
const ALL_TAGS = 248_795;

/**
 * Frequency of a word in the texts tagged with WordNet senses, over all parts of speech, from 0 (never tagged) to 1 (all
 * tags): `log2(1 + tags) / log2(1 + 248,795)`.
 */
export function commonness(wordNet: WordNet, word: string): number {
  return Math.log2(1 + wordNet.tagCountOf(word)) / Math.log2(1 + ALL_TAGS);
}

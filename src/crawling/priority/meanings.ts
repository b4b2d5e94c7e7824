/** Meanings of nouns: the part of a dictionary such as WordNet that strategies use. */
export interface NounMeanings {
  /** The most frequent sense of a noun, as a number; undefined if the dictionary does not have the noun. */
  senseOf(lemma: string): number | undefined;
  /** The direct hypernyms of a sense. */
  hypernymsOf(sense: number): readonly number[];
}

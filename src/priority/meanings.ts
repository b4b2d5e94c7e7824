/** What nouns mean: port of a dictionary such as WordNet, as far as strategies ask it. */
export interface NounMeanings {
  /** The most frequent sense of a noun, as a number; undefined when the dictionary does not hold the noun. */
  senseOf(lemma: string): number | undefined;
  /** The senses right above a sense. */
  hypernymsOf(sense: number): readonly number[];
}

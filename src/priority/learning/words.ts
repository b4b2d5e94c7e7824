/** Numbers words, growing up to a limit. */
export interface WordPlaces {
  /** The number of a word; undefined for a new one when there are too many already. */
  placeOf(word: string): number | undefined;
  wordAt(place: number): string | undefined;
  snapshot(): readonly string[];
}

/** Words that are told apart. A crawl of millions of pages meets ever more, most of them once. */
const MOST_WORDS = 200_000;

/** @param first the number of the first word */
export function createWordPlaces(first: number, known: readonly string[] = []): WordPlaces {
  const words = [...known];
  const places = new Map(words.map((word, index) => [word, first + index]));
  return {
    placeOf(word) {
      const known = places.get(word);
      if (known !== undefined || words.length >= MOST_WORDS) return known;
      const place = first + words.length;
      words.push(word);
      places.set(word, place);
      return place;
    },
    wordAt: (place) => words[place - first],
    snapshot: () => [...words],
  };
}

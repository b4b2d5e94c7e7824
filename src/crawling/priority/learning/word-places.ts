/** Places in which a word may stand. */
export type WordKind = 'anchor' | 'URL' | 'context';

/** Numbers words by kind, growing up to a limit. */
export interface WordPlaces {
  /** The number of a word; undefined for a new one when there are too many already. */
  placeOf(kind: WordKind, word: string): number | undefined;
  /** Kind and word, with a colon between them. */
  wordAt(place: number): string | undefined;
  snapshot(): readonly string[];
}

/** Number of words that are distinguished. A crawl of millions of pages meets ever more, most of them once. */
const MAX_WORDS = 200_000;

type Places = Readonly<Record<WordKind, Map<string, number>>>;

/** @param first the number of the first word */
export function createWordPlaces(first: number, known: readonly string[] = []): WordPlaces {
  const words = [...known];
  const places: Places = { anchor: new Map(), URL: new Map(), context: new Map() };
  for (const [index, named] of words.entries()) {
    const [kind = '', word = ''] = named.split(':', 2);
    places[kind as WordKind].set(word, first + index);
  }
  return {
    placeOf(kind, word) {
      const known = places[kind].get(word);
      if (known !== undefined || words.length >= MAX_WORDS) return known;
      const place = first + words.length;
      words.push(`${kind}:${word}`);
      places[kind].set(word, place);
      return place;
    },
    wordAt: (place) => words[place - first],
    snapshot: () => [...words],
  };
}

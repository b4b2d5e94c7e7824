/** Ascending numbers: the first, and of the others how far each is from the one before. */
export type Steps = readonly number[];

/** Counts of the terms of a text: for each count, ascending, the count and the places of its terms among those of the text. */
export type PackedCounts = readonly (number | Steps)[];

/** Terms in the order of their UTF-16 codes, each once. */
export function sortedTerms(terms: readonly string[]): readonly string[] {
  return [...new Set(terms)].sort();
}

/** Finds the place of each term; 0 for others. */
export function placesOf(terms: readonly string[]): (term: string) => number {
  const places = new Map(terms.map((term, place) => [term, place]));
  return (term) => places.get(term) ?? 0;
}

/** Packs ascending numbers. */
export function stepsOf(ascending: readonly number[]): Steps {
  return ascending.map((number, index) => number - (ascending[index - 1] ?? 0));
}

/** The numbers that {@link stepsOf} packed. */
export function numbersOf(steps: Steps): number[] {
  let number = 0;
  return steps.map((step) => (number += step));
}

/** Packs how often each term occurs. @param placeOf the place of a term among those of the text */
export function packCounts(
  counts: ReadonlyMap<string, number>,
  placeOf: (term: string) => number,
): PackedCounts {
  const byCount = new Map<number, number[]>();
  for (const [term, count] of counts) {
    const places = byCount.get(count) ?? [];
    places.push(placeOf(term));
    byCount.set(count, places);
  }
  return [...byCount]
    .sort(([a], [b]) => a - b)
    .flatMap(([count, places]) => [count, stepsOf(places.sort((a, b) => a - b))]);
}

/** The counts that {@link packCounts} packed, in the order of their places. */
export function unpackCounts(packed: PackedCounts, terms: readonly string[]): ReadonlyMap<string, number> {
  const counted: (readonly [place: number, count: number])[] = [];
  let count = 0;
  for (const part of packed) {
    if (typeof part === 'number') count = part;
    else for (const place of numbersOf(part)) counted.push([place, count]);
  }
  return new Map(
    counted.sort(([a], [b]) => a - b).map(([place, times]) => [terms[place] ?? '', times] as const),
  );
}

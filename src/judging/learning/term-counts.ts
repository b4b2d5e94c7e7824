/** Frequencies of the terms of a document. They may be fractional, as sections have different weights. */
export type TermCounts = ReadonlyMap<string, number>;

/** Document frequencies `n_t` of terms, and the number of documents `N`. */
export interface DocumentFrequencies {
  readonly documents: number;
  readonly byTerm: ReadonlyMap<string, number>;
}

export function countTerms(terms: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

export function documentFrequencies(documents: Iterable<TermCounts>): DocumentFrequencies {
  const byTerm = new Map<string, number>();
  let total = 0;
  for (const counts of documents) {
    total += 1;
    for (const [term, count] of counts) if (count > 0) byTerm.set(term, (byTerm.get(term) ?? 0) + 1);
  }
  return { documents: total, byTerm };
}

/** The terms of a model, each with its index in vectors. */
export interface Vocabulary {
  readonly terms: readonly string[];
  readonly placeOf: ReadonlyMap<string, number>;
}

export function vocabularyOf(terms: readonly string[]): Vocabulary {
  return { terms, placeOf: new Map(terms.map((term, place) => [term, place])) };
}

/** Orders terms by code units: the same on every machine, whatever its locale. */
export function compareTerms(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The terms with at least this document frequency, sorted as {@link compareTerms} does, which takes longer. */
export function frequentTerms({ byTerm }: DocumentFrequencies, least: number): string[] {
  return [...byTerm]
    .filter(([, documents]) => documents >= least)
    .map(([term]) => term)
    .sort();
}

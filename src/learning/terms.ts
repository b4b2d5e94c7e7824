/** How often each term stands in a document. Counts need not be whole: sections may weigh more or less. */
export type TermCounts = ReadonlyMap<string, number>;

/** In how many documents each term stands, `n_t`, of how many, `N`. */
export interface DocumentFrequencies {
  readonly documents: number;
  readonly byTerm: ReadonlyMap<string, number>;
}

/** Counts terms. */
export function countTerms(terms: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Counts the documents of each term. */
export function documentFrequencies(documents: Iterable<TermCounts>): DocumentFrequencies {
  const byTerm = new Map<string, number>();
  let total = 0;
  for (const counts of documents) {
    total += 1;
    for (const [term, count] of counts) if (count > 0) byTerm.set(term, (byTerm.get(term) ?? 0) + 1);
  }
  return { documents: total, byTerm };
}

/** The terms that a model knows, each with its place in the model's vectors. */
export interface Vocabulary {
  readonly terms: readonly string[];
  readonly placeOf: ReadonlyMap<string, number>;
}

/** A vocabulary of these terms, in this order. */
export function vocabularyOf(terms: readonly string[]): Vocabulary {
  return { terms, placeOf: new Map(terms.map((term, place) => [term, place])) };
}

/** Orders terms by code units: the same on every machine, whatever its locale. */
export function compareTerms(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The terms that stand in at least so many documents, sorted. */
export function frequentTerms({ byTerm }: DocumentFrequencies, least: number): string[] {
  return [...byTerm]
    .filter(([, documents]) => documents >= least)
    .map(([term]) => term)
    .sort(compareTerms);
}

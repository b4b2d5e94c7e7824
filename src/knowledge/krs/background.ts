/** Document frequencies of a background corpus: texts of any subjects, unlabelled. */
export interface BackgroundFrequencies {
  readonly documents: number;
  /** Lemma → documents that hold it, ordered by lemma. */
  readonly byLemma: ReadonlyMap<string, number>;
}

/** Counts in how many documents each lemma stands. @param documents the distinct lemmas of each document */
export function countBackground(documents: readonly (readonly string[])[]): BackgroundFrequencies {
  const counts = new Map<string, number>();
  for (const lemmas of documents) {
    for (const lemma of lemmas) counts.set(lemma, (counts.get(lemma) ?? 0) + 1);
  }
  const ordered = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return { documents: documents.length, byLemma: new Map(ordered) };
}

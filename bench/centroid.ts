/** The yardstick that every table carries: cosine of a page's tf-idf vector with the mean of the corpus's. */
export interface Centroid {
  score(counts: ReadonlyMap<string, number>): number;
}

/**
 * @param corpus noun counts of the corpus's documents
 * @param background noun counts of other documents; they and the corpus give the IDF
 */
export function createCentroid(
  corpus: readonly ReadonlyMap<string, number>[],
  background: readonly ReadonlyMap<string, number>[],
): Centroid {
  const frequencies = new Map<string, number>();
  const all = [...corpus, ...background];
  for (const counts of all) {
    for (const lemma of counts.keys()) frequencies.set(lemma, (frequencies.get(lemma) ?? 0) + 1);
  }
  const vectorOf = (counts: ReadonlyMap<string, number>): Map<string, number> => {
    const weights = new Map<string, number>();
    for (const [lemma, count] of counts) {
      const idf = Math.log((all.length + 1) / ((frequencies.get(lemma) ?? 0) + 1));
      weights.set(lemma, (1 + Math.log(count)) * idf);
    }
    const length = Math.hypot(...weights.values()) || 1;
    return new Map([...weights].map(([lemma, weight]) => [lemma, weight / length]));
  };
  const centre = new Map<string, number>();
  for (const counts of corpus) {
    for (const [lemma, weight] of vectorOf(counts)) centre.set(lemma, (centre.get(lemma) ?? 0) + weight);
  }
  const length = Math.hypot(...centre.values()) || 1;
  return {
    score: (counts) => {
      let product = 0;
      for (const [lemma, weight] of vectorOf(counts)) product += weight * (centre.get(lemma) ?? 0);
      return product / length;
    },
  };
}

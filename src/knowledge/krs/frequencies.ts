import type { Krs } from './krs.js';

/** Lemma → indices of the documents that hold it, in any of its entities, ascending. */
export type LemmaDocuments = ReadonlyMap<string, readonly number[]>;

/** The documents of each lemma: what the paper's Listing 1 counts. */
export function documentsByLemma(krs: Krs): LemmaDocuments {
  const sets = new Map<string, readonly number[] | Set<number>>();
  for (const { lemma, documents } of krs.entities) {
    const before = sets.get(lemma);
    if (before === undefined) sets.set(lemma, documents);
    else sets.set(lemma, new Set([...before, ...documents]));
  }
  return new Map(
    [...sets].map(([lemma, documents]) => [
      lemma,
      documents instanceof Set ? [...documents].sort((a, b) => a - b) : documents,
    ]),
  );
}

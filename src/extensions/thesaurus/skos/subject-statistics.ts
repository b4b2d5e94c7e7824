import type { LabelMatch, LabelMatcher } from './label-matcher.js';
import type { Vocabulary } from './vocabulary.js';

/** In how many of some texts concepts are named. */
export interface ConceptCounts {
  readonly documents: number;
  /** By the number of the concept; those that no text names are absent. */
  readonly frequencies: ReadonlyMap<number, number>;
}

/** Counts the texts that name each concept, also where a label names several. */
export function createConceptCounter(matcher: LabelMatcher): {
  readonly add: (text: string) => readonly LabelMatch[];
  counts(): ConceptCounts;
} {
  const frequencies = new Map<number, number>();
  let documents = 0;
  return {
    add: (text) => {
      const found = matcher.find(text);
      documents += 1;
      for (const concept of new Set(found.flatMap(({ concepts }) => concepts)))
        frequencies.set(concept, (frequencies.get(concept) ?? 0) + 1);
      return found;
    },
    counts: () => ({ documents, frequencies }),
  };
}

/** log2(N / n) with half a text added, so that concepts that no text names are the rarest. */
export function conceptIdf({ documents, frequencies }: ConceptCounts, concept: number): number {
  return Math.log2((documents + 1) / ((frequencies.get(concept) ?? 0) + 0.5));
}

/** Concepts that stand next to one: broader, narrower and related ones. */
export function neighboursOf({ concepts, narrower }: Vocabulary, concept: number): readonly number[] {
  const { broader = [], related = [] } = concepts[concept] ?? {};
  return [...broader, ...(narrower[concept] ?? []), ...related];
}

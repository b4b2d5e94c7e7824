import type { Spread } from '../../model/topic.js';
import { inverseDocumentFrequency, sum, weightedSpread } from '../../support/statistics.js';
import type { Krs } from './krs.js';

export interface TopicStatistics {
  /** N: documents of the corpus. */
  readonly documents: number;
  readonly nouns: number;
  readonly linkedNouns: number;
  /** Distinct nouns, and distinct linked nouns. */
  readonly entities: number;
  readonly linkedEntities: number;
  /** μ and σ of the IDF of linked nouns, in bits. */
  readonly idf: Spread;
}

/**
 * The statistics of a topic; μ and σ as Hernandez et al. 2020, equations 2 and 3.
 *
 * The paper takes both "over all enriched nouns whose URL value is not empty", and its schema holds a noun once for
 * each document it stands in. So a linked noun counts here once per document: only this reading gives means as low as
 * the published 5.01 bits for 1,151 documents; over distinct nouns, most of which stand in one document only, it would
 * be near the maximum of log2(1151) = 10.2.
 */
export function topicStatistics(krs: Krs, byLemma: LemmaDocuments): TopicStatistics {
  const linked = krs.entities.filter((entity) => entity.iri !== undefined);
  return {
    documents: krs.documents.length,
    nouns: sum(krs.documents.map((document) => document.nounCount)),
    linkedNouns: sum(krs.documents.map((document) => document.linkedNounCount)),
    entities: krs.entities.length,
    linkedEntities: linked.length,
    idf: weightedSpread(
      linked.map(({ lemma, documents }) => {
        const count = byLemma.get(lemma)?.length ?? documents.length;
        return [inverseDocumentFrequency(krs.documents.length, count), documents.length] as const;
      }),
    ),
  };
}

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

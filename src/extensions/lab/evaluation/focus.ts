import { ratio } from '../../../support/statistics.js';

/** The four counts of a retrieval in a closed web (Devi 2017, Table 3). */
export interface RetrievalCounts {
  /** Relevant pages retrieved. */
  readonly relevantRetrieved: number;
  /** Irrelevant pages retrieved. */
  readonly irrelevantRetrieved: number;
  /** Relevant pages not retrieved. */
  readonly relevantMissed: number;
  /** Irrelevant pages not retrieved. */
  readonly irrelevantMissed: number;
}

/** Quality of a retrieval, each between 0 and 1; null for a division by zero. */
export interface RetrievalQuality {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly accuracy: number | null;
}

/**
 * Precision, recall and accuracy (Devi 2017, Table 3): with a, b the relevant and irrelevant pages that were retrieved and
 * c, d those that were not, `a / (a + b)`, `a / (a + c)` and `(a + d) / (a + b + c + d)`.
 */
export function retrievalQuality(counts: RetrievalCounts): RetrievalQuality {
  const { relevantRetrieved, irrelevantRetrieved, relevantMissed, irrelevantMissed } = counts;
  const all = relevantRetrieved + irrelevantRetrieved + relevantMissed + irrelevantMissed;
  return {
    precision: ratio(relevantRetrieved, relevantRetrieved + irrelevantRetrieved),
    recall: ratio(relevantRetrieved, relevantRetrieved + relevantMissed),
    accuracy: ratio(relevantRetrieved + irrelevantMissed, all),
  };
}

/** The retrieved pages, the relevant pages, and the number of all pages. */
export interface RetrievalInput {
  readonly retrieved: Iterable<number>;
  readonly relevant: ReadonlySet<number>;
  /** Number of all pages of the web. */
  readonly pages: number;
}

/** Counts and measures a retrieval on a closed web. */
export function measureRetrieval({ retrieved, relevant, pages }: RetrievalInput): RetrievalQuality {
  const had = new Set(retrieved);
  const hits = [...had].filter((page) => relevant.has(page)).length;
  const relevantMissed = relevant.size - hits;
  return retrievalQuality({
    relevantRetrieved: hits,
    irrelevantRetrieved: had.size - hits,
    relevantMissed,
    irrelevantMissed: Math.max(0, pages - had.size - relevantMissed),
  });
}

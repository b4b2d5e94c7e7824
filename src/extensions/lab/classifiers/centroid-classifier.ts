import { centroidOf, dotDense } from '../../../support/numeric/sparse-vector.js';
import { documentFrequencies, frequentTerms, vocabularyOf } from '../../../judging/learning/term-counts.js';
import { tfIdfVector, type TermSpace } from '../../../judging/learning/tf-idf.js';
import { plainTerms } from '../../../judging/topic/page-content.js';
import { rounded } from '../../../support/statistics.js';
import type { Contribution, Scorer, TrainingSet } from '../../../judging/topic/scorer.js';
import { trainedClassifier } from '../../../judging/topic/trained-rule.js';

/** Parameters of the centroid classifier, by term. */
export interface CentroidParameters {
  readonly terms: readonly string[];
  /** Number of documents of the corpus with each term. */
  readonly documents: readonly number[];
  readonly idf: readonly number[];
  /** The centroid, at length 1. */
  readonly centroid: readonly number[];
}

/**
 * Learns the centroid classifier: the mean direction of the corpus's tf-idf vectors (Rocchio without negatives; the
 * page-to-topic similarity of best-first crawlers, as Batsakis et al. 2009, section 3.1). A page's score is the cosine.
 * The IDF is `ln(N / n)` over corpus and background together, so that words of everyday prose have no weight.
 */
function trainCentroid({ corpus, background }: TrainingSet): CentroidParameters {
  const own = corpus.map(plainTerms);
  const all = documentFrequencies([...own, ...background.map(plainTerms)]);
  const ownFrequencies = documentFrequencies(own);
  const terms = frequentTerms(all, 2);
  const idf = terms.map((term) => rounded(Math.log(all.documents / (all.byTerm.get(term) ?? 1))));
  const space = { vocabulary: vocabularyOf(terms), idf };
  const centroid = centroidOf(
    own.map((counts) => tfIdfVector(counts, space)),
    terms.length,
  );
  return {
    terms,
    documents: terms.map((term) => ownFrequencies.byTerm.get(term) ?? 0),
    idf,
    centroid: Array.from(centroid, rounded),
  };
}

/** Scores pages by the cosine with the centroid. */
function centroidScorer({ terms, documents, idf, centroid }: CentroidParameters): Scorer {
  const space: TermSpace = { vocabulary: vocabularyOf(terms), idf };
  return {
    score: (content) => {
      const vector = tfIdfVector(plainTerms(content), space);
      return vector.places.length === 0 ? null : dotDense(vector, centroid);
    },
    contributions: (content) => {
      const vector = tfIdfVector(plainTerms(content), space);
      return vector.places.map((place, index): Contribution => ({
        term: terms[place] ?? '',
        documents: documents[place] ?? 0,
        pull: (vector.values[index] ?? 0) * (centroid[place] ?? 0),
      }));
    },
  };
}

/** Cosine to the centre of the topic's texts. */
export const centroid = trainedClassifier(
  { name: 'centroid', learn: trainCentroid, scorer: centroidScorer },
  { reads: 'words' },
);

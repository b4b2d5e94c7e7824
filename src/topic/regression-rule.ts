import { logOdds, trainLogisticRegression } from '../learning/logistic-regression.js';
import { documentFrequencies, frequentTerms, vocabularyOf } from '../learning/terms.js';
import { termSpace, tfIdfVector, type TermSpace } from '../learning/tf-idf.js';
import { plainTerms } from './page-content.js';
import { rounded } from './rounding.js';
import type { Contribution, Scorer, TrainingSet } from './scorer.js';

/** What the regression learned, by term. */
export interface RegressionParameters {
  readonly terms: readonly string[];
  /** Documents of the corpus that hold each. */
  readonly documents: readonly number[];
  readonly idf: readonly number[];
  readonly weights: readonly number[];
  readonly bias: number;
}

/** Cost of a misfit; results hardly change between 10 and 100. */
const COST = 30;
/** Words of a single text are left out. */
const LEAST_DOCUMENTS = 2;

/**
 * Learns a logistic regression on the tf-idf of a page's words, corpus against background. Both sides weigh alike in
 * sum, however many texts they have. The score is in log odds.
 */
export function trainRegression({ corpus, background }: TrainingSet): RegressionParameters {
  const own = corpus.map(plainTerms);
  const others = background.map(plainTerms);
  const frequencies = documentFrequencies([...own, ...others]);
  const terms = frequentTerms(frequencies, LEAST_DOCUMENTS);
  const space = termSpace(vocabularyOf(terms), frequencies);
  const weight = own.length === 0 ? 1 : others.length / own.length;
  const model = trainLogisticRegression(
    [
      ...own.map((counts) => ({ vector: tfIdfVector(counts, space), positive: true, weight })),
      ...others.map((counts) => ({ vector: tfIdfVector(counts, space), positive: false, weight: 1 })),
    ],
    terms.length,
    COST,
  );
  const ownFrequencies = documentFrequencies(own);
  return {
    terms,
    documents: terms.map((term) => ownFrequencies.byTerm.get(term) ?? 0),
    idf: space.idf.map(rounded),
    weights: Array.from(model.weights, rounded),
    bias: rounded(model.bias),
  };
}

/** Scores pages by their log odds. */
export function regressionScorer({ terms, documents, idf, weights, bias }: RegressionParameters): Scorer {
  const space: TermSpace = { vocabulary: vocabularyOf(terms), idf };
  const model = { weights: Float64Array.from(weights), bias };
  return {
    score: (content) => {
      const vector = tfIdfVector(plainTerms(content), space);
      return vector.places.length === 0 ? null : logOdds(model, vector);
    },
    contributions: (content) => {
      const vector = tfIdfVector(plainTerms(content), space);
      return vector.places.map((place, index): Contribution => ({
        term: terms[place] ?? '',
        documents: documents[place] ?? 0,
        pull: (vector.values[index] ?? 0) * (weights[place] ?? 0),
      }));
    },
  };
}

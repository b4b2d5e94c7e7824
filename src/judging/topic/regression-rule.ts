import { logOdds } from '../learning/logistic-regression.js';
import { documentFrequencies, frequentTerms, vocabularyOf } from '../learning/term-counts.js';
import { termSpace, tfIdfVector, type TermSpace } from '../learning/tf-idf.js';
import { onceFor } from '../../support/once.js';
import { type Scorer, type TrainingSet, separateTexts } from './scorer.js';
import { plainTerms, type PageContent } from './page-content.js';
import { rounded } from '../../support/statistics.js';

export interface RegressionParameters {
  readonly terms: readonly string[];
  readonly documents: readonly number[];
  readonly idf: readonly number[];
  readonly weights: readonly number[];
  readonly bias: number;
}

/** Cost of a misfit; results hardly change between 10 and 100. */
const COST = 30;
/** Words in a single text are ignored. */
const MIN_DOCUMENTS = 2;

/** Learns a logistic regression on the tf-idf of words, corpus against background: see {@link separateTexts}. */
export function trainRegression({ corpus, background }: TrainingSet): RegressionParameters {
  const own = corpus.map(plainTerms);
  const others = background.map(plainTerms);
  const frequencies = documentFrequencies([...own, ...others]);
  const terms = frequentTerms(frequencies, MIN_DOCUMENTS);
  const words = termSpace(vocabularyOf(terms), frequencies);
  const vectorOf = (text: PageContent) => tfIdfVector(plainTerms(text), words);
  const ownFrequencies = documentFrequencies(own);
  return {
    terms,
    documents: terms.map((term) => ownFrequencies.byTerm.get(term) ?? 0),
    idf: Array.from(words.idf, rounded),
    ...separateTexts({ corpus, background }, vectorOf, terms.length, COST),
  };
}

/** Scores pages by their log odds. */
export function regressionScorer(parameters: RegressionParameters): Scorer {
  const { terms, documents, idf, weights, bias } = parameters;
  const words: TermSpace = { vocabulary: vocabularyOf(terms), idf };
  const model = { weights: Float64Array.from(weights), bias };
  /** Score and contributions read the same words. */
  const vectorOf = onceFor((content: PageContent) => tfIdfVector(plainTerms(content), words));
  return {
    score: (content) => {
      const vector = vectorOf(content);
      return vector.places.length === 0 ? null : logOdds(model, vector);
    },
    contributions: (content) => {
      const { places, values } = vectorOf(content);
      return Array.from(places, (place, index) => ({
        ...{ term: terms[place] ?? '', documents: documents[place] ?? 0 },
        pull: (values[index] ?? 0) * (weights[place] ?? 0),
      }));
    },
  };
}

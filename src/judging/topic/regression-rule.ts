import { logOdds, trainLogisticRegression } from '../learning/logistic-regression.js';
import { documentFrequencies, frequentTerms, vocabularyOf } from '../learning/term-counts.js';
import { termSpace, tfIdfVector, type TermSpace } from '../learning/tf-idf.js';
import type { SparseVector } from '../learning/sparse-vector.js';
import { onceFor } from '../../support/once.js';
import { totalWeight } from './training-text.js';
import { plainTerms, type PageContent } from './page-content.js';
import { rounded } from './rounding.js';
import type { Contribution, Scorer, TrainingSet } from './scorer.js';
import type { TextInSpace, WordSpace } from './word-space.js';

/** Parameters of the regression, by term. */
export interface RegressionParameters {
  readonly terms: readonly string[];
  /** Number of documents of the corpus with each term. */
  readonly documents: readonly number[];
  readonly idf: readonly number[];
  readonly weights: readonly number[];
  readonly bias: number;
  /** With a word space: one weight per dimension. */
  readonly meanings?: readonly number[];
}

/** Cost of a misfit; results hardly change between 10 and 100. */
const COST = 30;
/** Words in a single text are ignored. */
const LEAST_DOCUMENTS = 2;

/**
 * Learns a logistic regression on the tf-idf of a page's words, corpus against background. Both sides have
 * the same total weight, however many texts they have. The score is in log odds.
 *
 * With a word space, a page's position in it counts as much as its words: the kernel is the sum of two cosines, that of the
 * words and that of their vectors from a large collection.
 */
export function trainRegression({ corpus, background, space }: TrainingSet): RegressionParameters {
  const own = corpus.map(plainTerms);
  const others = background.map(plainTerms);
  const frequencies = documentFrequencies([...own, ...others]);
  const terms = frequentTerms(frequencies, LEAST_DOCUMENTS);
  const words = termSpace(vocabularyOf(terms), frequencies);
  const balance = own.length === 0 ? 1 : totalWeight(background) / totalWeight(corpus);
  const vectorOf = (text: PageContent): SparseVector =>
    joined(tfIdfVector(plainTerms(text), words), space?.placeOf(text), terms.length);
  const dimensions = space?.dimensions ?? 0;
  const model = trainLogisticRegression(
    [
      ...corpus.map((text) => ({
        vector: vectorOf(text),
        positive: true,
        weight: balance * (text.weight ?? 1),
      })),
      ...background.map((text) => ({ vector: vectorOf(text), positive: false, weight: text.weight ?? 1 })),
    ],
    terms.length + dimensions,
    COST,
  );
  const ownFrequencies = documentFrequencies(own);
  const weights = Array.from(model.weights, rounded);
  return {
    terms,
    documents: terms.map((term) => ownFrequencies.byTerm.get(term) ?? 0),
    idf: Array.from(words.idf, rounded),
    weights: weights.slice(0, terms.length),
    bias: rounded(model.bias),
    ...(space === undefined ? {} : { meanings: weights.slice(terms.length) }),
  };
}

/** The words of a text, followed by its position in the word space. */
function joined(words: SparseVector, placed: TextInSpace | undefined, terms: number): SparseVector {
  if (placed === undefined) return words;
  const { places, values } = placed.vector;
  return {
    places: [...words.places, ...places.map((place) => terms + place)],
    values: [...words.values, ...values],
  };
}

/** Scores pages by their log odds. @param space the word space that the regression was learned with */
export function regressionScorer(parameters: RegressionParameters, space?: WordSpace): Scorer {
  const { terms, documents, idf, weights, bias, meanings = [] } = parameters;
  const words: TermSpace = { vocabulary: vocabularyOf(terms), idf };
  const model = { weights: Float64Array.from([...weights, ...meanings]), bias };
  /** Score and contributions read the same words. */
  const vectorOf = onceFor((content: PageContent) => tfIdfVector(plainTerms(content), words));
  return {
    score: (content) => {
      const vector = joined(vectorOf(content), space?.placeOf(content), terms.length);
      return vector.places.length === 0 ? null : logOdds(model, vector);
    },
    contributions: (content) => {
      const vector = vectorOf(content);
      const own: Contribution[] = [];
      for (let index = 0; index < vector.places.length; index += 1) {
        const place = vector.places[index] ?? 0;
        const pull = (vector.values[index] ?? 0) * (weights[place] ?? 0);
        own.push({ term: terms[place] ?? '', documents: documents[place] ?? 0, pull });
      }
      if (space === undefined) return own;
      const pulls = new Map(own.map((one) => [one.term, one]));
      for (const [term, share] of space.placeOf(content).shares(meanings)) {
        const before = pulls.get(term) ?? { term, documents: 0, pull: 0 };
        pulls.set(term, { ...before, pull: before.pull + share });
      }
      return [...pulls.values()];
    },
  };
}

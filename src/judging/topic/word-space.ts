import { normalised, sparseVector, type SparseVector } from '../learning/sparse-vector.js';
import { leadingSubspace } from '../learning/subspace.js';
import { compareTerms, documentFrequencies, vocabularyOf, type TermCounts } from '../learning/terms.js';
import { tfIdfVector } from '../learning/tf-idf.js';
import { seededRandom } from '../../support/random.js';
import { plainTerms, type PageContent } from './page-content.js';
import { rounded } from './rounding.js';

/** Vectors of words, learned from the texts in which they occur together, as plain data for models. */
export interface WordSpaceParameters {
  readonly terms: readonly string[];
  readonly idf: readonly number[];
  readonly dimensions: number;
  /** By term: the step size of its quantised vector. */
  readonly scales: readonly number[];
  /** The vectors, a signed byte per number, term after term, in Base64. */
  readonly steps: string;
}

const DIMENSIONS = 150;
/** Minimum number of texts per dimension. With as many dimensions as texts, no words would be related. */
const TEXTS_PER_DIMENSION = 20;
const MOST_TERMS = 20_000;
/** Words in fewer texts, or in more than half of them, are not informative. */
const LEAST_TEXTS = 3;
const MOST_SHARE = 0.5;
const SEED = 1;
const MOST_STEPS = 127;

/**
 * Learns vectors of words from a collection of texts: latent semantic analysis (Deerwester et al. 1990), the leading 150
 * directions of the texts' tf-idf vectors. Words that occur in the same texts get vectors that point the same way.
 * Deterministic.
 */
export function learnWordSpace(contents: readonly PageContent[]): WordSpaceParameters {
  const texts = contents.map(plainTerms);
  const { byTerm, documents } = documentFrequencies(texts);
  const terms = [...byTerm]
    .filter(([, count]) => count >= LEAST_TEXTS && count <= MOST_SHARE * documents)
    .sort(([a, m], [b, n]) => n - m || compareTerms(a, b))
    .slice(0, MOST_TERMS)
    .map(([term]) => term)
    .sort(compareTerms);
  const idf = terms.map((term) => rounded(Math.log(documents / (byTerm.get(term) ?? 1))));
  const space = { vocabulary: vocabularyOf(terms), idf };
  const vectors = texts.map((text) => tfIdfVector(text, space));
  const dimensions = Math.min(DIMENSIONS, Math.ceil(texts.length / TEXTS_PER_DIMENSION));
  const directions = leadingSubspace(vectors, terms.length, dimensions, seededRandom(SEED));
  return packedSpace({ terms, idf }, directions.length, (term, at) => directions[at]?.[term] ?? 0);
}

/** Words with what they weigh in a text. */
export interface WeighedTerms {
  readonly terms: readonly string[];
  readonly idf: readonly number[];
}

/**
 * A space of the vectors of words, a byte per number.
 * @param of the number of a term's vector in a dimension
 */
export function packedSpace(
  { terms, idf }: WeighedTerms,
  dimensions: number,
  of: (term: number, dimension: number) => number,
): WordSpaceParameters {
  const steps = new Int8Array(terms.length * dimensions);
  const scales = terms.map((_, term) => {
    const numbers = Array.from({ length: dimensions }, (_, at) => of(term, at));
    const scale = rounded(Math.max(...numbers.map(Math.abs)) / MOST_STEPS) || 1;
    for (const [at, value] of numbers.entries()) steps[term * dimensions + at] = Math.round(value / scale);
    return scale;
  });
  const bytes = Buffer.from(steps.buffer, steps.byteOffset, steps.byteLength);
  return { terms, idf, dimensions, scales, steps: bytes.toString('base64') };
}

/** Words of texts that are kept of given vectors, and of those with the file's most frequent words. */
const MOST_OF_TEXTS = 20_000;
export const MOST_GIVEN_TERMS = 30_000;

/** The words of texts whose vectors are wanted, and what words weigh by these texts. */
export interface WantedTerms {
  readonly terms: ReadonlySet<string>;
  readonly idfOf: (term: string) => number;
}

/** The words of texts to learn from, the most frequent ones if they are more than 20,000. */
export function wantedTerms(contents: readonly PageContent[]): WantedTerms {
  const { byTerm, documents } = documentFrequencies(contents.map(plainTerms));
  const terms = [...byTerm]
    .sort(([a, m], [b, n]) => n - m || compareTerms(a, b))
    .slice(0, MOST_OF_TEXTS)
    .map(([term]) => term);
  return {
    terms: new Set(terms),
    idfOf: (term) => rounded(Math.log((documents + 1) / ((byTerm.get(term) ?? 0) + 1))),
  };
}

/**
 * A space of vectors that were learned elsewhere. Their mean is taken off each, since what all words have in common says
 * nothing about any (Mu and Viswanath 2018).
 */
export function givenWordSpace(
  vectors: ReadonlyMap<string, Float32Array>,
  dimensions: number,
  { idfOf }: WantedTerms,
): WordSpaceParameters {
  const mean = new Float64Array(dimensions);
  for (const vector of vectors.values())
    for (let at = 0; at < dimensions; at += 1) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.size;
  const entries = [...vectors].sort(([a], [b]) => compareTerms(a, b));
  const terms = entries.map(([term]) => term);
  const of = (term: number, at: number): number => (entries[term]?.[1][at] ?? 0) - (mean[at] ?? 0);
  return packedSpace({ terms, idf: terms.map(idfOf) }, dimensions, of);
}

/** The position of a text in a word space. */
export interface TextInSpace {
  /** The direction of the text, normalised to length 1; zero if it has no known word. */
  readonly vector: SparseVector;
  /** The contribution of each word to `weights · vector`. */
  shares(weights: (dimension: number) => number): readonly (readonly [term: string, share: number])[];
}

/** Maps texts to positions: the sum of their words' vectors, weighted by tf-idf. */
function placeInSpace(parameters: WordSpaceParameters): (text: TermCounts) => TextInSpace {
  const { terms, idf, dimensions, scales } = parameters;
  const steps = Int8Array.from(Buffer.from(parameters.steps, 'base64'), (byte) => (byte << 24) >> 24);
  const space = { vocabulary: vocabularyOf(terms), idf };
  const of = (term: number, dimension: number): number =>
    (steps[term * dimensions + dimension] ?? 0) * (scales[term] ?? 0);
  return (text) => {
    const words = tfIdfVector(text, space);
    const sum = new Float64Array(dimensions);
    for (const [index, term] of words.places.entries())
      for (let at = 0; at < dimensions; at += 1)
        sum[at] = (sum[at] ?? 0) + (words.values[index] ?? 0) * of(term, at);
    const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
    return {
      vector: normalised(sparseVector(sum.entries())),
      shares: (weights) =>
        words.places.map((term, index) => {
          let share = 0;
          for (let at = 0; at < dimensions; at += 1) share += weights(at) * of(term, at);
          return [terms[term] ?? '', length === 0 ? 0 : ((words.values[index] ?? 0) * share) / length];
        }),
    };
  };
}

/** An open word space, which maps each text only once, even if many models are learned. */
export interface WordSpace {
  readonly parameters: WordSpaceParameters;
  placeOf(text: PageContent): TextInSpace;
}

/** Opens a word space. */
export function openWordSpace(parameters: WordSpaceParameters): WordSpace {
  const place = placeInSpace(parameters);
  const known = new WeakMap<PageContent, TextInSpace>();
  return {
    parameters,
    placeOf: (text) => {
      const placed = known.get(text) ?? place(plainTerms(text));
      known.set(text, placed);
      return placed;
    },
  };
}

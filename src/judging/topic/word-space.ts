import {
  openWordTable,
  shareWordSpace,
  type SharedWordSpace,
  type WordTable,
} from '../../language/text/word-space-file.js';
import { lengthOf, normalised, sparseVector, type SparseVector } from '../learning/sparse-vector.js';
import { leadingSubspace } from '../learning/subspace.js';
import { compareTerms, documentFrequencies, vocabularyOf, type TermCounts } from '../learning/term-counts.js';
import { tfIdfVector } from '../learning/tf-idf.js';
import { once, onceFor } from '../../support/once.js';
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
  shares(weights: ArrayLike<number>): readonly (readonly [term: string, share: number])[];
}

/** Adds a vector in steps, from its first one on. A page has hundreds of words, so that most of the time goes here. */
function addSteps(sum: Float64Array, steps: Int8Array, begin: number, factor: number): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + factor * (steps[begin + at] ?? 0);
}

/** Scores words by weights, each once, since texts have much the same ones. */
function scorer(
  weights: ArrayLike<number>,
  { terms, dimensions, steps }: WordTable,
): (term: number) => number {
  const known = new Float64Array(terms.length).fill(Number.NaN);
  return (term) => {
    let score = known[term] ?? 0;
    if (!Number.isNaN(score)) return score;
    score = 0;
    for (let at = 0; at < dimensions; at += 1)
      score += (weights[at] ?? 0) * (steps[term * dimensions + at] ?? 0);
    known[term] = score;
    return score;
  };
}

/** Maps texts to positions: the sum of their words' vectors, weighted by tf-idf. */
function placeInSpace(table: WordTable): (text: TermCounts) => TextInSpace {
  const { terms, idf, dimensions, scales, steps } = table;
  const space = { vocabulary: vocabularyOf(terms), idf };
  const scoresBy = onceFor((weights: ArrayLike<number>) => scorer(weights, table));
  return (text) => {
    const { places, values } = tfIdfVector(text, space);
    /** By word: what a step of its vector counts. */
    const factors = Float64Array.from(places, (term, index) => (values[index] ?? 0) * (scales[term] ?? 0));
    const sum = new Float64Array(dimensions);
    for (let index = 0; index < factors.length; index += 1)
      addSteps(sum, steps, (places[index] ?? 0) * dimensions, factors[index] ?? 0);
    const vector = sparseVector(sum.entries());
    const length = lengthOf(vector);
    return {
      vector: normalised(vector),
      shares: (weights) => {
        const scoreOf = scoresBy(weights);
        return places.map((term, index) => [
          terms[term] ?? '',
          length === 0 ? 0 : ((factors[index] ?? 0) * scoreOf(term)) / length,
        ]);
      },
    };
  };
}

/** Finds positions in a space, that of each text once, even if many models are learned. */
interface Placing {
  readonly dimensions: number;
  placeOf(text: PageContent): TextInSpace;
}

function placing(table: WordTable): Placing {
  const place = placeInSpace(table);
  return { dimensions: table.dimensions, placeOf: onceFor((text) => place(plainTerms(text))) };
}

/** An open word space that was learned or given, which models keep. */
export interface WordSpace extends Placing {
  readonly parameters: WordSpaceParameters;
}

/** Opens a word space. */
export function openWordSpace(parameters: WordSpaceParameters): WordSpace {
  return { parameters, ...placing(wordTable(parameters)) };
}

/** A space as it lies in memory. */
export function wordTable({ steps, ...rest }: WordSpaceParameters): WordTable {
  return { ...rest, steps: Int8Array.from(Buffer.from(steps, 'base64'), (byte) => (byte << 24) >> 24) };
}

/** The open word space of general English, which comes with sfwc. Models keep its checksum. */
export interface GeneralSpace extends Placing {
  readonly checksum: string;
}

/** Opens a word space that comes with sfwc. */
export function openGeneralSpace(shared: SharedWordSpace): GeneralSpace {
  return { checksum: shared.checksum, ...placing(openWordTable(shared)) };
}

/** The word space of general English; read and opened at the first call in each thread. @throws InputError */
export const generalSpace = once(() => openGeneralSpace(shareWordSpace()));

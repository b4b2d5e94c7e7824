import { leadingSubspace } from '../../judging/learning/subspace.js';
import { compareTerms, documentFrequencies, vocabularyOf } from '../../judging/learning/term-counts.js';
import { tfIdfVector } from '../../judging/learning/tf-idf.js';
import { plainTerms, type PageContent } from '../../judging/topic/page-content.js';
import { rounded } from '../../judging/topic/rounding.js';
import type { WordSpaceParameters } from '../../judging/topic/word-space.js';
import { seededRandom } from '../../support/random.js';

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
interface WeighedTerms {
  readonly terms: readonly string[];
  readonly idf: readonly number[];
}

/**
 * A space of the vectors of words, a byte per number.
 * @param of the number of a term's vector in a dimension
 */
function packedSpace(
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

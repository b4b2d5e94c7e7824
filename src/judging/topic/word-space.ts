import {
  openWordTable,
  shareWordSpace,
  type SharedWordSpace,
  type WordTable,
} from '../../language/text/word-space-file.js';
import { lengthOf, normalised, sparse, type SparseVector } from '../learning/sparse-vector.js';
import { vocabularyOf, type TermCounts } from '../learning/term-counts.js';
import { tfIdfVector } from '../learning/tf-idf.js';
import { once, onceFor } from '../../support/once.js';
import { plainTerms, type PageContent } from './page-content.js';

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
  const sum = new Float64Array(dimensions);
  const scoresBy = onceFor((weights: ArrayLike<number>) => scorer(weights, table));
  return (text) => {
    const { places, values } = tfIdfVector(text, space);
    /** By word: what a step of its vector counts. */
    const factors = new Float64Array(places.length);
    for (let index = 0; index < factors.length; index += 1)
      factors[index] = (values[index] ?? 0) * (scales[places[index] ?? 0] ?? 0);
    sum.fill(0);
    for (let index = 0; index < factors.length; index += 1)
      addSteps(sum, steps, (places[index] ?? 0) * dimensions, factors[index] ?? 0);
    const vector = sparse(sum);
    const length = lengthOf(vector);
    return {
      vector: normalised(vector),
      shares: (weights) => {
        const scoreOf = scoresBy(weights);
        const shares: [term: string, share: number][] = [];
        for (let index = 0; index < places.length; index += 1) {
          const term = places[index] ?? 0;
          const share = length === 0 ? 0 : ((factors[index] ?? 0) * scoreOf(term)) / length;
          shares.push([terms[term] ?? '', share]);
        }
        return shares;
      },
    };
  };
}

/** The open word space of general English, which comes with sfwc. */
export interface GeneralSpace {
  /** Models keep it. */
  readonly checksum: string;
  readonly dimensions: number;
  /** Finds the position of a text, once, even if many models are learned. */
  placeOf(text: PageContent): TextInSpace;
}

/** Opens a word space that comes with sfwc. */
export function openGeneralSpace(shared: SharedWordSpace): GeneralSpace {
  const place = placeInSpace(openWordTable(shared));
  const { checksum, dimensions } = shared;
  return { checksum, dimensions, placeOf: onceFor((text) => place(plainTerms(text))) };
}

/** The word space of general English; read and opened at the first call in each thread. @throws InputError */
export const generalSpace = once(() => openGeneralSpace(shareWordSpace()));

import {
  openWordTable,
  readWordsIn,
  shareWordSpace,
  type SharedWordSpace,
  type WordTable,
} from '../../language/text/word-space-file.js';
import {
  lengthOf,
  normalised,
  sparse,
  sparseVector,
  type SparseVector,
} from '../../support/numeric/sparse-vector.js';
import { vocabularyOf, type TermCounts } from '../learning/term-counts.js';
import { tfIdfVector } from '../learning/tf-idf.js';
import { onceFor } from '../../support/once.js';
import { remember } from '../../support/remember.js';
import { plainTerms, type PageContent } from './page-content.js';

export interface TextInSpace {
  /** The direction of the text, at length 1, or longer in other languages than English; zero if it has no known word. */
  readonly vector: SparseVector;
  /** The contribution of each word to `weights · vector`. */
  shares(weights: ArrayLike<number>): readonly (readonly [term: string, share: number])[];
}

type ReadWords = (text: TermCounts) => SparseVector;
function ownWords({ terms, idf }: WordTable): ReadWords {
  const space = { vocabulary: vocabularyOf(terms), idf };
  return (text) => tfIdfVector(text, space);
}

/** Bytes of a near word: its number and its share. */
const NEAR_BYTES = 3;

/** Reads words of another language as those of the space that are near to them: see `readWordsIn`. */
function nearWords(words: SharedWordSpace): ReadWords {
  const table = openWordTable(words);
  const read = ownWords(table);
  const { dimensions, steps } = table;
  const byte = (at: number): number => (steps[at] ?? 0) & 0xff;
  return (text) => {
    const near = new Map<number, number>();
    const { places, values } = read(text);
    for (const [index, place] of places.entries())
      for (let at = place * dimensions; at < (place + 1) * dimensions; at += NEAR_BYTES) {
        const word = byte(at) + 256 * byte(at + 1);
        near.set(word, (near.get(word) ?? 0) + (values[index] ?? 0) * byte(at + 2));
      }
    return sparseVector(near);
  };
}

/** Maps texts to positions: the sum of their words' vectors. @param reach length of the positions */
function placeInSpace(table: WordTable, read: ReadWords, reach = 1) {
  const { terms, dimensions, scales, steps } = table;
  const sum = new Float64Array(dimensions);
  /** Scores words by weights, each word once: pages share most of them. */
  const scorer = onceFor((weights: ArrayLike<number>) =>
    remember((term: number) => {
      let score = 0;
      for (let at = 0; at < dimensions; at += 1)
        score += (weights[at] ?? 0) * (steps[term * dimensions + at] ?? 0);
      return score;
    }, 2 * terms.length),
  );
  /** The words of a text, by word what a step of its vector counts, and the sum, which the next text overwrites. */
  function addUp(text: TermCounts) {
    const { places, values } = read(text);
    const factors = places.map((place, index) => (values[index] ?? 0) * (scales[place] ?? 0));
    sum.fill(0);
    // A page has hundreds of words, so that most of the time goes here.
    for (const [index, factor] of factors.entries()) {
      const begin = (places[index] ?? 0) * dimensions;
      for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + factor * (steps[begin + at] ?? 0);
    }
    return { places, factors, sum };
  }
  const place = (text: TermCounts): TextInSpace => {
    const { places, factors } = addUp(text);
    const vector = sparse(sum);
    const length = lengthOf(vector.values) / reach;
    return {
      vector: normalised(vector, reach),
      shares(weights) {
        const score = scorer(weights);
        return Array.from(places, (term, index) => {
          const share = length === 0 ? 0 : ((factors[index] ?? 0) * score(term)) / length;
          return [terms[term] ?? '', share] as const;
        });
      },
    };
  };
  return { place, addUp };
}

/**
 * Length of the positions of texts in other languages. Means lie nearer to the middle than the words themselves: English originals of
 * German descriptions of Debian's packages lie 1.23 times as far from the background, of French ones 1.09 times.
 */
const REACH = 1.2;
/** Languages that are kept open. */
const LANGUAGES = 10;

/** The open word space of general English, which comes with sfwc. */
export interface GeneralSpace {
  /** Models keep it. */
  readonly checksum: string;
  readonly dimensions: number;
  /** Finds the position of a text, once, even if many models are learned. */
  placeOf(text: PageContent): TextInSpace;
  /** The same, as a sum of any length that the next text overwrites. @param language ISO 639-1; undefined: English */
  sumOf(text: TermCounts, language: string | undefined): Float64Array;
}

/** Opens a word space that comes with sfwc. @param wordsIn reads the words of another language, at the first text in it */
export function openGeneralSpace(shared: SharedWordSpace, wordsIn = readWordsIn): GeneralSpace {
  const table = openWordTable(shared);
  const english = placeInSpace(table, ownWords(table));
  const inOther = remember(
    (language: string) => placeInSpace(table, nearWords(wordsIn(language, shared)), REACH),
    LANGUAGES,
  );
  const spaceOf = (language?: string) => (language === undefined ? english : inOther(language));
  const { checksum, dimensions } = shared;
  const placeOf = onceFor((text: PageContent) => spaceOf(text.language).place(plainTerms(text)));
  return { checksum, dimensions, placeOf, sumOf: (text, language) => spaceOf(language).addUp(text).sum };
}

let general: GeneralSpace | undefined;

/** The word space of general English, opened once in each thread. @param memory that another thread has read @throws InputError */
export function generalSpace(memory?: SharedWordSpace): GeneralSpace {
  return (general ??= openGeneralSpace(memory ?? shareWordSpace()));
}

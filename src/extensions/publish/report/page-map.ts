import { kMeans, middleOf, squaredDistance } from './noun-clusters.js';
import { addTo, dotDense, type SparseVector } from '../../../judging/learning/sparse-vector.js';
import { leadingSubspace } from '../../../judging/learning/subspace.js';
import { documentFrequencies, vocabularyOf, type TermCounts } from '../../../judging/learning/term-counts.js';
import { termSpace, tfIdfVector } from '../../../judging/learning/tf-idf.js';
import { seededRandom } from '../../../support/random.js';
import { principalPlane } from './principal-plane.js';

/** Pages in two dimensions by their words: pages with the same words are near each other. */
export interface PageMap {
  /** In the order of the pages; without a unit. */
  readonly points: readonly MapPoint[];
  /** The largest first. */
  readonly groups: readonly PageGroup[];
}

/** Where a page is, and the number of its group. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
  readonly group: number;
}

/** Pages with similar words. */
export interface PageGroup {
  readonly size: number;
  /** The words that tell it from the others, the most telling first. */
  readonly words: readonly string[];
  /** Where its middle is on the map. */
  readonly x: number;
  readonly y: number;
  /** The page that is nearest to its middle, as a place in the list of pages. */
  readonly typical: number;
}

/** Pages of which a map can be made; of fewer, it would say nothing. */
export const FEWEST_PAGES = 8;
/** Words that are counted: the most frequent ones of those that are on several pages, and not on most. */
const MOST_WORDS = 6000;
const WIDESPREAD = 0.6;
/** Dimensions in which pages are compared. */
const DIMENSIONS = 12;
const MOST_GROUPS = 8;
const WORDS_OF_GROUP = 8;
const SEED = 1;

/**
 * Makes a map: tf-idf, truncated singular value decomposition (latent semantic analysis, Deerwester et al. 1990), of that the
 * plane in which pages differ most (principal components), and groups by k-means in all dimensions. The same pages give the
 * same map.
 * @returns undefined where there are too few pages, or pages with too little in common
 */
export function mapPages(pages: readonly TermCounts[]): PageMap | undefined {
  if (pages.length < FEWEST_PAGES) return undefined;
  const { terms, vectors } = vectorsOf(pages);
  const random = seededRandom(SEED);
  const directions = leadingSubspace(vectors, terms.length, DIMENSIONS, random);
  if (directions.length < 2) return undefined;
  const places = vectors.map((vector) =>
    Float64Array.from(directions, (direction) => dotDense(vector, direction)),
  );
  const wanted = Math.min(MOST_GROUPS, Math.max(2, Math.round(Math.sqrt(pages.length / 4))));
  const { groups, members } = bySize(kMeans(places, wanted, random));
  const plane = principalPlane(places);
  return {
    points: plane.map(([x, y], place) => ({ x, y, group: groups[place] ?? 0 })),
    groups: members.map((own) => {
      const middle = middleOf(own.map((place) => places[place] ?? new Float64Array()));
      const [x = 0, y = 0] = middleOf(own.map((place) => Float64Array.from(plane[place] ?? [])));
      const distanceOf = (place: number): number => squaredDistance(places[place] ?? middle, middle);
      const typical = own.reduce((best, place) => (distanceOf(place) < distanceOf(best) ? place : best));
      return { size: own.length, words: tellingWords(own, vectors, terms), x, y, typical };
    }),
  };
}

function vectorsOf(pages: readonly TermCounts[]): {
  readonly terms: readonly string[];
  readonly vectors: readonly SparseVector[];
} {
  const frequencies = documentFrequencies(pages);
  const terms = [...frequencies.byTerm]
    .filter(([, count]) => count >= 2 && count <= WIDESPREAD * pages.length)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(([term]) => term);
  const space = termSpace(vocabularyOf(terms), frequencies);
  return { terms, vectors: pages.map((page) => tfIdfVector(page, space)) };
}

/** Groups renamed by their sizes, the largest first, with their members. */
function bySize(found: readonly number[]): {
  readonly groups: readonly number[];
  readonly members: readonly (readonly number[])[];
} {
  const names = [...new Set(found)];
  const members = names
    .map((name) => found.flatMap((group, place) => (group === name ? [place] : [])))
    .sort((a, b) => b.length - a.length);
  const groups = found.map((_, place) => members.findIndex((own) => own.includes(place)));
  return { groups, members };
}

/** The words whose mean weight in a group is most above that of all pages. */
function tellingWords(
  own: readonly number[],
  vectors: readonly SparseVector[],
  terms: readonly string[],
): readonly string[] {
  const weights = new Float64Array(terms.length);
  for (const vector of vectors) addTo(weights, vector, -1 / vectors.length);
  for (const place of own) {
    const vector = vectors[place];
    if (vector !== undefined) addTo(weights, vector, 1 / own.length);
  }
  return [...weights.keys()]
    .filter((place) => (weights[place] ?? 0) > 0)
    .sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b)
    .slice(0, WORDS_OF_GROUP)
    .map((place) => terms[place] ?? '');
}

import { kMeans, middleOf, squaredDistance } from './noun-clusters.js';
import { addTo, dotDense, type SparseVector } from '../../../judging/learning/sparse-vector.js';
import { leadingSubspace } from '../../../judging/learning/subspace.js';
import { documentFrequencies, vocabularyOf, type TermCounts } from '../../../judging/learning/term-counts.js';
import { termSpace, tfIdfVector } from '../../../judging/learning/tf-idf.js';
import { seededRandom } from '../../../support/random.js';
import type { PageMap } from '../../../model/page-map.js';
import { principalPlane } from './principal-plane.js';

/** Characters of a page that its place on the map depends on. */
export const READ_CHARACTERS = 30_000;
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
 * @param isLabel whether a word may tell a group from others; default: each
 * @returns undefined where there are too few pages, or pages with too little in common
 */
export function mapPages(
  pages: readonly TermCounts[],
  isLabel: (word: string) => boolean = () => true,
): PageMap | undefined {
  if (pages.length < FEWEST_PAGES) return undefined;
  const { terms, vectors, vectorOf } = vectorsOf(pages);
  const random = seededRandom(SEED);
  const directions = leadingSubspace(vectors, terms.length, DIMENSIONS, random);
  if (directions.length < 2) return undefined;
  const placeOf = (vector: SparseVector): Float64Array =>
    Float64Array.from(directions, (direction) => dotDense(vector, direction));
  const places = vectors.map(placeOf);
  const wanted = Math.min(MOST_GROUPS, Math.max(2, Math.round(Math.sqrt(pages.length / 4))));
  const { groups, members } = bySize(kMeans(places, wanted, random));
  const plane = principalPlane(places);
  const points = places.map(plane);
  const middles = members.map((own) => middleOf(own.map((place) => places[place] ?? new Float64Array())));
  return {
    points: points.map(([x, y], place) => ({ x, y, group: groups[place] ?? 0 })),
    groups: members.map((own, group) => {
      const middle = middles[group] ?? new Float64Array();
      const [x = 0, y = 0] = middleOf(own.map((place) => Float64Array.from(points[place] ?? [])));
      const distanceOf = (place: number): number => squaredDistance(places[place] ?? middle, middle);
      const typical = own.reduce((best, place) => (distanceOf(place) < distanceOf(best) ? place : best));
      return { size: own.length, words: tellingWords(own, vectors, terms, isLabel), x, y, typical };
    }),
    place(page) {
      const at = placeOf(vectorOf(page));
      const [x, y] = plane(at);
      const distances = middles.map((middle) => squaredDistance(at, middle));
      return { x, y, group: distances.indexOf(Math.min(...distances)) };
    },
  };
}

function vectorsOf(pages: readonly TermCounts[]): {
  readonly terms: readonly string[];
  readonly vectors: readonly SparseVector[];
  readonly vectorOf: (page: TermCounts) => SparseVector;
} {
  const frequencies = documentFrequencies(pages);
  const terms = [...frequencies.byTerm]
    .filter(([, count]) => count >= 2 && count <= WIDESPREAD * pages.length)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(([term]) => term);
  const space = termSpace(vocabularyOf(terms), frequencies);
  const vectorOf = (page: TermCounts): SparseVector => tfIdfVector(page, space);
  return { terms, vectors: pages.map(vectorOf), vectorOf };
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
  isLabel: (word: string) => boolean,
): readonly string[] {
  const weights = new Float64Array(terms.length);
  for (const vector of vectors) addTo(weights, vector, -1 / vectors.length);
  for (const place of own) {
    const vector = vectors[place];
    if (vector !== undefined) addTo(weights, vector, 1 / own.length);
  }
  return [...weights.keys()]
    .filter((place) => (weights[place] ?? 0) > 0 && isLabel(terms[place] ?? ''))
    .sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b)
    .slice(0, WORDS_OF_GROUP)
    .map((place) => terms[place] ?? '');
}

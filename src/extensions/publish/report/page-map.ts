import { kMeans, middleOf, squaredDistance } from './noun-clusters.js';
import { addTo, dotDense, sparse, type SparseVector } from '../../../support/numeric/sparse-vector.js';
import { documentFrequencies, vocabularyOf, type TermCounts } from '../../../judging/learning/term-counts.js';
import { termSpace, tfIdfVector } from '../../../judging/learning/tf-idf.js';
import { seededRandom, type Random } from '../../../support/random.js';
import type { PageMap } from '../../../model/page-map.js';

/** Characters of a page that its place on the map depends on. */
export const READ_CHARACTERS = 30_000;
/** Pages of which a map can be made; of fewer, it would say nothing. */
export const FEWEST_PAGES = 8;
/** Words that are counted: the most frequent ones of those that are on several pages, and not on most. */
const MAX_WORDS = 6000;
const WIDESPREAD = 0.6;
/** Dimensions in which pages are compared. */
const DIMENSIONS = 12;
const MAX_GROUPS = 8;
const WORDS_OF_GROUP = 8;
const SEED = 1;
/** Rounds that find the space of strong directions, and those that find the directions themselves. */
const [FEW_ROUNDS, MANY_ROUNDS] = [4, 200];
/** Below this length, a direction is only rounding error. */
const NEGLIGIBLE = 1e-9;

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
  const directions = leadingDirections(vectors, terms.length, DIMENSIONS, random);
  if (directions.length < 2) return undefined;
  const placeOf = (vector: SparseVector): Float64Array =>
    Float64Array.from(directions, (direction) => dotDense(vector, direction));
  const places = vectors.map(placeOf);
  const wanted = Math.min(MAX_GROUPS, Math.max(2, Math.round(Math.sqrt(pages.length / 4))));
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

function vectorsOf(pages: readonly TermCounts[]) {
  const frequencies = documentFrequencies(pages);
  const terms = [...frequencies.byTerm]
    .filter(([, count]) => count >= 2 && count <= WIDESPREAD * pages.length)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, MAX_WORDS)
    .map(([term]) => term);
  const space = termSpace(vocabularyOf(terms), frequencies);
  const vectorOf = (page: TermCounts): SparseVector => tfIdfVector(page, space);
  return { terms, vectors: pages.map(vectorOf), vectorOf };
}

/** Groups renamed by their sizes, the largest first, with their members. */
function bySize(found: readonly number[]) {
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

/**
 * The plane in which points differ most: that of their first two principal components. Directions are such that their largest
 * coordinate is positive, so that the same points always give the same picture.
 */
export function principalPlane(
  points: readonly Float64Array[],
): (point: Float64Array) => readonly [x: number, y: number] {
  const middle = middleOf(points);
  const centred = (point: Float64Array): SparseVector =>
    sparse(point.map((value, place) => value - (middle[place] ?? 0)));
  const directions = leadingDirections(
    points.map(centred),
    middle.length,
    2,
    seededRandom(SEED),
    MANY_ROUNDS,
  );
  const [first = [], second = []] = directions.map((direction) => {
    const largest = direction.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
    return direction.map((value) => value * Math.sign(largest));
  });
  return (point) => [dotDense(centred(point), first), dotDense(centred(point), second)];
}

/**
 * Finds the space of the leading right singular vectors by subspace iteration from random directions (Halko, Martinsson and
 * Tropp 2011, algorithm 4.4): with few rounds some orthonormal basis of it, with many the vectors, strongest first.
 * @param size number of places of the vectors
 * @param count directions at most, limited by the number of vectors
 */
export function leadingDirections(
  vectors: readonly SparseVector[],
  size: number,
  count: number,
  random: Random,
  rounds = FEW_ROUNDS,
): readonly Float64Array[] {
  /** `Aᵀ·A·d`, the vectors being the rows of A. */
  const scatter = (direction: Float64Array): Float64Array => {
    const sum = new Float64Array(size);
    for (const vector of vectors) addTo(sum, vector, dotDense(vector, direction));
    return sum;
  };
  let directions: readonly Float64Array[] = Array.from(
    { length: Math.min(count, vectors.length, size) },
    () => Float64Array.from({ length: size }, () => random() - 0.5),
  );
  for (let round = 0; round < rounds; round += 1) directions = orthonormal(directions.map(scatter));
  return directions;
}

/** The modified Gram–Schmidt process; dependent directions are dropped. */
function orthonormal(directions: readonly Float64Array[]): Float64Array[] {
  const done: Float64Array[] = [];
  for (const direction of directions) {
    let rest = direction;
    for (const other of done) {
      const along = dot(rest, other);
      rest = rest.map((value, place) => value - along * (other[place] ?? 0));
    }
    const length = Math.sqrt(dot(rest, rest));
    if (length > NEGLIGIBLE * Math.sqrt(dot(direction, direction)))
      done.push(rest.map((value) => value / length));
  }
  return done;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);
}

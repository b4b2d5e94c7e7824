import type { Random } from '../../../support/random.js';

/** Rounds after which groups count as found; most settle in ten. */
const MAX_ROUNDS = 50;

/** Number of starts: the result of a single one may be poor. */
const TRIES = 5;

/**
 * Puts points into groups by Lloyd's algorithm, from centres that k-means++ draws (Arthur and Vassilvitskii 2007); the best of
 * several tries.
 * @param count groups; fewer are found where fewer points differ
 * @returns the number of the group of each point, from 0 on
 */
export function kMeans(points: readonly Float64Array[], count: number, random: Random): readonly number[] {
  const tries = Array.from({ length: TRIES }, () => groupOnce(points, count, random));
  return tries.reduce((best, one) => (one.spread < best.spread ? one : best)).groups;
}

/** The groups of one try, and the sum of the squared distances to their centres. */
function groupOnce(points: readonly Float64Array[], count: number, random: Random) {
  let centres = firstCentres(points, count, random);
  let [groups, spread]: [readonly number[], number] = [[], 0];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = points.map((point) => nearest(point, centres));
    const isSettled = found.every(({ place }, point) => place === groups[point]);
    groups = found.map(({ place }) => place);
    spread = found.reduce((sum, { distance }) => sum + distance, 0);
    if (isSettled) break;
    centres = centres.map((centre, group) => {
      const own = points.filter((_, place) => groups[place] === group);
      return own.length === 0 ? centre : middleOf(own);
    });
  }
  return { groups, spread };
}

/** The mean of points, of which there is at least one. */
export function middleOf(points: readonly Float64Array[]): Float64Array {
  const middle = new Float64Array(points[0]?.length ?? 0);
  for (const point of points)
    for (const [place, value] of point.entries())
      middle[place] = (middle[place] ?? 0) + value / points.length;
  return middle;
}

/** The squared distance of two points. */
export function squaredDistance(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, place) => sum + (value - (b[place] ?? 0)) ** 2, 0);
}

function firstCentres(points: readonly Float64Array[], count: number, random: Random): Float64Array[] {
  const first = points[Math.floor(random() * points.length)];
  const centres = first === undefined ? [] : [first];
  while (centres.length < count) {
    const distances = points.map((point) => nearest(point, centres).distance);
    let left = random() * distances.reduce((sum, distance) => sum + distance, 0);
    if (left <= 0) break;
    const chosen = distances.findIndex((distance) => (left -= distance) < 0);
    const centre = points[chosen];
    if (centre === undefined) break;
    centres.push(centre);
  }
  return centres;
}

function nearest(
  point: Float64Array,
  centres: readonly Float64Array[],
): { readonly place: number; readonly distance: number } {
  let [place, distance] = [0, Infinity];
  for (const [other, centre] of centres.entries()) {
    const own = squaredDistance(point, centre);
    if (own < distance) [place, distance] = [other, own];
  }
  return { place, distance };
}

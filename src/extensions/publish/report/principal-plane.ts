import { middleOf } from './noun-clusters.js';

/** Rounds of the power iteration; a map does not need more digits. */
const ROUNDS = 200;

/** Where a point is in a plane. */
export type Projection = (point: Float64Array) => readonly [x: number, y: number];

/**
 * The plane in which points differ most: that of their first two principal components, by power iteration. Directions
 * are such that their largest coordinate is positive, so that the same points always give the same picture.
 */
export function principalPlane(points: readonly Float64Array[]): Projection {
  const middle = middleOf(points);
  const centred = (point: Float64Array): Float64Array =>
    point.map((value, place) => value - (middle[place] ?? 0));
  const all = points.map(centred);
  const first = widestDirection(all);
  const second = widestDirection(all.map((point) => withoutDirection(point, first)));
  return (point) => {
    const at = centred(point);
    return [dot(at, first), dot(withoutDirection(at, first), second)];
  };
}

function withoutDirection(point: Float64Array, direction: Float64Array): Float64Array {
  const along = dot(point, direction);
  return point.map((value, place) => value - along * (direction[place] ?? 0));
}

/** The direction in which centred points differ most, at length 1; all zeros where they do not differ. */
function widestDirection(points: readonly Float64Array[]): Float64Array {
  // From the longest point: it is not at a right angle to the direction that is sought, unless by a freak.
  let direction = points.reduce(
    (best, point) => (dot(point, point) > dot(best, best) ? point : best),
    new Float64Array(points[0]?.length ?? 0),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float64Array(direction.length);
    for (const point of points) {
      const along = dot(point, direction);
      for (const [place, value] of point.entries()) next[place] = (next[place] ?? 0) + along * value;
    }
    const length = Math.sqrt(dot(next, next));
    if (length < 1e-12) return new Float64Array(direction.length);
    direction = next.map((value) => value / length);
  }
  const largest = direction.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
  return largest < 0 ? direction.map((value) => -value) : direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);
}

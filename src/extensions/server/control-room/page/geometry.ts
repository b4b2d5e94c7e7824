/** A point in pixels. */
export type Spot = readonly [x: number, y: number];

/** Thing with a place. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** A rectangle. */
export interface Box extends Place {
  readonly width: number;
  readonly height: number;
}

/** The length of a line through spots. */
export function lengthOf(line: readonly Spot[]): number {
  return line.reduce((sum, spot, at) => sum + distance(spot, line[at - 1] ?? spot), 0);
}

/** The distance of two spots. */
export function distance([ax, ay]: Spot, [bx, by]: Spot): number {
  return Math.hypot(ax - bx, ay - by);
}

/** True if a spot is inside of a line that is closed: it is where a ray from it crosses the line an odd number of times. */
export function isInside([x, y]: Spot, line: readonly Spot[]): boolean {
  let inside = false;
  for (const [at, [ax, ay]] of line.entries()) {
    const [bx, by] = line[at === 0 ? line.length - 1 : at - 1] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/**
 * The nearest dot in a direction; what lies to its sides counts as further away.
 * @returns undefined where none lies in that direction
 */
export function nearestTowards<Dot extends Place>(
  dots: readonly Dot[],
  from: Place,
  [wx, wy]: Spot,
): Dot | undefined {
  let [best, least]: [Dot | undefined, number] = [undefined, Infinity];
  for (const dot of dots) {
    const [dx, dy] = [dot.x - from.x, dot.y - from.y];
    const along = dx * wx + dy * wy;
    const aside = Math.abs(dx * wy) + Math.abs(dy * wx);
    const far = along + 3 * aside;
    if (along > 1e-6 && far < least) [best, least] = [dot, far];
  }
  return best;
}

/** Rectangles of these areas in a box, as square as may be (Bruls, Huizing and van Wijk 2000). @param values descending */
export function squarified(values: readonly number[], box: Box): readonly Box[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  const areas = values.map((value) => (value / (total || 1)) * box.width * box.height);
  const found: Box[] = [];
  let left = box;
  for (let at = 0; at < areas.length;) {
    const side = Math.min(left.width, left.height);
    let row = areas.slice(at, at + 1);
    while (at + row.length < areas.length) {
      const longer = areas.slice(at, at + row.length + 1);
      if (worst(longer, side) > worst(row, side)) break;
      row = longer;
    }
    left = placeRow(row, left, found);
    at += row.length;
  }
  return found;
}

/** The largest ratio of sides in a row. */
function worst(row: readonly number[], side: number): number {
  const sum = row.reduce((total, area) => total + area, 0);
  const thickness = sum / side;
  return Math.max(
    ...row.map((area) => Math.max(area / thickness / thickness, (thickness * thickness) / area)),
  );
}

/** Places a row at the shorter side of a box. @returns what is left of the box */
function placeRow(row: readonly number[], box: Box, found: Box[]): Box {
  const sum = row.reduce((total, area) => total + area, 0);
  const isUpright = box.width >= box.height;
  const thickness = sum / (isUpright ? box.height : box.width);
  let at = isUpright ? box.y : box.x;
  for (const area of row) {
    const length = area / thickness;
    found.push(
      isUpright
        ? { x: box.x, y: at, width: thickness, height: length }
        : { x: at, y: box.y, width: length, height: thickness },
    );
    at += length;
  }
  return isUpright
    ? { ...box, x: box.x + thickness, width: Math.max(0, box.width - thickness) }
    : { ...box, y: box.y + thickness, height: Math.max(0, box.height - thickness) };
}

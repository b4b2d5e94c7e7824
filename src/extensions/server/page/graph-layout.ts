import type { Spot } from '../control-room/page/geometry.js';

/** Rounds of improvement: afterwards pictures of some dozen nodes change no more. */
const ROUNDS = 150;

/**
 * Places the nodes of a graph so that their distances in the picture are those along the links, by majorization of stress
 * (Gansner, Koren and North 2004), and turns it so that its longest side is horizontal and links lead to the right. The same graph has the same picture.
 * @param count nodes, at most some hundred
 * @param edges pairs of nodes
 * @returns a place for each node, between 0 and 1 in both directions
 */
export function layOut(count: number, edges: readonly (readonly [number, number])[]): readonly Spot[] {
  if (count === 0) return [];
  const far = distances(count, edges);
  const places = begun(far);
  for (let round = 0; round < ROUNDS; round += 1)
    for (let node = 0; node < count; node += 1) improve(node, places, far);
  return fitted(directed(turned(places), edges));
}

/**
 * Places to begin with: from left to right by the distance to the two nodes that are the furthest apart, and on a spiral
 * around that, so that no two are at the same place and none is in line with two others.
 */
function begun(far: readonly (readonly number[])[]): [number, number][] {
  const furthest = (node: number): number => {
    const row = far[node] ?? [];
    return row.indexOf(Math.max(...row));
  };
  const left = furthest(0);
  const right = furthest(left);
  return far.map((row, node) => {
    const [angle, radius] = [node * 2.4, 0.2 * Math.sqrt(node + 0.5)];
    const x = ((row[left] ?? 0) - (row[right] ?? 0)) / 2;
    return [x + radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** Moves a node to where the distances to all others fit best; those of near ones count most. */
function improve(node: number, places: [number, number][], far: readonly (readonly number[])[]): void {
  const here = places[node];
  if (here === undefined || places.length < 2) return;
  let [x, y, all] = [0, 0, 0];
  for (const [other, [ox, oy]] of places.entries()) {
    if (other === node) continue;
    const wanted = far[node]?.[other] ?? 1;
    const [dx, dy] = [here[0] - ox, here[1] - oy];
    const is = Math.hypot(dx, dy) || 1e-6;
    const weight = 1 / (wanted * wanted);
    x += weight * (ox + (wanted * dx) / is);
    y += weight * (oy + (wanted * dy) / is);
    all += weight;
  }
  [here[0], here[1]] = [x / all, y / all];
}

/** The number of links between each two nodes; parts without a link between them are somewhat further apart than all others. */
function distances(
  count: number,
  edges: readonly (readonly [number, number])[],
): readonly (readonly number[])[] {
  const near = Array.from({ length: count }, () => new Set<number>());
  for (const [from, to] of edges) {
    near[from]?.add(to);
    near[to]?.add(from);
  }
  const found = near.map((_, node) => distancesFrom(node, near));
  const most = Math.max(1, ...found.flat().filter(Number.isFinite));
  return found.map((row) => row.map((far) => (Number.isFinite(far) ? far : Math.min(most, 4) + 1)));
}

function distancesFrom(start: number, near: readonly ReadonlySet<number>[]): number[] {
  const found = near.map(() => Infinity);
  found[start] = 0;
  const waiting = [start];
  for (const node of waiting)
    for (const next of near[node] ?? [])
      if (found[next] === Infinity) {
        found[next] = (found[node] ?? 0) + 1;
        waiting.push(next);
      }
  return found;
}

/** Turned so that the nodes differ most from left to right (the first principal component). */
function turned(places: readonly Spot[]): readonly Spot[] {
  const mean = (axis: 0 | 1): number => places.reduce((sum, spot) => sum + spot[axis], 0) / places.length;
  const [mx, my] = [mean(0), mean(1)];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of places) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return places.map(([x, y]) => [(x - mx) * cos + (y - my) * sin, (y - my) * cos - (x - mx) * sin]);
}

/** Turned so that most links lead from left to right. */
function directed(places: readonly Spot[], edges: readonly (readonly [number, number])[]): readonly Spot[] {
  const along = edges.reduce((sum, [from, to]) => sum + (places[to]?.[0] ?? 0) - (places[from]?.[0] ?? 0), 0);
  return along < 0 ? places.map(([x, y]): Spot => [-x, -y]) : places;
}

/** The least height for a width: what is nearly a line stays one. */
const FLATTEST = 0.4;

function fitted(places: readonly Spot[]): readonly Spot[] {
  const ends = (axis: 0 | 1): readonly [number, number] => {
    const values = places.map((spot) => spot[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [[left, right], [top, bottom]] = [ends(0), ends(1)];
  const width = right - left;
  const height = Math.max(bottom - top, FLATTEST * width);
  const middle = (top + bottom) / 2;
  return places.map(([x, y]) => [
    width < 1e-6 ? 0.5 : (x - left) / width,
    height < 1e-6 ? 0.5 : 0.5 + (y - middle) / height,
  ]);
}

import { dot } from './linear-algebra.js';

/** A smooth function: returns its value at a point and writes its gradient there. */
export type Objective = (point: Float64Array<ArrayBuffer>, gradient: Float64Array<ArrayBuffer>) => number;

/** Number of previous steps for estimating the curvature. */
const MEMORY = 10;
const MAX_ITERATIONS = 200;
const MAX_HALVINGS = 40;
/** Required share of the decrease predicted by the slope (Armijo). */
const SUFFICIENT = 1e-4;

/**
 * Minimises a convex function by limited-memory BFGS (Liu and Nocedal 1989; Nocedal and Wright, *Numerical Optimization*,
 * algorithm 7.5), with a step that is halved until the value falls enough. Deterministic. Ends when the gradient's
 * length is below `tolerance` times the initial one, after 200 steps, or when no step decreases the value.
 */
export function minimise(
  objective: Objective,
  start: Float64Array<ArrayBuffer>,
  tolerance = 1e-5,
): Float64Array<ArrayBuffer> {
  let point = Float64Array.from(start);
  let gradient = new Float64Array(point.length);
  let value = objective(point, gradient);
  const target = tolerance * Math.max(Math.sqrt(dot(gradient, gradient)), Number.MIN_VALUE);
  const steps: Step[] = [];
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    if (Math.sqrt(dot(gradient, gradient)) <= target) break;
    const direction = descent(gradient, steps);
    const next = lineSearch(objective, { point, gradient, value }, direction);
    if (next === undefined) break;
    const move = subtract(next.point, point);
    const change = subtract(next.gradient, gradient);
    const curvature = dot(move, change);
    if (curvature > 0) steps.push({ move, change, curvature });
    if (steps.length > MEMORY) steps.shift();
    ({ point, gradient, value } = next);
  }
  return point;
}

interface Step {
  readonly move: Float64Array<ArrayBuffer>;
  readonly change: Float64Array<ArrayBuffer>;
  /** Their product. */
  readonly curvature: number;
}

interface Place {
  readonly point: Float64Array<ArrayBuffer>;
  readonly gradient: Float64Array<ArrayBuffer>;
  readonly value: number;
}

/** The two-loop recursion: the negative gradient, corrected by the curvature along the last steps. */
function descent(gradient: Float64Array<ArrayBuffer>, steps: readonly Step[]): Float64Array<ArrayBuffer> {
  const direction = gradient.map((component) => -component);
  const factors: number[] = [];
  for (const { move, change, curvature } of [...steps].reverse()) {
    const factor = dot(move, direction) / curvature;
    factors.push(factor);
    add(direction, change, -factor);
  }
  const last = steps.at(-1);
  const scale =
    last === undefined
      ? 1 / Math.max(1, Math.sqrt(dot(gradient, gradient)))
      : last.curvature / dot(last.change, last.change);
  for (let index = 0; index < direction.length; index += 1)
    direction[index] = (direction[index] ?? 0) * scale;
  for (const { move, change, curvature } of steps) {
    const factor = (factors.pop() ?? 0) - dot(change, direction) / curvature;
    add(direction, move, factor);
  }
  return direction;
}

function lineSearch(
  objective: Objective,
  from: Place,
  direction: Float64Array<ArrayBuffer>,
): Place | undefined {
  const slope = dot(from.gradient, direction);
  if (slope >= 0) return undefined;
  let length = 1;
  for (let halving = 0; halving < MAX_HALVINGS; halving += 1) {
    const point = Float64Array.from(from.point);
    add(point, direction, length);
    const gradient = new Float64Array(point.length);
    const value = objective(point, gradient);
    if (value <= from.value + SUFFICIENT * length * slope) return { point, gradient, value };
    length /= 2;
  }
  return undefined;
}

function subtract(a: Float64Array<ArrayBuffer>, b: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  return a.map((value, index) => value - (b[index] ?? 0));
}

function add(to: Float64Array<ArrayBuffer>, what: Float64Array<ArrayBuffer>, factor: number): void {
  for (let index = 0; index < to.length; index += 1)
    to[index] = (to[index] ?? 0) + factor * (what[index] ?? 0);
}

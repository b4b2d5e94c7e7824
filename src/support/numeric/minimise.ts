import { lengthOf } from './sparse-vector.js';

type Vector = Float64Array<ArrayBuffer>;

/** A smooth function: returns its value at a point and writes its gradient there. */
type Objective = (point: Vector, gradient: Vector) => number;

/** Number of previous steps for estimating the curvature. */
const MEMORY = 10;
const [MAX_ITERATIONS, MAX_HALVINGS] = [200, 40];
/** Required share of the decrease predicted by the slope (Armijo). */
const SUFFICIENT = 1e-4;

interface Place {
  readonly point: Vector;
  readonly gradient: Vector;
  readonly value: number;
}

interface Step {
  readonly move: Vector;
  readonly change: Vector;
  /** Their product. */
  readonly curvature: number;
}

/**
 * Minimises a convex function by limited-memory BFGS (Liu and Nocedal 1989; Nocedal and Wright, *Numerical Optimization*,
 * algorithm 7.5), with a step that is halved until the value falls enough. Deterministic. Ends when the gradient's
 * length is below `tolerance` times the initial one, after 200 steps, or when no step decreases the value.
 */
export function minimise(objective: Objective, start: Vector, tolerance = 1e-5): Vector {
  let at = placeAt(objective, Float64Array.from(start));
  const target = tolerance * Math.max(lengthOf(at.gradient), Number.MIN_VALUE);
  const steps: Step[] = [];
  for (let iteration = 0; iteration < MAX_ITERATIONS && lengthOf(at.gradient) > target; iteration += 1) {
    const next = lineSearch(objective, at, descent(at.gradient, steps));
    if (next === undefined) break;
    const move = sum(next.point, at.point, -1);
    const change = sum(next.gradient, at.gradient, -1);
    const curvature = dot(move, change);
    if (curvature > 0) steps.push({ move, change, curvature });
    if (steps.length > MEMORY) steps.shift();
    at = next;
  }
  return at.point;
}

function placeAt(objective: Objective, point: Vector): Place {
  const gradient = new Float64Array(point.length);
  return { point, value: objective(point, gradient), gradient };
}

/** The two-loop recursion: the negative gradient, corrected by the curvature along the last steps. */
function descent(gradient: Vector, steps: readonly Step[]): Vector {
  let direction = gradient.map((component) => -component);
  const factors: number[] = [];
  for (const { move, change, curvature } of [...steps].reverse()) {
    const factor = dot(move, direction) / curvature;
    factors.push(factor);
    direction = sum(direction, change, -factor);
  }
  const last = steps.at(-1);
  const scale = last ? last.curvature / dot(last.change, last.change) : 1 / Math.max(1, lengthOf(gradient));
  direction = direction.map((component) => component * scale);
  for (const { move, change, curvature } of steps)
    direction = sum(direction, move, (factors.pop() ?? 0) - dot(change, direction) / curvature);
  return direction;
}

function lineSearch(objective: Objective, from: Place, direction: Vector): Place | undefined {
  const slope = dot(from.gradient, direction);
  if (slope >= 0) return undefined;
  for (let halving = 0, length = 1; halving < MAX_HALVINGS; halving += 1, length /= 2) {
    const next = placeAt(objective, sum(from.point, direction, length));
    if (next.value <= from.value + SUFFICIENT * length * slope) return next;
  }
  return undefined;
}

/** a + factor · b. */
function sum(a: Vector, b: Vector, factor: number): Vector {
  return a.map((value, index) => value + factor * (b[index] ?? 0));
}

/**
 * The lower triangle L of a positive definite matrix L · Lᵀ, row by row, in place (Cholesky).
 * @param least of the squares on its diagonal, which rounding may make smaller
 */
export function cholesky(matrix: Float64Array, size: number, least: number): Float64Array {
  for (let i = 0; i < size; i += 1)
    for (let j = 0; j <= i; j += 1) {
      let sum = matrix[i * size + j] ?? 0;
      for (let k = 0; k < j; k += 1) sum -= (matrix[i * size + k] ?? 0) * (matrix[j * size + k] ?? 0);
      matrix[i * size + j] = i === j ? Math.sqrt(Math.max(sum, least)) : sum / (matrix[j * size + j] ?? 1);
    }
  return matrix;
}

/** Solves L · x = b. */
export function forward(factor: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i += 1) {
    let rest = x[i] ?? 0;
    for (let k = 0; k < i; k += 1) rest -= (factor[i * size + k] ?? 0) * (x[k] ?? 0);
    x[i] = rest / (factor[i * size + i] ?? 1);
  }
  return x;
}

/** Solves Lᵀ · x = b. */
export function backward(factor: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  const x = Float64Array.from(b);
  for (let i = size - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < size; k += 1) x[i] = (x[i] ?? 0) - (factor[k * size + i] ?? 0) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / (factor[i * size + i] ?? 1);
  }
  return x;
}

/** The inner product. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** A smooth function: returns its value at a point and writes its gradient there. */
type Objective = (point: Float64Array<ArrayBuffer>, gradient: Float64Array<ArrayBuffer>) => number;

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
  const x = new Float64Array(size);
  for (let i = 0; i < size; i += 1) {
    let sum = b[i] ?? 0;
    for (let k = 0; k < i; k += 1) sum -= (factor[i * size + k] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (factor[i * size + i] ?? 1);
  }
  return x;
}

/** Solves Lᵀ · x = b. */
export function backward(factor: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  const x = new Float64Array(size);
  for (let i = size - 1; i >= 0; i -= 1) {
    let sum = b[i] ?? 0;
    for (let k = i + 1; k < size; k += 1) sum -= (factor[k * size + i] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (factor[i * size + i] ?? 1);
  }
  return x;
}

/** The inner product. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

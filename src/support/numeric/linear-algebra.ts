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

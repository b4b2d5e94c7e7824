/** The latest values of a series, in ascending order. */
export interface SortedWindow {
  /** Takes a value in; the oldest leaves where there are too many. */
  push(value: number): void;
  readonly size: number;
  /** The value that this share of the values lies below; 0 without values. As `quantile`. */
  quantile(share: number): number;
  /** How many values are greater. */
  countAbove(bound: number): number;
}

/**
 * Keeps the latest values sorted, so that a quantile after each one costs no sorting.
 * @param limit values that are kept
 * @param values from the oldest on
 */
export function createSortedWindow(limit: number, values: Iterable<number> = []): SortedWindow {
  const latest: number[] = [];
  const sorted: number[] = [];
  const push = (value: number): void => {
    latest.push(value);
    sorted.splice(placeAfter(sorted, value), 0, value);
    if (latest.length <= limit) return;
    sorted.splice(placeAfter(sorted, latest.shift() ?? 0) - 1, 1);
  };
  for (const value of values) push(value);
  return {
    push,
    get size() {
      return sorted.length;
    },
    quantile: (share) => sorted[Math.floor(sorted.length * share)] ?? 0,
    countAbove: (bound) => sorted.length - placeAfter(sorted, bound),
  };
}

/** The place after all values that are not greater. */
function placeAfter(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

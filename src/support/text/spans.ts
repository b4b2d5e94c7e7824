/** A place in a text, in UTF-16 code units, end exclusive. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

/** Longer spans than that have no key of their own; no sentence is so long. */
const LONGEST = 2 ** 20;

/** A number for each span of a text, to look it up by: made faster than a string, and compared faster. */
export function spanKey({ begin, end }: Span): number {
  return begin * LONGEST + Math.min(end - begin, LONGEST - 1);
}

/**
 * Converts offsets in UTF-16 code units, as JavaScript counts, into offsets in code points, as RFC 5147 and NIF count.
 * An offset within a surrogate pair counts as the one before the pair.
 */
export function codePointOffsets(text: string): (offset: number) => number {
  const pairs = [...text.matchAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)].map(({ index }) => index);
  if (pairs.length === 0) return (offset) => offset;
  return (offset) => offset - pairsBefore(pairs, offset);
}

/** Number of pairs that begin before the offset: each is one code point and two code units. */
function pairsBefore(pairs: readonly number[], offset: number): number {
  let low = 0;
  let high = pairs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pairs[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

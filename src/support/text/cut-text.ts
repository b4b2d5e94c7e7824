/** The length of the beginning of a text of at most so many code units that does not end within a surrogate pair. */
export function cutAt(text: string, most: number): number {
  const length = Math.min(text.length, most);
  const last = text.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

/** A text in pieces of at most so many code units, at least 2; surrogate pairs are not split. Joined they are the text. */
export function* piecesOf(text: string, most: number): Generator<string> {
  let begin = 0;
  while (text.length - begin > most) {
    const piece = text.slice(begin, begin + most);
    const end = begin + cutAt(piece, most);
    yield text.slice(begin, end);
    begin = end;
  }
  if (begin < text.length) yield text.slice(begin);
}

/** Code units before the limit in which a boundary is searched. */
const BOUNDARY_WINDOW = 2000;

/**
 * The beginning of a text, at most this many code units, without trailing white space: cut after a sentence or, if none ends near
 * the limit, after a word.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const windowBegin = Math.max(0, most - BOUNDARY_WINDOW);
  // One more: a word may end exactly at the limit.
  const window = text.slice(windowBegin, most + 1);
  const end = lastEnd(window, /[.!?。！？]["'”’)\]]*(?=\s)|\n\n/g) ?? lastEnd(window, /\S(?=\s)/g);
  if (end !== undefined) return text.slice(0, windowBegin + end).trimEnd();
  return text.slice(0, cutAt(text, most));
}

function lastEnd(text: string, pattern: RegExp): number | undefined {
  const last = [...text.matchAll(pattern)].at(-1);
  return last === undefined ? undefined : last.index + last[0].length;
}

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

/**
 * Converts offsets in UTF-16 code units, as JavaScript counts, into offsets in code points, as RFC 5147 and NIF count.
 * An offset within a surrogate pair counts as the one before the pair.
 */
export function codePointOffsets(text: string): (offset: number) => number {
  if (!/[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text)) return (offset) => offset;
  const points = new Uint32Array(text.length + 1);
  let [unit, point] = [0, 0];
  for (const character of text) {
    points.fill(point, unit, (unit += character.length));
    point += 1;
  }
  points[text.length] = point;
  return (offset) => points[offset] ?? point;
}

import { dropInvisible } from './whitespace.js';

/** A stretch of a text; end exclusive. */
interface Stretch {
  readonly begin: number;
  readonly end: number;
}

/**
 * Where stretches of a text have come to stand in what {@link collapseWhitespace} makes of it. A stretch with nothing but
 * blanks in it is left out.
 */
export function placeStretches<T extends Stretch>(
  raw: string,
  text: string,
  stretches: readonly T[],
): readonly T[] {
  if (stretches.length === 0 || text === '') return [];
  const placeOf = placesIn(raw, text, stretches);
  return stretches.flatMap((stretch) => {
    let begin = placeOf(stretch.begin);
    let end = Math.min(placeOf(stretch.end), text.length);
    while (begin < end && text[begin] === ' ') begin += 1;
    while (end > begin && text[end - 1] === ' ') end -= 1;
    return begin < end ? [{ ...stretch, begin, end }] : [];
  });
}

/** Offset in the raw text → offset in the clean one. */
function placesIn(raw: string, clean: string, stretches: readonly Stretch[]): (offset: number) => number {
  const shift = raw.indexOf(clean);
  if (shift !== -1) return (offset) => Math.max(0, offset - shift); // only its ends were trimmed
  const places = countPlaces(raw, [...new Set(stretches.flatMap(({ begin, end }) => [begin, end]))]);
  return (offset) => places.get(offset) ?? 0;
}

function countPlaces(raw: string, offsets: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  let clean = '';
  let from = 0;
  let composed = true;
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    const piece = dropInvisible(raw.slice(from, offset)).replace(/\s+/g, ' ');
    clean += piece.startsWith(' ') && (clean === '' || clean.endsWith(' ')) ? piece.slice(1) : piece;
    composed &&= isPlain(piece);
    places.set(offset, composed ? clean.length : clean.normalize('NFC').length);
    from = offset;
  }
  return places;
}

/** Text that is certainly in Unicode NFC: nothing in it combines. */
function isPlain(text: string): boolean {
  return !/[^\0-\u02FF]/.test(text);
}

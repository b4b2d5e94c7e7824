import { dropInvisible, isPlain, isSpace } from './whitespace.js';

/** A stretch of a text; end exclusive. */
interface Stretch {
  begin: number;
  end: number;
}

/**
 * Moves stretches of a text to where they have come to stand in what {@link collapseWhitespace} makes of it.
 * @returns those with something else than blanks in them; the others become empty
 */
export function placeStretches<T extends Stretch>(
  raw: string,
  text: string,
  stretches: readonly T[],
): readonly T[] {
  if (stretches.length === 0) return stretches;
  const places = placesIn(raw, text, stretches);
  let empty = 0;
  for (const stretch of stretches) {
    let begin = places.placeOf(stretch.begin);
    let end = Math.min(places.placeOf(stretch.end), text.length);
    while (begin < end && text[begin] === ' ') begin += 1;
    while (end > begin && text[end - 1] === ' ') end -= 1;
    stretch.begin = begin;
    stretch.end = Math.max(begin, end);
    if (begin >= end) empty += 1;
  }
  return empty === 0 ? stretches : stretches.filter(hasText);
}

function hasText({ begin, end }: Stretch): boolean {
  return begin < end;
}

/** Offset in the raw text → offset in the clean one. */
interface Places {
  placeOf(offset: number): number;
}

function placesIn(raw: string, clean: string, stretches: readonly Stretch[]): Places {
  const shift = raw.indexOf(clean);
  if (shift !== -1) return new ShiftedPlaces(shift);
  return isPlain(raw) && isInOrder(stretches)
    ? new PlainPlaces(raw)
    : new CountedPlaces(raw, [...new Set(stretches.flatMap(({ begin, end }) => [begin, end]))]);
}

/** Of a text of which only the ends were trimmed. */
class ShiftedPlaces implements Places {
  constructor(private readonly shift: number) {}

  placeOf(offset: number): number {
    return Math.max(0, offset - this.shift);
  }
}

const SOFT_HYPHEN = 0xad;

/** Of plain text; offsets must not become smaller from one to the next. */
class PlainPlaces implements Places {
  private at = 0;
  private place = 0;
  private isAfterSpace = true;

  constructor(private readonly raw: string) {}

  placeOf(offset: number): number {
    for (; this.at < offset; this.at += 1) {
      const code = this.raw.charCodeAt(this.at);
      if (code === SOFT_HYPHEN) continue;
      const isBlank = isSpace(code);
      if (!isBlank || !this.isAfterSpace) this.place += 1;
      this.isAfterSpace = isBlank;
    }
    return this.place;
  }
}

/** Of any text, for offsets in any order. */
class CountedPlaces implements Places {
  private readonly places = new Map<number, number>();

  constructor(raw: string, offsets: number[]) {
    let clean = '';
    let from = 0;
    let composed = true;
    for (const offset of offsets.sort((a, b) => a - b)) {
      const piece = dropInvisible(raw.slice(from, offset)).replace(/\s+/g, ' ');
      clean += piece.startsWith(' ') && (clean === '' || clean.endsWith(' ')) ? piece.slice(1) : piece;
      composed &&= isPlain(piece);
      this.places.set(offset, composed ? clean.length : clean.normalize('NFC').length);
      from = offset;
    }
  }

  placeOf(offset: number): number {
    return this.places.get(offset) ?? 0;
  }
}

function isInOrder(stretches: readonly Stretch[]): boolean {
  let last = 0;
  for (const { begin, end } of stretches) {
    if (begin < last) return false;
    last = end;
  }
  return true;
}

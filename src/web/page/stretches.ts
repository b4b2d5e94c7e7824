import { dropInvisible, isPlain } from './whitespace.js';

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
  const places = new Places(raw, text, stretches);
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
class Places {
  /** Where the clean text begins, if only the ends of the raw one were trimmed; else the places were counted. */
  private readonly shift: number;
  private readonly counted = new Map<number, number>();

  constructor(raw: string, clean: string, stretches: readonly Stretch[]) {
    this.shift = raw.indexOf(clean);
    if (this.shift !== -1) return;
    for (const { begin, end } of stretches) this.counted.set(begin, 0).set(end, 0);
    this.count(raw);
  }

  private count(raw: string): void {
    let clean = '';
    let from = 0;
    let composed = true;
    for (const offset of [...this.counted.keys()].sort(byNumber)) {
      const piece = dropInvisible(raw.slice(from, offset)).replace(/\s+/g, ' ');
      clean += piece.startsWith(' ') && (clean === '' || clean.endsWith(' ')) ? piece.slice(1) : piece;
      composed &&= isPlain(piece);
      this.counted.set(offset, composed ? clean.length : clean.normalize('NFC').length);
      from = offset;
    }
  }

  placeOf(offset: number): number {
    return this.shift === -1 ? (this.counted.get(offset) ?? 0) : Math.max(0, offset - this.shift);
  }
}

function byNumber(a: number, b: number): number {
  return a - b;
}

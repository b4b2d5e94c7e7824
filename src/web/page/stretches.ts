import { dropInvisible, isPlain } from './whitespace.js';
import { normalForm } from '../../support/text/normal-form.js';

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
  /** Beginning of the clean text, if only the ends of the raw one were trimmed; else the places were counted. */
  private readonly shift: number;
  private readonly counted = new Map<number, number>();

  constructor(raw: string, clean: string, stretches: readonly Stretch[]) {
    this.shift = raw.indexOf(clean);
    if (this.shift !== -1) return;
    for (const { begin, end } of stretches) this.counted.set(begin, 0).set(end, 0);
    this.count(raw);
  }

  private count(raw: string): void {
    let from = 0;
    let isAfterBlank = true;
    /** Characters before the last piece, and those of it. */
    let before = 0;
    let last = '';
    for (const offset of [...this.counted.keys()].sort(byNumber)) {
      const piece = dropInvisible(raw.slice(from, offset)).replace(/\s+/g, ' ');
      const added: string = isAfterBlank && piece.startsWith(' ') ? piece.slice(1) : piece;
      if (added !== '') isAfterBlank = added.endsWith(' ');
      const continues = CONTINUES.test(added) && last.length < MAX_COMPOSED;
      if (!continues) before += composedLength(last);
      last = continues ? last + added : added;
      this.counted.set(offset, before + composedLength(last));
      from = offset;
    }
  }

  placeOf(offset: number): number {
    return this.shift === -1 ? (this.counted.get(offset) ?? 0) : Math.max(0, offset - this.shift);
  }
}

/** Characters that may be combined with those before them: combining marks, vowels and ends of Korean syllables. */
const CONTINUES = /^[\p{M}\u1160-\u11FF]/u;
/** Characters that are composed again for each anchor that continues them. */
const MAX_COMPOSED = 100;

function composedLength(text: string): number {
  return isPlain(text) ? text.length : normalForm(text).length;
}

function byNumber(a: number, b: number): number {
  return a - b;
}

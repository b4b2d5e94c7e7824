/** A piece of a text: where it begins, in UTF-16 code units, and what it says. */
export interface TextPiece {
  readonly begin: number;
  readonly text: string;
}

/** Where a text is best cut, best first: between paragraphs, lines, sentences, words. */
const CUTS = [/\n\s*\n/gu, /\n/gu, /[.!?…]['"”’)\]]*\s/gu, /\s/gu];

/**
 * Cuts a text into pieces, none longer than that: between paragraphs where that leaves pieces of at least half the
 * length, else between lines, sentences, words, and in the midst of a word only where there is nothing else.
 * Nothing is left out: the pieces one behind the other are the text.
 *
 * @param longest in UTF-16 code units, at least 2
 */
export function textPieces(text: string, longest: number): TextPiece[] {
  const pieces: TextPiece[] = [];
  let begin = 0;
  while (text.length - begin > longest) {
    const end = begin + cutWithin(text.slice(begin, begin + longest));
    pieces.push({ begin, text: text.slice(begin, end) });
    begin = end;
  }
  if (begin < text.length) pieces.push({ begin, text: text.slice(begin) });
  return pieces;
}

function cutWithin(window: string): number {
  for (const cut of CUTS) {
    const last = [...window.matchAll(cut)].at(-1);
    const end = last === undefined ? 0 : last.index + last[0].length;
    if (end >= window.length / 2) return end;
  }
  // Not between the halves of a character.
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length;
}

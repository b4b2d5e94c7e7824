import { cutAt } from '../../../support/text/cut-text.js';

/** A piece of a text with its start, in UTF-16 code units. */
export interface TextPiece {
  readonly begin: number;
  readonly text: string;
}

/** Places to cut, best first: between paragraphs, lines, sentences, words. */
const CUTS = [/\n\s*\n/gu, /\n/gu, /[.!?…]['"”’)\]]*\s/gu, /\s/gu];

/**
 * Splits a text into pieces of limited length: between paragraphs if that leaves pieces of at least half the length,
 * else between lines, sentences, words, and within a word only as a last resort. The concatenated pieces are the
 * text.
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
  return cutAt(window, window.length);
}

import { cutAt } from '../../support/text/cut-text.js';

/**
 * Longest sentence that is tagged as one, in UTF-16 units. Tagging takes more than linear time in the length of a
 * sentence. The longest sentence in 4,600 encyclopedia articles has 2,057. Longer ones are tables, lists of words or code,
 * whose tags do not depend on words thousands of characters away.
 */
export const LONGEST_SENTENCE = 5000;

/** Places to cut, in order of preference: after a paragraph, a line, a punctuation mark, a word. */
const CUTS = [/\n\s*\n\s*/g, /\n\s*/g, /[,;:.!?)\]}|](?=\s)\s*/g, /\s+/g] as const;

/** Longest text whose sentences are found at once, in UTF-16 units: finding them takes more than linear time, too. */
const LONGEST_TEXT = 5000;

/** Cuts a sentence that is longer than {@link LONGEST_SENTENCE} into shorter pieces. Other sentences are unchanged. */
export function splitLongSentence(sentence: string): readonly string[] {
  return piecesOf(sentence, LONGEST_SENTENCE);
}

/** Cuts a long text into pieces whose sentences can be found one after the other. */
export function splitLongText(text: string): readonly string[] {
  return piecesOf(text, LONGEST_TEXT);
}

/** Pieces that together have all characters. Each cut is at the best place in the second half of a piece. */
function piecesOf(text: string, longest: number): readonly string[] {
  if (text.length <= longest) return [text];
  const pieces: string[] = [];
  let begin = 0;
  while (text.length - begin > longest) {
    const end = begin + cutIn(text.slice(begin, begin + longest));
    pieces.push(text.slice(begin, end));
    begin = end;
  }
  pieces.push(text.slice(begin));
  return pieces;
}

/** Length of the next piece. */
function cutIn(text: string): number {
  const half = text.length / 2;
  for (const cut of CUTS) {
    let last = 0;
    // What reaches the end may continue behind it.
    for (const { index, 0: found } of text.matchAll(cut))
      if (index + found.length < text.length) last = index + found.length;
    if (last > half) return last;
  }
  return cutAt(text, text.length);
}

import { cutAt } from '../../support/text/cut-text.js';

/**
 * Longest sentence that is tagged as one, in UTF-16 units. Tagging takes more than linear time in the length of a
 * sentence. The longest sentence in 4,600 encyclopedia articles has 2,057. Longer ones are tables, lists of words or code,
 * whose tags do not depend on words thousands of characters away.
 */
export const LONGEST_SENTENCE = 5000;

/** Where to cut, in order of preference: after a line, after a punctuation mark, after a word. */
const CUTS = [/\n/g, /[,;:.!?)\]}|](?=\s)\s*/g, /\s+/g] as const;

/**
 * Cuts a sentence that is longer than {@link LONGEST_SENTENCE} into shorter pieces, which together have all its characters.
 * Each cut is at the best place in the second half of a piece. Other sentences are unchanged.
 */
export function splitLongSentence(sentence: string): readonly string[] {
  if (sentence.length <= LONGEST_SENTENCE) return [sentence];
  const pieces: string[] = [];
  let begin = 0;
  while (sentence.length - begin > LONGEST_SENTENCE) {
    const end = begin + cutIn(sentence.slice(begin, begin + LONGEST_SENTENCE));
    pieces.push(sentence.slice(begin, end));
    begin = end;
  }
  pieces.push(sentence.slice(begin));
  return pieces;
}

/** Length of the next piece. */
function cutIn(text: string): number {
  const half = text.length / 2;
  for (const cut of CUTS) {
    let last = 0;
    for (const { index, 0: found } of text.matchAll(cut)) last = index + found.length;
    if (last > half) return last;
  }
  return cutAt(text, text.length);
}

/**
 * Longest sentence that is tagged as one, in UTF-16 units. Tagging takes more than linear time in the length of a
 * sentence. The longest sentence of 4,600 encyclopedia articles has 2,057; what is longer is a table, a list of words or
 * code, whose tags do not depend on words thousands of characters away.
 */
export const LONGEST_SENTENCE = 5000;

/** Where to cut, the best place first: behind a line, behind a punctuation mark, behind a word. */
const CUTS = [/\n/g, /[,;:.!?)\]}|](?=\s)\s*/g, /\s+/g] as const;

/**
 * Cuts a sentence that is longer than {@link LONGEST_SENTENCE} into pieces that are not; any other stays as it is. The
 * pieces hold every character, and are cut in their second half at the best place that there is.
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

/** Length of what is cut off; a surrogate pair stays together. */
function cutIn(text: string): number {
  const half = text.length / 2;
  for (const cut of CUTS) {
    let last = 0;
    for (const { index, 0: found } of text.matchAll(cut)) last = index + found.length;
    if (last > half) return last;
  }
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
}

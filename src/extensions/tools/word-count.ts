const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}\p{N}]+)*/gu;
/**
 * Letters of scripts that do not put spaces between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese (beyond the Basic
 * Multilingual Plane by the first half of the pair). Ranges take a sixth of the time of Unicode properties.
 */
const UNSPACED =
  /[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17FF\u3041-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\uD840-\uD888]/;

/**
 * The number of words of a text: runs of letters and digits; in scripts that do not put spaces between words, the words
 * that ICU's dictionaries find in a run.
 */
export function countWords(text: string): number {
  const runs = text.match(WORD) ?? [];
  if (!UNSPACED.test(text)) return runs.length;
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  let count = 0;
  for (const run of runs) {
    if (!UNSPACED.test(run)) count += 1;
    else for (const { isWordLike } of segmenter.segment(run)) if (isWordLike === true) count += 1;
  }
  return count;
}

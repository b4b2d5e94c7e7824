import type { WordCounts, PackedWordCounts } from '../src/language/text/lexicon.js';

export function packWordCounts(
  counts: WordCounts,
  least: { readonly form: number; readonly context: number },
): PackedWordCounts;

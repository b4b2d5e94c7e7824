import type { WordCounts } from '../src/language/text/lexicon.js';
import type { PackedWordCounts } from '../src/language/text/packed-word-counts.js';

export function packWordCounts(
  counts: WordCounts,
  least: { readonly form: number; readonly context: number },
): PackedWordCounts;

import type { WordCounts } from './lexicon.js';

/** Counts of words as plain data, as `scripts/pack-word-counts.js` packs them. */
export interface PackedWordCounts {
  /** Joined by blanks. */
  readonly forms: string;
  /** For each form {@link FORM_NUMBERS} numbers: occurrences, those as a noun, those before a noun, those of these in its phrase, tags, classes. */
  readonly formCounts: readonly number[];
  /** Form and neighbour, joined by a slash. */
  readonly contexts: string;
  /** As {@link WordCounts} has them. */
  readonly contextCounts: readonly number[];
}

/** Tags and classes of nouns that are counted of each form. */
const KINDS = 4;
const FORM_NUMBERS = 4 + 2 * KINDS;
/** The counts that were packed. */
export function unpackWordCounts({
  forms,
  formCounts,
  contexts,
  contextCounts,
}: PackedWordCounts): WordCounts {
  const counts: WordCounts = new Map();
  for (const [place, form] of forms.split(' ').entries()) {
    const numbers = formCounts.slice(place * FORM_NUMBERS, (place + 1) * FORM_NUMBERS);
    const [all = 0, nouns = 0, before = 0, inPhrase = 0, ...kinds] = numbers;
    counts.set(form, {
      noun: [all, nouns],
      inPhrase: [before, inPhrase],
      tags: kinds.slice(0, KINDS),
      classes: kinds.slice(KINDS),
      contexts: new Map(),
    });
  }
  for (const [place, context] of contexts.split(' ').entries()) {
    const slash = context.indexOf('/');
    counts.get(context.slice(0, slash))?.contexts.set(context.slice(slash + 1), contextCounts[place] ?? 0);
  }
  return counts;
}

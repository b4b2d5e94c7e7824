import { isAmbiguous, type WordCounts } from './lexicon.js';

/** Counts of words as plain data; see {@link packWordCounts}. */
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
/** Counts of a context hold two numbers; see `countWordsOf`. */
const OCCURRENCES = 2 ** 26;

/**
 * Packs counts of words for a file, the forms and contexts in the order of their code units. Forms that are always nouns, or never,
 * keep no contexts.
 * @param least occurrences of a form, and of a form next to a neighbour, from which it is kept
 */
export function packWordCounts(
  counts: WordCounts,
  least: { readonly form: number; readonly context: number },
): PackedWordCounts {
  const kept = [...counts].filter(([, { noun }]) => noun[0] >= least.form).sort(byKey);
  const contexts = kept.flatMap(([form, count]) =>
    (isAmbiguous(count.noun) ? [...count.contexts] : [])
      .filter(([, number]) => number % OCCURRENCES >= least.context)
      .sort(byKey)
      .map(([neighbour, number]) => [`${form}/${neighbour}`, number] as const),
  );
  return {
    forms: kept.map(([form]) => form).join(' '),
    formCounts: kept.flatMap(([, { noun, inPhrase, tags, classes }]) => [
      ...noun,
      ...inPhrase,
      ...ofKinds(tags),
      ...ofKinds(classes),
    ]),
    contexts: contexts.map(([context]) => context).join(' '),
    contextCounts: contexts.map(([, number]) => number),
  };
}

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

function ofKinds(numbers: readonly number[]): number[] {
  return Array.from({ length: KINDS }, (_, place) => numbers[place] ?? 0);
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

import type { ThesaurusEntry, TopicThesaurus } from '../../model/thesaurus.js';

/** The matches of a thesaurus in a text. */
export interface ThesaurusMatches {
  /** The found entries with their frequencies. */
  readonly entries: ReadonlyMap<ThesaurusEntry, number>;
  /** The found words and expressions to avoid. */
  readonly negatives: ReadonlySet<string>;
}

/**
 * Finds the entries and negatives of a thesaurus in texts. They match as runs of words, from left to right, the longest first:
 * shorter entries inside an expression do not count. A negative wins over an entry of the same words.
 * @param words the words of a label, in their base forms; texts are given as such words
 */
export function createThesaurusMatcher(
  { entries, negatives }: TopicThesaurus,
  words: (label: string) => readonly string[],
): (text: readonly string[]) => ThesaurusMatches {
  const byKey = new Map<string, ThesaurusEntry | string>();
  const add = (label: string, what: ThesaurusEntry | string): void => {
    const key = words(label).join(' ');
    if (key !== '') byKey.set(key, what);
  };
  for (const entry of entries)
    for (const label of [entry.label, ...(entry.synonyms ?? [])]) add(label, entry);
  for (const negative of negatives) add(negative, negative);
  const longest = Math.max(1, ...[...byKey.keys()].map((key) => key.split(' ').length));
  return (text) => {
    const found = new Map<ThesaurusEntry, number>();
    const avoided = new Set<string>();
    for (let place = 0; place < text.length;) {
      const [length, what] = longestAt(byKey, text, place, longest);
      if (typeof what === 'string') avoided.add(what);
      else if (what !== undefined) found.set(what, (found.get(what) ?? 0) + 1);
      place += length;
    }
    return { entries: found, negatives: avoided };
  };
}

function longestAt<T>(
  byKey: ReadonlyMap<string, T>,
  text: readonly string[],
  place: number,
  longest: number,
): readonly [length: number, what: T | undefined] {
  for (let length = Math.min(longest, text.length - place); length > 0; length -= 1) {
    const what = byKey.get(text.slice(place, place + length).join(' '));
    if (what !== undefined) return [length, what];
  }
  return [1, undefined];
}

import type { LinkedNoun } from '../../model/noun.js';
import { groupNouns, type CountedNoun } from './krs.js';

/** Place of a noun: offsets in UTF-16 code units into the analysed text, and its place in {@link DocumentAnalysis.nouns}. */
type Mention = readonly [begin: number, end: number, noun: number];

/** Findings in one text: enough to build the schema and the NIF layer without reading it again. */
export interface DocumentAnalysis {
  /** The distinct nouns, in the order of their first mention. */
  readonly nouns: readonly CountedNoun[];
  /** Every mention, ordered by begin, then by end. */
  readonly mentions: readonly Mention[];
}

/** Takes together what linkers found in a text. */
export function analysisOf(linked: readonly LinkedNoun[]): DocumentAnalysis {
  const { nouns, places } = groupNouns(linked);
  return {
    nouns,
    mentions: linked.map(({ begin, end }, mention) => [begin, end, places[mention] ?? 0]),
  };
}

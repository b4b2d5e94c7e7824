import type { LinkedNoun } from '../../model/noun.js';
import { entityKey, type CountedNoun } from './krs.js';

/** Place of a noun: offsets in UTF-16 code units into the analysed text, and its place in {@link DocumentAnalysis.nouns}. */
type Mention = readonly [begin: number, end: number, noun: number];

/** Findings in one text: enough to build the schema and the NIF layer without reading it again. */
export interface DocumentAnalysis {
  /** The distinct nouns, in the order of their first mention; kind and linker are those of the last. */
  readonly nouns: readonly CountedNoun[];
  /** Every mention, ordered by begin, then by end. */
  readonly mentions: readonly Mention[];
}

/** Takes together what linkers found in a text. */
export function analysisOf(linked: readonly LinkedNoun[]): DocumentAnalysis {
  const places = new Map<string, number>();
  const nouns: CountedNoun[] = [];
  const mentions = linked.map((noun): Mention => {
    const key = entityKey(noun);
    const place = places.get(key) ?? nouns.length;
    places.set(key, place);
    const { lemma, kind, tag, entityClass, iri, linker, begin, end } = noun;
    const count = (nouns[place]?.mentions ?? 0) + 1;
    nouns[place] = { lemma, kind, tag, entityClass, iri, linker, mentions: count };
    return [begin, end, place];
  });
  return { nouns, mentions };
}

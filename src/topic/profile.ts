/** A document's or page's distinct nouns, in the order of their first mention. */
export interface DocumentProfile {
  readonly lemmas: readonly string[];
  /** Mentions of each. */
  readonly mentions: readonly number[];
  /** Whether each was linked at any of its mentions. */
  readonly linked: readonly boolean[];
}

/** Merges a document's nouns by lemma. */
export function toProfile(
  nouns: Iterable<{
    readonly lemma: string;
    readonly mentions: number;
    readonly iri?: string;
    readonly linkable?: boolean;
  }>,
): DocumentProfile {
  const places = new Map<string, number>();
  const mentions: number[] = [];
  const linked: boolean[] = [];
  for (const noun of nouns) {
    const place = places.get(noun.lemma) ?? places.size;
    places.set(noun.lemma, place);
    mentions[place] = (mentions[place] ?? 0) + noun.mentions;
    linked[place] = (linked[place] ?? false) || noun.iri !== undefined || noun.linkable === true;
  }
  return { lemmas: [...places.keys()], mentions, linked };
}

import type { LinkedNoun } from '../../model/noun.js';
import { onceFor } from '../../support/once.js';

/** A document's or page's distinct nouns, in the order of their first mention. */
export interface DocumentProfile {
  readonly lemmas: readonly string[];
  readonly mentions: readonly number[];
  /** True if each was linked at any of its mentions. */
  readonly linked: readonly boolean[];
}

/** Merges a document's nouns by lemma. A noun without a number of mentions is one mention. */
export function toProfile(
  nouns: Iterable<Pick<LinkedNoun, 'lemma' | 'iri'> & { readonly mentions?: number }>,
): DocumentProfile {
  const places = new Map<string, number>();
  const mentions: number[] = [];
  const linked: boolean[] = [];
  for (const noun of nouns) {
    const isLinked = noun.iri !== undefined;
    const known = places.get(noun.lemma);
    if (known === undefined) {
      places.set(noun.lemma, mentions.length);
      mentions.push(noun.mentions ?? 1);
      linked.push(isLinked);
    } else {
      mentions[known] = (mentions[known] ?? 0) + (noun.mentions ?? 1);
      if (isLinked) linked[known] = true;
    }
  }
  return { lemmas: [...places.keys()], mentions, linked };
}

export const profileOfPage: (nouns: Parameters<typeof toProfile>[0] & object) => DocumentProfile =
  onceFor(toProfile);

/** Lemma → the first IRI that the page links it to. */
export function irisOf(nouns: readonly LinkedNoun[]): ReadonlyMap<string, string> {
  const iris = new Map<string, string>();
  for (const { lemma, iri } of nouns) if (iri !== undefined && !iris.has(lemma)) iris.set(lemma, iri);
  return iris;
}

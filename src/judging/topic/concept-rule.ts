import type { DocumentProfile } from './profile.js';
import type { ConceptNouns, Scorer } from './scorer.js';

/**
 * Scores texts by the share of their nouns that are nouns of the topic's concepts, where a noun of weight w that is mentioned f
 * times counts w · log2(1 + f), and any noun log2(1 + f) in all. Null for a text without nouns. Logarithms of shares, and shares
 * of rare nouns, were measured and are not better.
 * @returns undefined without concepts
 */
export function conceptScorer(concepts: ConceptNouns): Scorer | undefined {
  if (concepts.length === 0) return undefined;
  const weights = new Map(concepts);
  const pullsOf = ({ lemmas, mentions }: DocumentProfile) => {
    const counts = lemmas.map((_, place) => Math.log2(1 + (mentions[place] ?? 1)));
    const all = counts.reduce((sum, count) => sum + count, 0);
    return lemmas.flatMap((term, place) => {
      const weight = weights.get(term);
      return weight === undefined
        ? []
        : [{ term, documents: 0, pull: (weight * (counts[place] ?? 0)) / all }];
    });
  };
  return {
    score: ({ nouns }) =>
      nouns.lemmas.length === 0 ? null : pullsOf(nouns).reduce((sum, { pull }) => sum + pull, 0),
    contributions: ({ nouns }) => pullsOf(nouns),
  };
}

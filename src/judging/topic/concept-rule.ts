import { onceFor } from '../../support/once.js';
import type { DocumentProfile } from '../../knowledge/krs/document-profile.js';
import type { ConceptNouns, Contribution, Scorer } from './scorer.js';

/**
 * Scores texts by the share of their nouns that are nouns of the topic's concepts, where a noun of weight w that is mentioned f
 * times counts w · log2(1 + f), and any noun log2(1 + f) in all. Null for a text without nouns. Logarithms of shares, and shares
 * of rare nouns, were measured and are not better.
 * @returns undefined without concepts
 */
export function conceptScorer(concepts: ConceptNouns): Scorer | undefined {
  if (concepts.length === 0) return undefined;
  const weights = new Map(concepts);
  /** Score and contributions read the same pulls. */
  const pullsIn = onceFor(({ lemmas, mentions }: DocumentProfile): readonly Contribution[] => {
    const pulls: Contribution[] = [];
    let all = 0;
    for (const [place, term] of lemmas.entries()) {
      const count = Math.log2(1 + (mentions[place] ?? 1));
      all += count;
      const weight = weights.get(term);
      if (weight !== undefined) pulls.push({ term, documents: 0, pull: weight * count });
    }
    return pulls.map((one) => ({ ...one, pull: one.pull / all }));
  });
  return {
    score: ({ nouns }) =>
      nouns.lemmas.length === 0 ? null : pullsIn(nouns).reduce((sum, { pull }) => sum + pull, 0),
    contributions: ({ nouns }) => pullsIn(nouns),
  };
}

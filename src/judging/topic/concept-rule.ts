import type { ConceptNouns, Contribution, Scorer } from './scorer.js';

/** Added to shares: most texts on other subjects have hardly a noun of a concept, and between such texts it should not matter how many. */
const SMOOTHING = 0.02;

/**
 * Scores texts by the share of their nouns that are nouns of the topic's concepts, where a noun of weight w that is mentioned f
 * times counts w · log2(1 + f), and any noun log2(1 + f) in all: log2(share + 0.02). Null for a text without nouns.
 * @returns undefined without concepts
 */
export function conceptScorer(concepts: ConceptNouns): Scorer | undefined {
  if (concepts.length === 0) return undefined;
  const weights = new Map(concepts);
  return {
    score({ nouns: { lemmas, mentions } }) {
      let [own, all] = [0, 0];
      for (const [place, lemma] of lemmas.entries()) {
        const count = Math.log2(1 + (mentions[place] ?? 1));
        all += count;
        own += count * (weights.get(lemma) ?? 0);
      }
      return all === 0 ? null : Math.log2(own / all + SMOOTHING);
    },
    contributions({ nouns: { lemmas, mentions } }) {
      const own: (readonly [lemma: string, count: number])[] = [];
      let [sum, all] = [0, 0];
      for (const [place, lemma] of lemmas.entries()) {
        const count = Math.log2(1 + (mentions[place] ?? 1));
        all += count;
        const weight = weights.get(lemma);
        if (weight === undefined) continue;
        own.push([lemma, count * weight]);
        sum += count * weight;
      }
      // What all of them add to the score of a text that has none, each by its part.
      const added = Math.log2(sum / all / SMOOTHING + 1);
      return own.map(([term, count]): Contribution => ({ term, documents: 0, pull: (added * count) / sum }));
    },
  };
}

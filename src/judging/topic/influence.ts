import type { NounEvidence } from '../../model/topic.js';

/** Number of nouns shown as evidence for a verdict. */
export const EVIDENCE_SHOWN = 10;

/** A noun with its value in a weighted mean. */
export interface Vote {
  readonly lemma: string;
  readonly iri?: string;
  readonly documents: number;
  readonly idf: number;
  readonly value: number;
  readonly weight: number;
}

/** Σ weight·value / Σ weight; null without votes. */
export function weightedMean(votes: readonly Vote[]): number | null {
  let total = 0;
  let weight = 0;
  for (const vote of votes) {
    total += vote.weight * vote.value;
    weight += vote.weight;
  }
  return weight > 0 ? total / weight : null;
}

/**
 * The votes with the most influence on the score, strongest first. A noun's pull is the score minus the score without the
 * noun, so pulls show what could have changed the verdict.
 *
 * @param scoreOf the score as a function of the mean
 */
export function strongestEvidence(
  votes: readonly Vote[],
  scoreOf: (mean: number) => number,
  shown = EVIDENCE_SHOWN,
): NounEvidence[] {
  const weight = votes.reduce((sum, vote) => sum + vote.weight, 0);
  const mean = weightedMean(votes);
  if (mean === null) return [];
  const score = scoreOf(mean);
  return votes
    .map(({ lemma, iri, documents, idf, value, weight: own }) => {
      const rest = weight - own;
      const without = rest > 0 ? scoreOf((mean * weight - own * value) / rest) : score;
      return { lemma, iri, documents, idf, pull: score - without };
    })
    .sort((a, b) => Math.abs(b.pull) - Math.abs(a.pull) || (a.lemma < b.lemma ? -1 : 1))
    .slice(0, shown);
}

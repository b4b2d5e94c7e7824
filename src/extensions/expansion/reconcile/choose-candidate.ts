import type { Candidate } from './service-answer.js';

/** When a candidate is taken without a person. */
export interface AcceptanceRule {
  /** Least score, 0 to 100, of a candidate that the service does not call a match. */
  readonly leastScore: number;
  /** How much higher it has to be than the score of the second. */
  readonly lead: number;
}

/** The highest score where scores are on the scale of 0 to 100. */
const HIGHEST_SCORE = 100;

/**
 * The candidate that is taken without a person: the only one that the service calls a match; else, where it calls none so, the one
 * whose score is high enough and far enough above the second. Scores above 100 are on a scale that nothing says the meaning of, so
 * that only matches count. Undefined where a person has to decide.
 * @param candidates the best first
 */
export function chooseCandidate(
  candidates: readonly Candidate[],
  { leastScore, lead }: AcceptanceRule,
): Candidate | undefined {
  const [best, second] = candidates;
  if (best === undefined) return undefined;
  const matches = candidates.filter(({ match }) => match);
  if (matches.length > 0) return matches.length === 1 ? matches[0] : undefined;
  if (candidates.some(({ score }) => score > HIGHEST_SCORE)) return undefined;
  return best.score >= leastScore && best.score - (second?.score ?? 0) >= lead ? best : undefined;
}

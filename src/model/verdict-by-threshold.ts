import type { Acceptance } from './judging.js';
import { NOTHING_TO_JUDGE, type Judgement } from './topic.js';

export function verdictBy(acceptance: Acceptance | undefined, judgement: Judgement): Judgement {
  return acceptance?.decide(judgement) ?? judgement;
}

/** A score for JSON; null for a page with nothing to judge by. */
export function scoreOrNull(score: number): number | null {
  return score === NOTHING_TO_JUDGE ? null : score;
}

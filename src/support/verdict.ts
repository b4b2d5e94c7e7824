import type { Acceptance } from '../model/judging.js';
import type { Judgement } from '../model/topic.js';

/** A judgement with its verdict by a threshold that moves, where there is one. */
export function verdictBy(acceptance: Acceptance | undefined, judgement: Judgement): Judgement {
  return acceptance?.decide(judgement) ?? judgement;
}

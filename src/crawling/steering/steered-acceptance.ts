import type { Acceptance } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import { verdictBy } from '../../judging/topic/verdict-by-threshold.js';
import type { PersonsThreshold, Steering } from './steering.js';

/**
 * A threshold that people can move: once one of them has said from which score pages are accepted, that counts, whatever the
 * classifier's own threshold is. An upper bound of the classifier's stays.
 * @param own the classifier's own threshold, where it moves
 */
export function steeredAcceptance(own: Acceptance | undefined, steering: Steering): Acceptance {
  return {
    decide(judgement) {
      const threshold = steering.threshold();
      return threshold === undefined ? verdictBy(own, judgement) : decidedByScore(judgement, threshold);
    },
    mayAccept: (judgement) => own?.mayAccept(judgement) === true,
    note: (judgement) => own?.note(judgement),
    moves: () => steering.threshold() === undefined && own?.moves() === true,
    thresholds: () => (steering.threshold() === undefined ? (own?.thresholds() ?? []) : []),
    steer: (wish) => own?.steer(wish),
  };
}

function decidedByScore(judgement: Judgement, { score: least, by }: PersonsThreshold): Judgement {
  const { score, reason } = judgement;
  const { high } = reason.band;
  const accepted = score >= least && (high === null || score <= high);
  const [verdict, comparison] = accepted
    ? ['accepted', 'reaches']
    : ['rejected', score < least ? 'is below' : 'is above the band of'];
  const summary = `${verdict}: score ${score.toFixed(3)} ${comparison} ${least.toFixed(3)}, the threshold that ${by} set`;
  return { ...judgement, accepted, reason: { ...reason, summary, band: { low: least, high } } };
}

import type { AcceptanceParameters } from '../../src/judging/relevance/acceptance.js';
import { MEMBERS, type TopicStatistics } from '../../src/judging/relevance/evidence.js';
import type { Judgement } from '../../src/model/topic.js';

/** A topic whose texts score 1 by every member, and its background 0. */
export const MEMBER_STATISTICS: TopicStatistics = MEMBERS.map(() => ({
  corpus: { median: 1, deviation: 0.25 },
  background: { median: 0, deviation: 0.25 },
}));

/** How pages of the topic of {@link MEMBER_STATISTICS} are accepted. */
export const MEMBER_TOPIC: AcceptanceParameters = {
  statistics: MEMBER_STATISTICS,
  texts: 20,
  directions: [],
};

/** A judgement of the ensemble by members that all give the same score, before it is decided. */
export function judgedAt(position: number): Judgement {
  return {
    accepted: false,
    score: 0.5,
    classifier: 'ensemble',
    reason: {
      summary: 'as it was',
      meanIdf: null,
      band: { low: null, high: null },
      nouns: { distinct: 0, linked: 0, unknown: 0 },
      evidence: [],
      members: MEMBERS.map((member) => ({ member, score: position, odds: 0 })),
      words: 400,
    },
  };
}

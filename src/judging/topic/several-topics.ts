import type { Acceptance } from '../../model/judging.js';
import type { Judgement, TopicJudgement } from '../../model/topic.js';
import { verdictBy } from './verdict-by-threshold.js';

/** What one of several topics judges by. */
export interface TopicPart<Part> {
  readonly topic: string;
  readonly part: Part;
}

/** The thresholds of several topics as one: each moves with the pages for itself. Undefined where none of them moves. */
export function acceptingByTopics(
  topics: readonly TopicPart<Acceptance | undefined>[],
): Acceptance | undefined {
  const acceptances = new Map(topics.map(({ topic, part }) => [topic, part]));
  if ([...acceptances.values()].every((one) => one === undefined)) return undefined;
  return {
    decide: (judgement) => {
      const { topics: all } = judgement;
      if (all === undefined) return judgement;
      return bestOfTopics(
        all.map((one) => ({ ...verdictBy(acceptances.get(one.topic), one), topic: one.topic })),
      );
    },
    mayAccept: ({ topics: all = [] }) =>
      all.some((one) => acceptances.get(one.topic)?.mayAccept(one) === true),
    note: ({ topics: all = [] }) => {
      for (const one of all) acceptances.get(one.topic)?.note(one);
    },
    renew: () => {
      for (const { part } of topics) part?.renew?.();
    },
    moves: () => topics.some(({ part }) => part?.moves() === true),
    thresholds: () => topics.flatMap(({ part }) => part?.thresholds() ?? []),
    // A label says that a page is about one of the topics, and not which.
    steer: ({ accept }) => {
      for (const { part } of topics) part?.steer({ accept });
    },
  };
}

/** A judgement by several topics, of which there is at least one. Its own fields are those of the best one: an accepted one, then by {@link marginOf}. */
export function bestOfTopics(topics: readonly TopicJudgement[]): Judgement {
  const rank = (one: TopicJudgement): readonly [number, number] => [Number(one.accepted), marginOf(one)];
  const best = topics.reduce((before, one) => {
    const [[was, margin], [is, now]] = [rank(before), rank(one)];
    return is > was || (is === was && now > margin) ? one : before;
  });
  return { ...best, topics };
}

/**
 * How far a score is inside of its band, below 0 outside; without a band, the score. In the unit of the classifier, of
 * the ensemble in log odds: by different classifiers, margins tell little.
 */
export function marginOf({ score, classifier, reason }: Judgement): number {
  const unit = (value: number): number =>
    classifier === 'ensemble' && score >= 0 ? Math.log(value / (1 - value)) : value;
  const { low, high } = reason.band;
  if (low === null && high === null) return score;
  const value = unit(score);
  return Math.min(low === null ? Infinity : value - unit(low), high === null ? Infinity : unit(high) - value);
}

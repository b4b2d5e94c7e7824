import type { Acceptance } from '../../model/judging.js';
import { bestOfTopics } from '../../model/topic-judgements.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';

interface TopicPart<Part> {
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

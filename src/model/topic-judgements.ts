import type { Judgement, TopicJudgement } from './topic.js';

/** Judgement by one of several topics; undefined if the page was not judged by it. */
export function judgementBy(judgement: Judgement, topic: string): Judgement | undefined {
  return judgement.topics?.find((one) => one.topic === topic);
}

/** The topics that accept a page, where it was judged by several. */
export function acceptingTopics({ topics = [] }: Judgement): readonly string[] {
  return topics.flatMap(({ topic, accepted }) => (accepted ? [topic] : []));
}

/** Classifier that judged a page; of several topics those of all. Another crawl may take such a judgement over. */
export function judgedBy({ classifier, topics }: Pick<Judgement, 'classifier' | 'topics'>): string {
  return topics === undefined ? classifier : classifiersOf(topics);
}

/** The same as {@link judgedBy} before anything was judged, by the classifiers of one topic or of several. */
export function classifiersOf(topics: readonly Pick<TopicJudgement, 'topic' | 'classifier'>[]): string {
  if (topics.length === 1) return topics[0]?.classifier ?? '';
  return topics.map(({ topic, classifier }) => `${topic}: ${classifier}`).join(', ');
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

/** Distance of a score from the edge of its band, below 0 outside; without a band, the score. Of the ensemble in log odds. */
export function marginOf({ score, classifier, reason }: Judgement): number {
  const unit = (value: number): number =>
    classifier === 'ensemble' && score >= 0 ? Math.log(value / (1 - value)) : value;
  const { low, high } = reason.band;
  if (low === null && high === null) return score;
  const value = unit(score);
  return Math.min(low === null ? Infinity : value - unit(low), high === null ? Infinity : unit(high) - value);
}

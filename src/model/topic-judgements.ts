import type { Judgement } from './topic.js';

/** What a judgement says of one of several topics; undefined where the page was not judged by it. */
export function judgementBy(judgement: Judgement, topic: string): Judgement | undefined {
  return judgement.topics?.find((one) => one.topic === topic);
}

/** The topics that accept a page, where it was judged by several. */
export function acceptingTopics({ topics = [] }: Judgement): readonly string[] {
  return topics.flatMap(({ topic, accepted }) => (accepted ? [topic] : []));
}

/** What a page was judged by: its classifier; of several topics those of all. Another crawl may take such a judgement over. */
export function judgedBy({ classifier, topics }: Pick<Judgement, 'classifier' | 'topics'>): string {
  return topics === undefined ? classifier : classifiersOf(topics);
}

/** The same as {@link judgedBy} before anything was judged, by the classifiers of one topic or of several. */
export function classifiersOf(
  topics: readonly { readonly topic: string; readonly classifier: string }[],
): string {
  const [only] = topics;
  if (topics.length === 1 && only !== undefined) return only.classifier;
  return topics.map(({ topic, classifier }) => `${topic}: ${classifier}`).join(', ');
}

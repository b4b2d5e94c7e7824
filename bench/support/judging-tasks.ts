import type { TermCounts } from '../../src/judging/learning/term-counts.js';
import { sample, seededRandom } from '../../src/support/random.js';
import { communities } from './communities.js';
import { openLabelledTopics, type LabelledUse } from './labelled-topics.js';
import { similarTopics } from './similar-topics.js';
import type { Article, readCollection } from './wikispeedia.js';

/** Kinds of topics, as `--topics` of `bench -- judging` names them. */
export const TOPIC_KINDS = [
  'known',
  'similar',
  'development',
  'held-out',
  'earlier-held-out',
  'linked',
] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

/** Groups of linked articles: how fine, of what sizes, how many of them, and what share of a group is the corpus. */
const LINKED = { resolution: 3, least: 40, most: 250, topics: 12, corpus: 0.3 };

/** A topic: its articles, those that are its corpus, and how the real pages are labelled for it. */
export interface Task {
  readonly name: string;
  readonly kind: TopicKind;
  readonly group: readonly Article[];
  readonly corpus: readonly Article[];
  /** By file and labels of a page; null where it is borderline. */
  readonly pages?: (file: string, labels: readonly string[]) => boolean | null;
}

/** What topics are made from. */
export interface TaskSource {
  readonly collection: ReturnType<typeof readCollection>;
  readonly countsOf: (article: Article) => TermCounts;
  readonly seed: number;
}

/** The topics of a kind. */
export function tasksOf(kind: TopicKind, source: TaskSource): readonly Task[] {
  switch (kind) {
    case 'known':
      return known(source);
    case 'similar':
      return similar(source);
    case 'development':
      return labelled(kind, 'development', source);
    case 'held-out':
      return labelled(kind, 'heldOut', source);
    case 'earlier-held-out':
      return labelled(kind, 'earlierHeldOut', source);
    case 'linked':
      return linked(source);
  }
}

function known({ collection: { articles, topics } }: TaskSource): readonly Task[] {
  return [...topics].map(([name, roles]) => ({
    name,
    kind: 'known',
    group: articles.filter(({ id }) => roles.has(id)),
    corpus: articles.filter(({ id }) => roles.get(id) === 'corpus'),
    pages: (_, labels) => (labels.includes(`${name}?`) ? null : labels.includes(name)),
  }));
}

function similar({ collection: { articles }, countsOf }: TaskSource): readonly Task[] {
  return similarTopics(articles, countsOf).map(({ pages, ...topic }) => ({
    ...topic,
    kind: 'similar',
    pages: byFile(pages),
  }));
}

function labelled(
  kind: TopicKind,
  use: LabelledUse,
  { collection: { articles } }: TaskSource,
): readonly Task[] {
  const byId = new Map(articles.map((article) => [article.id, article]));
  return openLabelledTopics(use).map(({ name, corpus, pages }): Task => {
    const texts = corpus.flatMap((id) => byId.get(id) ?? []);
    return { name, kind, group: texts, corpus: texts, pages: byFile(pages) };
  });
}

/** Pages that are not listed are not about the topic. */
function byFile(pages: ReadonlyMap<string, boolean | null>): NonNullable<Task['pages']> {
  return (file) => (pages.has(file) ? (pages.get(file) ?? null) : false);
}

function linked({ collection: { articles }, seed }: TaskSource): readonly Task[] {
  const groups = communities(articles, LINKED.resolution)
    .filter(({ length }) => length >= LINKED.least && length <= LINKED.most)
    .sort((a, b) => b.length - a.length);
  const step = Math.max(1, Math.floor(groups.length / LINKED.topics));
  return groups
    .filter((_, index) => index % step === 0)
    .slice(0, LINKED.topics)
    .map((group) => ({
      name: [...group].sort((a, b) => b.links.length - a.links.length)[0]?.title ?? '',
      kind: 'linked',
      group,
      corpus: sample(group, Math.round(group.length * LINKED.corpus), seededRandom(seed)),
    }));
}

import { sample, seededRandom, seedOf } from '../../../support/random.js';
import type { WikiArticle } from './wiki-article.js';

const BAR_LINKS = 20;
const SIDEBAR_LINKS = 10;

/** Navigation around the text of every page of a site. */
export interface Chrome {
  /** Ids of the pages in the navigation bar: the most linked ones. */
  readonly bar: readonly string[];
  /** Ids of the pages in the sidebar of a page, drawn at random, determined by page and seed. */
  readonly sidebar: (id: string) => readonly string[];
}

/** Chrome for a collection of articles. */
export function createChrome(articles: readonly WikiArticle[], seed: number): Chrome {
  const ids = articles.map(({ id }) => id);
  const known = new Set(ids);
  const counts = new Map<string, number>();
  for (const id of articles.flatMap(({ links }) => links)) {
    if (known.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return {
    bar: byCount.slice(0, BAR_LINKS).map(([id]) => id),
    sidebar: (id) => sampleOf(ids, seededRandom(seedOf(id, seed))),
  };
}

/** Draws without copying the collection for every page. */
function sampleOf(ids: readonly string[], random: () => number): readonly string[] {
  if (ids.length <= SIDEBAR_LINKS) return sample(ids, SIDEBAR_LINKS, random);
  const drawn = new Set<string>();
  while (drawn.size < SIDEBAR_LINKS) drawn.add(ids[Math.floor(random() * ids.length)] ?? '');
  return [...drawn];
}

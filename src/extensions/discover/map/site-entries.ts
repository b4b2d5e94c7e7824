import { addToList } from '../../../support/add-to-list.js';
import { cutAt } from '../../../support/text/cut-text.js';
import { totalWeight, type TopicWords, type WeightedNoun } from '../seeding/topic-words.js';

/** What may name the URLs of a host. */
export type MapSource = 'sitemap' | 'feed' | 'link' | 'cdx';

/** A URL as one source names it. */
export interface NamedUrl {
  /** Normalised. */
  readonly url: string;
  readonly source: MapSource;
  /** The address of the sitemap, feed, page or server. */
  readonly by: string;
  /** As they are written there. */
  readonly published?: string | undefined;
  readonly lastModified?: string | undefined;
  /** The title, or the text of the link; anything may stand in it. */
  readonly title?: string | undefined;
}

/** A URL of a host, with all that is known of it without requesting it. */
export interface MapEntry {
  readonly url: string;
  /** What names it, each once. */
  readonly sources: readonly { readonly source: MapSource; readonly by: string }[];
  /** The newest of the times that sources state, in ISO 8601. */
  readonly lastModified?: string;
  /** One line. */
  readonly title?: string;
  /** Nouns of the topic in the path, the query and the title, the most characteristic first. */
  readonly nouns: readonly string[];
  /** The sum of the weights of these nouns. */
  readonly score: number;
}

/** Characters of a title. */
const LONGEST_TITLE = 200;
/** Whose titles are the best: those of feeds are titles, those of links anchor texts. */
const BY_TITLES: readonly MapSource[] = ['feed', 'sitemap', 'link', 'cdx'];

/**
 * The URLs that sources name as entries, each once, ranked by {@link compareEntries}.
 * @param now in milliseconds; times after it are left out
 */
export function entriesOf(named: readonly NamedUrl[], words: TopicWords, now: number): readonly MapEntry[] {
  const byUrl = new Map<string, NamedUrl[]>();
  for (const one of named) addToList(byUrl, one.url, one);
  return [...byUrl].map(([url, all]) => entryOf(url, all, words, now)).sort(compareEntries);
}

function entryOf(url: string, all: readonly NamedUrl[], words: TopicWords, now: number): MapEntry {
  const sources = new Map(all.map(({ source, by }) => [`${source} ${by}`, { source, by }]));
  const lastModified = newest(all, now);
  const title = titleOf(all);
  const nouns = eachOnce([...words.inPath(url), ...(title === undefined ? [] : words.inText(title))]);
  return {
    url,
    sources: [...sources.values()],
    lastModified,
    title,
    nouns: nouns.map(({ lemma }) => lemma),
    score: totalWeight(nouns),
  };
}

function eachOnce(nouns: readonly WeightedNoun[]): readonly WeightedNoun[] {
  const byLemma = new Map(nouns.map((noun) => [noun.lemma, noun]));
  return [...byLemma.values()].sort((a, b) => b.weight - a.weight);
}

function newest(all: readonly NamedUrl[], now: number): string | undefined {
  const times = all.map(({ lastModified = '' }) => Date.parse(lastModified)).filter((time) => time <= now);
  return times.length === 0 ? undefined : new Date(Math.max(...times)).toISOString();
}

function titleOf(all: readonly NamedUrl[]): string | undefined {
  for (const source of BY_TITLES)
    for (const { title, source: own } of all) {
      const line = own === source ? oneLine(title ?? '') : '';
      if (line !== '') return line;
    }
  return undefined;
}

function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.slice(0, cutAt(line, LONGEST_TITLE));
}

/** The order of entries: by score, then the newest first, then by address. */
export function compareEntries(a: MapEntry, b: MapEntry): number {
  if (a.score !== b.score) return b.score - a.score;
  const [newer = '', older = ''] = [b.lastModified, a.lastModified];
  return compareTexts(newer, older) || compareTexts(a.url, b.url);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether an entry has a noun of the topic. */
export function isMatching({ score }: Pick<MapEntry, 'score'>): boolean {
  return score > 0;
}

import type { Clock } from '../../../support/time/clock.js';
import { listedTimes } from '../../../crawling/engine/found-urls.js';
import type { ListedTimes } from '../../../model/crawl-event.js';
import { parseUrl } from '../../../support/parse-url.js';
import { normaliseUrl, originOf } from '../../../crawling/urls/urls.js';
import { loadRobots, type SitemapParts } from '../../../crawling/sitemaps/sitemaps.js';
import type { TopicWords } from '../seeding/topic-words.js';
import { entriesOf, isMatching } from '../map/site-entries.js';
import { namedByFeeds, namedBySitemaps } from '../map/site-lists.js';
import { shareOf, type HostLesson } from './crawl-lessons.js';
import {
  askForMore,
  MOST_ASKS_OF_HOST,
  type Ask,
  type AskState,
  type NamedPage,
  type Source,
} from './source.js';
import { within } from './within.js';

/** URLs of one answer that are taken. */
const MOST = { sitemaps: 20, parents: 5 };
/** Before anything is known: shares of accepted pages. */
const PRIOR = 0.2;
/** What is read of the sitemaps and feeds of a host at most: URLs, files, bytes of a file, feeds, seconds in all. */
const LIMITS = { maxUrls: 10_000, maxSitemaps: 10, maxBytes: 10_000_000 };
const MOST_FEEDS = 3;
const MOST_SECONDS = 60;
/** If at least this share of a host's pages was accepted, URLs without nouns of the topic are also taken. */
const RICH_HOST = 0.5;

/** What sitemaps and feeds are read with. */
export interface ListParts extends Omit<SitemapParts, 'signal'> {
  readonly words: TopicWords;
  /** Measures how long reading takes. It does, also where the time of the crawl is simulated. */
  readonly timer: Clock;
  /** Feeds that pages of a host name. */
  readonly feedsOf: (host: string) => readonly string[];
}

/** Sitemaps and feeds of hosts with accepted pages, their URLs ranked by the topic. */
export function siteLists(parts: ListParts): Source {
  return {
    name: 'sitemaps and feeds',
    prior: PRIOR,
    most: MOST.sitemaps,
    raises: false,
    next: (state) => firstOf(state.lessons.hosts(), (lesson) => askLists(lesson, state, parts)),
  };
}

function askLists(lesson: HostLesson, state: AskState, parts: ListParts): Ask | undefined {
  const { host } = lesson;
  if (state.times(host) > 0) return askForMore(host, state);
  return { target: host, run: (signal) => readLists(lesson, parts, signal) };
}

/** The logger is warned of the first fault alone: there may be one in each of many sitemaps. */
async function readLists(
  lesson: HostLesson,
  parts: ListParts,
  signal: AbortSignal,
): Promise<readonly NamedPage[]> {
  const { host, pages } = lesson;
  const origin = originOf(pages[0] ?? `http://${host}/`);
  const warnings: string[] = [];
  const logger = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
  const read = await within(MOST_SECONDS, parts.timer, signal, async (limit) => {
    const quiet = { ...parts, logger, signal: limit };
    // A crawl that was resumed may not have contacted the host.
    await loadRobots(`${origin}/`, quiet);
    const feeds = parts.feedsOf(host).slice(0, MOST_FEEDS);
    // A feed is small and new: it is read before the time may be over.
    const inFeeds = await namedByFeeds(feeds, `${origin}/`, quiet, LIMITS.maxUrls);
    return [...inFeeds, ...(await namedBySitemaps([`${origin}/`], quiet, LIMITS))];
  });
  if (warnings[0] !== undefined && !signal.aborted) parts.logger.warn(warnings[0]);
  if (read.isLate)
    parts.logger.warn(`sitemaps of ${host}: what was read in ${MOST_SECONDS} s is used, and no more is read`);
  // Feeds come first, which know more of times than sitemaps.
  const listed = new Map<string, ListedTimes | undefined>();
  for (const { url, published, lastModified } of read.value)
    listed.set(url, listed.get(url) ?? listedTimes(published, lastModified));
  const ranked = entriesOf(read.value, parts.words, parts.clock.now());
  const wanted = shareOf(lesson) >= RICH_HOST ? ranked : ranked.filter(isMatching);
  return wanted.map(({ url, sources: [from], nouns }) => ({
    url,
    by: from?.by ?? origin,
    reason: `${from?.source === 'feed' ? 'feed' : 'sitemap'} of ${host}${nounsText(nouns)}`,
    listed: listed.get(url),
  }));
}

function nounsText(nouns: readonly string[]): string {
  return nouns.length === 0 ? '' : `, nouns: ${nouns.slice(0, 3).join(', ')}`;
}

/** The folders above accepted pages. */
export function parentFolders(): Source {
  return {
    name: 'parent folders',
    prior: PRIOR,
    most: MOST.parents,
    raises: false,
    next: (state) => firstOf(state.lessons.hosts(), (lesson) => askParents(lesson, state)),
  };
}

function askParents({ host, pages }: HostLesson, { times, isNew }: AskState): Ask | undefined {
  if (times(host) >= MOST_ASKS_OF_HOST) return undefined;
  const parents = parentsOf(pages).filter(({ url }) => isNew(url));
  return parents.length === 0 ? undefined : { target: host, run: () => Promise.resolve(parents) };
}

/** The folders above pages of a host: those above the most pages first, and of these the deepest. */
export function parentsOf(pages: readonly string[]): readonly NamedPage[] {
  const parents = new Map<string, { readonly by: string; count: number; readonly depth: number }>();
  for (const page of pages)
    for (const [depth, url] of foldersAbove(page).entries()) {
      const known = parents.get(url) ?? { by: page, count: 0, depth };
      parents.set(url, known);
      known.count += 1;
    }
  return [...parents]
    .sort(([, a], [, b]) => b.count - a.count || b.depth - a.depth)
    .map(([url, { by }]) => ({ url, by, reason: `folder above ${by}` }));
}

/** `http://h/a/b/c.html` → `http://h/`, `http://h/a/`, `http://h/a/b/`. */
function foldersAbove(page: string): readonly string[] {
  const url = parseUrl(page);
  if (url === undefined) return [];
  const folders = url.pathname.split('/').slice(1, -1);
  const isFolder = url.pathname.endsWith('/');
  const above = isFolder ? folders.slice(0, -1) : folders;
  if (isFolder && folders.length === 0) return [];
  return Array.from({ length: above.length + 1 }, (_, count) => {
    const path = above.slice(0, count).map((folder) => `${folder}/`);
    return normaliseUrl(`${url.origin}/${path.join('')}`) ?? '';
  }).filter((address) => address !== '');
}

function firstOf<T, R>(items: readonly T[], make: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const made = make(item);
    if (made !== undefined) return made;
  }
  return undefined;
}

import { z } from 'zod';
import type { LinkCandidate } from '../../../model/crawl-event.js';
import type { Page } from '../../../model/page.js';
import { onceFor } from '../../../support/once.js';
import { parseUrl } from '../../../support/parse-url.js';
import { seedOf } from '../../../support/random.js';
import type { TopicSight } from '../topic-sight.js';
import { urlWords } from '../term-weights.js';

const number = z.number();
const list = z.array(number);
const evidenceSchema = z.object({
  /** Likeness of page, anchor, context and content block, each the best of all links; and of the words of the URL. */
  ...{ page: number, anchor: number, context: number, block: number, url: number },
  /** Sums over all links, and the relevance of the best linking page. */
  ...{ links: number, accepted: number, relevance: number, best: number },
  /** Numbers of groups: host, directories of the URL from the outermost on. */
  ...{ host: number, directories: list },
  /** Numbers of the first linking pages, of the blocks and of the templates in which the links are. */
  ...{ sources: list, blocks: list, templates: list },
  /** Indices of the words of anchors, of the URL, and of contexts, each once. */
  ...{ anchorWords: list, urlWords: list, contextWords: list },
});

/** Evidence of all links to a URL. */
export type LinkEvidence = z.output<typeof evidenceSchema>;

/** True for a value that is evidence, as it was kept. */
export function isEvidence(value: unknown): value is LinkEvidence {
  return evidenceSchema.safeParse(value).success;
}

/** A linking page as evidence. */
export interface LinkingPage {
  readonly number: number;
  readonly relevance: number;
  readonly accepted: boolean;
}

/** Directories of a URL that are groups at most. */
const MAX_DIRECTORIES = 6;
/** Linking pages whose groups count. */
const MAX_SOURCES = 10;

/** Evidence for a URL before any link to it. */
export function noEvidence(url: string, sight: TopicSight, words: WordPlaces, most: number): LinkEvidence {
  const own = urlWords(url, sight.words, true);
  const evidence: LinkEvidence = {
    // Not a spread first: V8 takes a hundred times as long to make such an object.
    url: sight.wordsLikeness('anchor', own),
    ...{ page: 0, anchor: 0, context: 0, block: 0 },
    ...{ links: 0, accepted: 0, relevance: 0, best: 0, ...placesOf(url) },
    ...{ sources: [], blocks: [], templates: [], anchorWords: [], urlWords: [], contextWords: [] },
  };
  addWords(evidence.urlWords, 'URL', own, words, most);
  return evidence;
}

function placesOf(url: string): Pick<LinkEvidence, 'host' | 'directories'> {
  const parsed = parseUrl(url);
  if (parsed === undefined) return { host: seedOf(url), directories: [] };
  const folders = parsed.pathname.split('/').slice(1, -1);
  let prefix = parsed.host;
  const directories = folders.slice(0, MAX_DIRECTORIES).map((folder) => seedOf((prefix += `/${folder}`)));
  return { host: seedOf(parsed.host), directories };
}

const hostOf = onceFor((page: Page) => parseUrl(page.url)?.host ?? '');

/** Adds a link. The order of the links only matters once a list is full. */
export function addLink(
  evidence: LinkEvidence,
  { link, source }: Pick<LinkCandidate, 'link' | 'source'>,
  from: LinkingPage,
  sight: TopicSight,
  words: WordPlaces,
  mostWords: number,
): void {
  const { words: anchorWords, likeness: anchor } = sight.anchor(link.anchorText);
  const contextWords = link.places?.map((place) => sight.words(place.context));
  const context =
    contextWords === undefined
      ? anchor
      : Math.max(0, ...contextWords.map((read) => sight.wordsLikeness('context', read)));
  evidence.page = Math.max(evidence.page, sight.pageLikeness(source));
  evidence.anchor = Math.max(evidence.anchor, anchor);
  evidence.context = Math.max(evidence.context, context);
  evidence.block = Math.max(evidence.block, sight.blockLikeness(source, link));
  evidence.links += 1;
  evidence.accepted += from.accepted ? 1 : 0;
  evidence.relevance += from.relevance;
  evidence.best = Math.max(evidence.best, from.relevance);
  addWords(evidence.anchorWords, 'anchor', anchorWords, words, mostWords);
  for (const read of contextWords ?? []) addWords(evidence.contextWords, 'context', read, words, mostWords);
  if (evidence.sources.length >= MAX_SOURCES) return;
  evidence.sources.push(from.number);
  addOnce(evidence.blocks, seedOf(`${from.number} ${link.places?.[0]?.block ?? ''}`));
  addOnce(evidence.templates, seedOf(`${hostOf(source)} ${link.tagPath ?? ''}`));
}

function addWords(list: number[], kind: WordKind, found: readonly string[], words: WordPlaces, most: number) {
  for (const word of found) {
    if (list.length >= most) return;
    const place = words.placeOf(kind, word);
    if (place !== undefined) addOnce(list, place);
  }
}

function addOnce(list: number[], number: number): void {
  if (!list.includes(number)) list.push(number);
}

/** Places in which a word may stand. */
type WordKind = 'anchor' | 'URL' | 'context';

/** Numbers words by kind, growing up to a limit. */
export type WordPlaces = ReturnType<typeof createWordPlaces>;

/** Number of words that are distinguished. A crawl of millions of pages meets ever more, most of them once. */
const MAX_WORDS = 200_000;

/** @param first the number of the first word */
export function createWordPlaces(first: number, known: readonly string[] = []) {
  /** Kind and word, with a colon between them. */
  const words = [...known];
  const places = new Map(words.map((named, index) => [named, first + index]));
  return {
    /** The number of a word; undefined for a new one when there are too many already. */
    placeOf(kind: WordKind, word: string): number | undefined {
      const named = `${kind}:${word}`;
      const place = places.get(named);
      if (place !== undefined || words.length >= MAX_WORDS) return place;
      places.set(named, first + words.length);
      return first + words.push(named) - 1;
    },
    wordAt: (place: number) => words[place - first],
    snapshot: () => [...words],
  };
}

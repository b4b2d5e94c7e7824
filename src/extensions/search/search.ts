import { checkSettings } from '../../app/settings/resolve.js';
import type { CallOptions } from '../../app/settings/call-options.js';
import { InputError, UsageError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import {
  byCount,
  contentTerms,
  findPages,
  type Count,
  type Facets,
  type Filter,
  type Found,
  type FoundPage,
} from './find.js';
import { openIndex, type IndexFile } from './index-file.js';
import { updateLabels, wideningsOf, type Widening } from './labels.js';
import { parseQuery, type QueryTerm, type SearchQuery } from './query.js';
import { mergeRanked, spreadHosts } from './rank.js';
import { searchFields, type SearchOptions, type SearchSettings } from './search-settings.js';
import { sourcesIn, type Source } from './sources.js';
import { updateIndex, type UpdateReport } from './update-index.js';

/** A page of the answer, with the folder of its collection. */
export interface SearchHit extends FoundPage {
  readonly out: string;
}

/** A collection that was searched, and what changed in its index before. */
export interface SearchedCollection extends UpdateReport {
  readonly out: string;
  /** Pages in its index. */
  readonly pages: number;
}

/** The answer to a query. */
export interface SearchAnswer {
  readonly query: string;
  readonly hits: readonly SearchHit[];
  /** Pages with all words of the query, and with some of them only. */
  readonly all: number;
  readonly some: number;
  /** What was searched for as well, by the knowledge bases of the topics. */
  readonly widened: readonly Widening[];
  /** Of the pages with all words; of the others where there are none. */
  readonly facets: Facets;
  readonly collections: readonly SearchedCollection[];
  /** Where no page was found: what could be tried. */
  readonly advice: readonly string[];
}

/** Values of a facet in an answer. */
const MOST_OF_FACET = 10;

/**
 * Searches the accepted pages of crawls, or of collections that `sfwc monitor` keeps. Their indexes are made or brought up to
 * date first, in files of their own in the folders.
 * @param how.onProgress bytes of the events that an index has read, of all
 * @throws UsageError for the query or settings; InputError where a folder holds no crawl, or its index is damaged or of another
 *   program; OutputError where an index cannot be written; what `signal` says
 */
export async function search(
  outs: readonly string[],
  text: string,
  options: SearchOptions,
  how: CallOptions<{ readonly out: string; readonly done: number; readonly total: number }> = {},
): Promise<SearchAnswer> {
  checkArguments('searchCollection', { outs: [outs, 'strings'], query: [text, 'string'] });
  if (outs.length === 0)
    throw new UsageError('no collection to search', { hint: 'name the folder of a crawl (--out)' });
  const settings = checkSettings(searchFields, options);
  const query = parseQuery(text);
  const places = [...new Set(outs)];
  // All folders are looked at before one is indexed, which may take a while.
  const sources = await Promise.all(places.map(sourcesIn));
  refuseOtherTopics(places, sources, topicsOf(settings));
  const answers: OneAnswer[] = [];
  for (const [place, out] of places.entries())
    answers.push(await searchOne(out, sources[place] ?? [], query, settings, how));
  return answerOf(text, query, settings, answers);
}

interface OneAnswer {
  readonly collection: SearchedCollection;
  readonly found: Found;
  readonly widened: readonly Widening[];
  /** Pages that would be found without the settings and signs that leave pages out. */
  readonly otherwise: readonly string[];
}

async function searchOne(
  out: string,
  sources: readonly Source[],
  query: SearchQuery,
  settings: SearchSettings,
  { signal, onProgress, logger }: Parameters<typeof search>[3] & object,
): Promise<OneAnswer> {
  const index = openIndex(out, settings.rebuild);
  try {
    const update = await updateIndex(index, sources, {
      signal,
      onProgress: (done, total) => onProgress?.({ out, done, total }),
    });
    const { missing } = update;
    if (missing > 0) {
      const have = missing === 1 ? '1 accepted page has' : `${missing} accepted pages have`;
      logger?.warn(`${out}: ${have} no text in the folder, and ${missing === 1 ? 'is' : 'are'} not found`);
    }
    if (!settings.literal)
      for (const problem of await updateLabels(index, sources))
        logger?.warn(`${out}: the query is not widened: ${problem}`);
    // One transaction, so that another search cannot change the index meanwhile.
    return index.reading(() => answerIn(index, out, update, query, settings));
  } finally {
    index.close();
  }
}

function answerIn(
  index: IndexFile,
  out: string,
  update: UpdateReport,
  query: SearchQuery,
  settings: SearchSettings,
): OneAnswer {
  const topics = topicsOf(settings);
  const terms = contentTerms(query);
  const widened = settings.literal ? [] : wideningsOf(index, terms, topics);
  const find = (excluded: readonly string[], filter: Filter, own: readonly QueryTerm[] = terms): Found =>
    // Widenings have places in the terms.
    findPages(index, { terms: own, excluded }, own === terms ? widened : [], filter, settings.limit);
  const filter = filterOf(settings);
  const found = find(query.excluded, filter);
  const pages = Number(index.rows('SELECT count(*) FROM pages')[0]?.[0]);
  const isEmpty = found.pages.length === 0;
  return {
    collection: { out, pages, ...update },
    found,
    widened: widened.map(({ term, by, iri }) => ({ term, by, iri })),
    otherwise: isEmpty ? adviceOf(query, filter, terms, find) : [],
  };
}

/** Settings and signs without which a query would find something. */
function adviceOf(
  { excluded }: SearchQuery,
  filter: Filter,
  terms: readonly QueryTerm[],
  find: (excluded: readonly string[], filter: Filter, terms?: readonly QueryTerm[]) => Found,
): readonly string[] {
  const none: Filter = { topics: [], nouns: [], hosts: [] };
  const tries: readonly (readonly [Found | undefined, string])[] = [
    [isSame(filter, none) ? undefined : find(excluded, none), 'without --topic, --noun, --host and --since'],
    [excluded.length === 0 ? undefined : find([], filter), 'without the excluded words'],
    [
      terms.some(({ isPhrase }) => isPhrase) ? find(excluded, filter, wordsOf(terms)) : undefined,
      'without quotation marks',
    ],
  ];
  return tries.filter(([found]) => (found?.pages.length ?? 0) > 0).map(([, what]) => what);
}

function wordsOf(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  return terms.flatMap(({ text }) => text.split(/\s+/).map((word) => ({ text: word, isPhrase: false })));
}

function isSame(a: Filter, b: Filter): boolean {
  return JSON.stringify({ ...a, since: a.since ?? '' }) === JSON.stringify({ ...b, since: b.since ?? '' });
}

function filterOf({ topic = [], noun, host, since }: SearchSettings): Filter {
  return {
    topics: [topic].flat(),
    nouns: noun,
    hosts: host,
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
  };
}

function topicsOf({ topic = [] }: SearchSettings): readonly string[] {
  return [topic].flat();
}

/** @throws InputError for a topic that no crawl has */
function refuseOtherTopics(
  outs: readonly string[],
  sources: readonly (readonly Source[])[],
  wanted: readonly string[],
): void {
  const known = new Set(sources.flat().flatMap(({ topics }) => topics));
  const unknown = wanted.filter((topic) => !known.has(topic));
  if (unknown.length > 0)
    throw new InputError(`no crawl in ${outs.join(', ')} is about '${unknown.join("', '")}'`, {
      hint: `topics: ${[...known].join(', ')}`,
    });
}

function answerOf(
  text: string,
  query: SearchQuery,
  { limit, host }: SearchSettings,
  answers: readonly OneAnswer[],
): SearchAnswer {
  const lists = answers.map(({ found, collection: { out } }) =>
    found.pages.map((page): SearchHit => ({ ...page, out })),
  );
  const [only = []] = lists;
  const ranked = lists.length === 1 ? only : mergeRanked(lists);
  const hits = (host.length === 0 ? spreadHosts(ranked) : ranked).slice(0, limit);
  const sum = (count: (found: Found) => number): number =>
    answers.reduce((total, { found }) => total + count(found), 0);
  return {
    query: text,
    hits,
    all: sum(({ all }) => all),
    some: sum(({ some }) => some),
    widened: distinct(answers.flatMap(({ widened }) => widened)),
    facets: mergeFacets(answers.map(({ found }) => found.facets)),
    collections: answers.map(({ collection }) => collection),
    advice: hits.length > 0 ? [] : adviceText(query, answers),
  };
}

function adviceText({ terms }: SearchQuery, answers: readonly OneAnswer[]): readonly string[] {
  if (answers.every(({ collection }) => collection.pages === 0))
    return [
      'no page has been accepted yet, or the crawl does not keep pages (--discard-pages); see: sfwc status OUT',
    ];
  const otherwise = [...new Set(answers.flatMap((answer) => answer.otherwise))];
  if (otherwise.length > 0) return otherwise.map((what) => `there are pages ${what}`);
  const fewer = terms.length > 1 ? 'try fewer or more general words' : 'try a more general word';
  return [
    `${fewer}; the hosts and nouns of a crawl are in its report: sfwc report ${answers[0]?.collection.out ?? 'OUT'}`,
  ];
}

function distinct(widened: readonly Widening[]): readonly Widening[] {
  return [...new Map(widened.map((one) => [JSON.stringify(one), one])).values()];
}

function mergeFacets(all: readonly Facets[]): Facets {
  const merged = <T extends Count>(
    of: (facets: Facets) => readonly T[],
    keyOf: (value: T) => string,
  ): readonly T[] => {
    const counts = new Map<string, T>();
    for (const value of all.flatMap(of)) {
      const pages = value.pages + (counts.get(keyOf(value))?.pages ?? 0);
      counts.set(keyOf(value), { ...value, pages });
    }
    return byCount([...counts.values()]).slice(0, MOST_OF_FACET);
  };
  return {
    hosts: merged(
      ({ hosts }) => hosts,
      ({ name }) => name,
    ),
    topics: merged(
      ({ topics }) => topics,
      ({ name }) => name,
    ),
    nouns: merged(
      ({ nouns }) => nouns,
      ({ name, iri = '' }) => `${name} ${iri}`,
    ),
  };
}

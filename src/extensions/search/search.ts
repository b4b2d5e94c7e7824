import { checkSettings } from '../../app/settings/resolve.js';
import type { CallOptions } from '../../app/settings/call-options.js';
import type {
  Count,
  Facets,
  IndexUpdate,
  PagePassages,
  SearchAnswer,
  SearchedCollection,
  SearchHit,
  SearchHow,
  Widening,
} from '../../model/collection-search.js';
import { InputError, UsageError } from '../../model/errors.js';
import { given } from '../../support/given.js';
import { checkArguments } from '../../support/check-arguments.js';
import { byCount, contentTerms, findPages, type Filter, type Found, type HitRange } from './find.js';
import { openIndex, type IndexFile } from './index-file.js';
import { updateLabels, wideningsOf } from './labels.js';
import { parseQuery, type QueryTerm, type SearchQuery } from './query.js';
import { mergeRanked, spreadHosts } from './rank.js';
import { searchFields, type SearchOptions, type SearchSettings } from './search-settings.js';
import { sourcesIn, type Source } from './sources.js';
import { updateIndex } from './update-index.js';

/** Options of a search. */
type SearchCall = SearchHow & Pick<CallOptions, 'logger'>;

/** Values of a facet in an answer. */
const MAX_OF_FACET = 10;

/**
 * Searches the accepted pages of crawls, or of collections that `sfwc monitor` keeps. Their indexes are made or brought up to
 * date first, in files of their own in the folders.
 * @param how.onProgress bytes of the events that an index has read, of all
 * @param offset hits before those of the answer
 * @throws UsageError for the query or settings; InputError where a folder holds no crawl, or its index is damaged or of another
 *   program; OutputError where an index cannot be written; what `signal` says
 */
export async function search(
  outs: readonly string[],
  text: string,
  options: SearchOptions,
  how: SearchCall = {},
  offset = 0,
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
  const range = { from: offset, to: offset + settings.limit };
  const answers: OneAnswer[] = [];
  for (const [place, out] of places.entries()) {
    // What comes first of several collections is known when they are merged.
    const own = places.length === 1 ? range : { from: 0, to: range.to };
    answers.push(await searchOne({ out, sources: sources[place] ?? [], range: own }, query, settings, how));
  }
  return answerOf(text, query, settings, range, answers);
}

interface OneAnswer {
  readonly collection: SearchedCollection;
  readonly found: Found;
  readonly widened: readonly Widening[];
  /** Pages that would be found without the settings and signs that leave pages out. */
  readonly otherwise: readonly string[];
  /** Pages are chosen by what they say of themselves, which the index does not know of any page. */
  readonly isSilent: boolean;
}

/** A collection to be searched. */
interface Place {
  readonly out: string;
  readonly sources: readonly Source[];
  readonly range: HitRange;
}

async function searchOne(
  place: Place,
  query: SearchQuery,
  settings: SearchSettings,
  how: SearchCall,
): Promise<OneAnswer> {
  const { out, sources } = place;
  return withIndex(place, settings.rebuild, how, async (index, update) => {
    if (!settings.literal)
      for (const problem of await updateLabels(index, sources))
        how.logger?.warn(`${out}: the query is not widened: ${problem}`);
    // One transaction, so that another search cannot change the index meanwhile.
    return index.reading(() => answerIn(index, place, update, query, settings));
  });
}

/** Opens the index of a collection, brings it up to date, and closes it after its use. @throws as `search` */
async function withIndex<T>(
  { out, sources }: Pick<Place, 'out' | 'sources'>,
  rebuild: boolean,
  { signal, onProgress, logger }: SearchCall,
  use: (index: IndexFile, update: IndexUpdate) => T | Promise<T>,
): Promise<T> {
  const index = openIndex(out, rebuild);
  try {
    const update = await updateIndex(index, sources, {
      signal,
      onProgress: (done, total) => onProgress?.({ out, done, total }),
      warn: (message) => logger?.warn(message),
    });
    const { missing } = update;
    if (missing > 0) {
      const have = missing === 1 ? '1 accepted page has' : `${missing} accepted pages have`;
      logger?.warn(`${out}: ${have} no text in the folder, and ${missing === 1 ? 'is' : 'are'} not found`);
    }
    return await use(index, update);
  } finally {
    index.close();
  }
}

/** Passages of an accepted page, with their numbers; those that it does not have are left out. @throws InputError for a page that is not in the index */
export async function readPassages(
  out: string,
  url: string,
  { from, to }: { readonly from: number; readonly to: number },
  how: SearchCall = {},
): Promise<PagePassages> {
  const place = { out, sources: await sourcesIn(out) };
  return withIndex(place, false, how, (index) =>
    index.reading(() => {
      const page = 'SELECT id, url, title, size, numbers FROM pages WHERE';
      const [found] = [
        ...index.rows(`${page} key = ?`, url),
        ...index.rows(`${page} url = ? ORDER BY id LIMIT 1`, url),
      ];
      if (found === undefined)
        throw new InputError(`${url} is not among the accepted pages of ${out}`, {
          hint: 'search for it again: its verdict may have changed',
        });
      const numbers = JSON.parse(String(found[4])) as readonly number[];
      const passages = index
        .passages(Number(found[0]))
        .map((text, number) => ({ number, ...given({ page: numbers[number] }), text }))
        .slice(Math.max(0, from), Math.max(0, to + 1));
      return { url: String(found[1]), title: String(found[2]), passages, of: Number(found[3]) };
    }),
  );
}

function answerIn(
  index: IndexFile,
  { out, range }: Place,
  update: IndexUpdate,
  query: SearchQuery,
  settings: SearchSettings,
): OneAnswer {
  const topics = topicsOf(settings);
  const terms = contentTerms(query);
  const widened = settings.literal ? [] : wideningsOf(index, terms, topics);
  const find = (excluded: readonly string[], filter: Filter, own: readonly QueryTerm[] = terms): Found =>
    // Widenings have places in the terms.
    findPages(index, { terms: own, excluded }, own === terms ? widened : [], filter, range);
  const filter = filterOf(settings);
  const found = find(query.excluded, filter);
  const pages = Number(index.rows('SELECT count(*) FROM pages')[0]?.[0]);
  const isEmpty = found.all + found.some === 0;
  return {
    collection: { out, pages, ...update },
    found,
    widened: widened.map(({ term, by, iri }) => ({ term, by, iri })),
    otherwise: isEmpty ? adviceOf(query, filter, terms, find) : [],
    isSilent: asksSaid(filter) && index.rows('SELECT 1 FROM said LIMIT 1').length === 0,
  };
}

/** Settings and signs without which a query would find something. */
function adviceOf(
  { excluded }: SearchQuery,
  filter: Filter,
  terms: readonly QueryTerm[],
  find: (excluded: readonly string[], filter: Filter, terms?: readonly QueryTerm[]) => Found,
): readonly string[] {
  const none: Filter = { topics: [], nouns: [], hosts: [], said: {} };
  const tries: readonly (readonly [Found | undefined, string])[] = [
    [isSame(filter, none) ? undefined : find(excluded, none), 'without the options that choose pages'],
    [excluded.length === 0 ? undefined : find([], filter), 'without the excluded words'],
    [
      terms.some(({ isPhrase }) => isPhrase) ? find(excluded, filter, wordsOf(terms)) : undefined,
      'without quotation marks',
    ],
  ];
  return tries.filter(([found]) => found !== undefined && found.all + found.some > 0).map(([, what]) => what);
}

function asksSaid({ said, since }: Filter): boolean {
  return since !== undefined || Object.keys(said).length > 0;
}

function wordsOf(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  return terms.flatMap(({ text }) => text.split(/\s+/).map((word) => ({ text: word, isPhrase: false })));
}

function isSame(a: Filter, b: Filter): boolean {
  const times = ({ since = '', fetchedSince = '' }: Filter) => ({ since, fetchedSince });
  return JSON.stringify({ ...a, ...times(a) }) === JSON.stringify({ ...b, ...times(b) });
}

function filterOf(settings: SearchSettings): Filter {
  const { topic = [], noun, host, since, fetchedSince, site, author, language, licence } = settings;
  const said = Object.entries({ site, author, language, licence }).filter(([, values]) => values.length > 0);
  return {
    topics: [topic].flat(),
    nouns: noun,
    hosts: host,
    said: Object.fromEntries(said),
    ...(since === undefined ? {} : { since }),
    ...(fetchedSince === undefined ? {} : { fetchedSince: new Date(fetchedSince).toISOString() }),
  };
}

function topicsOf({ topic = [] }: SearchSettings): readonly string[] {
  return [topic].flat();
}

/** @throws UsageError for a topic that no crawl has */
function refuseOtherTopics(
  outs: readonly string[],
  sources: readonly (readonly Source[])[],
  wanted: readonly string[],
): void {
  const known = new Set(sources.flat().flatMap(({ topics }) => topics));
  const unknown = wanted.filter((topic) => !known.has(topic));
  if (unknown.length > 0)
    throw new UsageError(`no crawl in ${outs.join(', ')} is about '${unknown.join("', '")}'`, {
      hint: `topics: ${[...known].join(', ')}`,
    });
}

function answerOf(
  text: string,
  query: SearchQuery,
  { host }: SearchSettings,
  { from, to }: HitRange,
  answers: readonly OneAnswer[],
): SearchAnswer {
  const lists = answers.map(({ found, collection: { out } }) =>
    found.pages.map((page): SearchHit => ({ ...page, out })),
  );
  const [only = []] = lists;
  const merged = (): readonly SearchHit[] => {
    const ranked = mergeRanked(lists);
    return (host.length === 0 ? spreadHosts(ranked) : ranked).slice(from, to);
  };
  const hits = lists.length === 1 ? only : merged();
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
    advice: answers.some(({ found }) => found.all + found.some > 0) ? [] : adviceText(query, answers),
  };
}

function adviceText({ terms }: SearchQuery, answers: readonly OneAnswer[]): readonly string[] {
  if (answers.every(({ collection }) => collection.pages === 0))
    return [
      'no page has been accepted yet, or the crawl does not keep pages (discardPages); see: sfwc status OUT',
    ];
  if (answers.some(({ isSilent }) => isSilent))
    return ['no dates, authors, sites, languages and licences are known: crawl with --set extract=true'];
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
    return byCount([...counts.values()]).slice(0, MAX_OF_FACET);
  };
  const byName = ({ name }: Count): string => name;
  return {
    hosts: merged(({ hosts }) => hosts, byName),
    topics: merged(({ topics }) => topics, byName),
    nouns: merged(
      ({ nouns }) => nouns,
      ({ name, iri = '' }) => `${name} ${iri}`,
    ),
    years: merged(({ years }) => years, byName),
    sites: merged(({ sites }) => sites, byName),
    authors: merged(({ authors }) => authors, byName),
    languages: merged(({ languages }) => languages, byName),
    licences: merged(({ licences }) => licences, byName),
  };
}

import { checkSettings } from '../../app/settings/resolve.js';
import type {
  Count,
  Facets,
  IndexUpdate,
  SearchAnswer,
  SearchedCollection,
  SearchHit,
  SearchHow,
  SearchWish,
  Widening,
} from '../../model/collection-search.js';
import { UsageError } from '../../model/errors.js';
import type { Logger } from '../../support/logger.js';
import { byCount, contentTerms, findPages, type Filter, type Found, type HitRange } from './find.js';
import { openIndex, type IndexFile } from './index-file.js';
import { updateLabels, wideningsOf } from './labels.js';
import { parseQuery, type SearchQuery } from './query.js';
import { mergeRanked, spreadHosts } from './rank.js';
import { searchFields, type SearchOptions, type SearchSettings } from './search-settings.js';
import { sourcesIn, type Source } from './sources.js';
import { updateIndex } from './update-index.js';

/** Options of a search. */
type SearchCall = SearchHow & { readonly logger?: Logger };

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

/** Searches as {@link search} does, by the wish of a server. */
export function searchCollections(
  outs: readonly string[],
  query: string,
  { offset, topic = [], ...settings }: SearchWish,
  how: SearchHow,
): Promise<SearchAnswer> {
  return search(outs, query, { ...settings, ...(topic.length === 0 ? {} : { topic }) }, how, offset);
}

interface OneAnswer {
  readonly collection: SearchedCollection;
  readonly found: Found;
  readonly widened: readonly Widening[];
  /** Pages are chosen by what they say of themselves, which the index does not know of any page. */
  readonly isSilent: boolean;
}

/** A collection to be searched. */
interface Place {
  readonly out: string;
  readonly sources: readonly Source[];
  readonly range: HitRange;
}

/** Searches one collection; its index is brought up to date first. */
async function searchOne(
  place: Place,
  query: SearchQuery,
  settings: SearchSettings,
  { signal, onProgress, logger }: SearchCall,
): Promise<OneAnswer> {
  const { out, sources } = place;
  const index = openIndex(out);
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
    if (!settings.literal)
      for (const problem of await updateLabels(index, sources))
        logger?.warn(`${out}: the query is not widened: ${problem}`);
    // One transaction, so that another search cannot change the index meanwhile.
    return index.reading(() => answerIn(index, place, update, query, settings));
  } finally {
    index.close();
  }
}

function answerIn(
  index: IndexFile,
  { out, range }: Place,
  update: IndexUpdate,
  { terms: written, excluded }: SearchQuery,
  settings: SearchSettings,
): OneAnswer {
  const terms = contentTerms(written);
  const widened = settings.literal ? [] : wideningsOf(index, terms, topicsOf(settings));
  const filter = filterOf(settings);
  const { said, since } = filter;
  const asksSaid = since !== undefined || Object.keys(said).length > 0;
  return {
    collection: { out, pages: Number(index.rows('SELECT count(*) FROM pages')[0]?.[0]), ...update },
    found: findPages(index, { terms, excluded }, widened, filter, range),
    widened: widened.map(({ term, by, iri }) => ({ term, by, iri })),
    isSilent: asksSaid && index.rows('SELECT 1 FROM said LIMIT 1').length === 0,
  };
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
  settings: SearchSettings,
  { from, to }: HitRange,
  answers: readonly OneAnswer[],
): SearchAnswer {
  const lists = answers.map(({ found, collection: { out } }) =>
    found.pages.map((page): SearchHit => ({ ...page, out })),
  );
  const [only = []] = lists;
  const merged = (): readonly SearchHit[] => {
    const ranked = mergeRanked(lists);
    return (settings.host.length === 0 ? spreadHosts(ranked) : ranked).slice(from, to);
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
    advice: answers.some(({ found }) => found.all + found.some > 0)
      ? []
      : adviceText(query, settings, answers),
  };
}

/** Suggestions where no page was found. */
function adviceText(
  { terms, excluded }: SearchQuery,
  settings: SearchSettings,
  answers: readonly OneAnswer[],
): readonly string[] {
  if (answers.every(({ collection }) => collection.pages === 0))
    return [
      'no page has been accepted yet, or the crawl does not keep pages (discardPages); see: sfwc explain OUT',
    ];
  if (answers.some(({ isSilent }) => isSilent))
    return [
      'no dates, authors, sites, languages and licences of pages are known: crawl with --set extract=true',
    ];
  const { said, since, ...filter } = filterOf(settings);
  const chooses =
    since !== undefined || [said, ...Object.values(filter)].some((one) => Object.keys(one).length > 0);
  const less = [
    ...(chooses ? ['the options that choose pages'] : []),
    ...(excluded.length > 0 ? ['the excluded words'] : []),
    ...(terms.some(({ isPhrase }) => isPhrase) ? ['quotation marks'] : []),
  ];
  const fewer = terms.length > 1 ? 'try fewer or more general words' : 'try a more general word';
  return [less.length > 0 ? `try it without ${less.join(', ')}` : fewer];
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

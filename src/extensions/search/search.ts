import { checkSettings } from '../../app/settings/resolve.js';
import type { Count, Facets, SearchAnswer, SearchHit } from './search-answer.js';
import { UsageError } from '../../model/errors.js';
import type { Logger } from '../../support/logger.js';
import { contentTerms, findPages, type Filter } from './find.js';
import { openIndex } from './index-file.js';
import { updateLabels, wideningsOf } from './labels.js';
import { parseQuery, searchFields, type SearchOptions, type SearchQuery } from './query.js';
import { inflected } from './stems.js';
import { sourcesIn, updateIndex, type Source } from './update-index.js';

/** Callbacks of a search, and what ends it. */
interface SearchCall {
  readonly logger?: Logger;
  /** Ends it; what is in the index stays. */
  readonly signal?: AbortSignal;
  /** Bytes of the events of a collection that its index has read, of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Suggestions where no page was found. */
const NO_PAGES = 'no page has been accepted yet; see: sfwc explain OUT';
const TRY_OTHERS = 'try fewer or more general words, or fewer options that choose pages';

/** Values of a facet in an answer. */
const MAX_OF_FACET = 10;

/**
 * Searches the accepted pages of crawls, or of collections that `sfwc monitor` keeps. Their indexes are made or brought up to
 * date first, in files of their own in the folders.
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
  const { topic = [], noun: nouns, language: languages, host: hosts, limit, literal, since = '' } = settings;
  const filter: Filter = { topics: [topic].flat(), nouns, hosts, languages, since };
  const { terms, excluded } = parseQuery(text);
  const query = { terms: contentTerms(terms), excluded };
  const places = [...new Set(outs)];
  // All folders are looked at before one is indexed, which may take a while.
  const sources = await Promise.all(places.map(sourcesIn));
  const range = [places.length === 1 ? offset : 0, offset + limit] as const;
  const wish = { query, filter, literal, range };
  const answers: OneAnswer[] = [];
  for (const [place, out] of places.entries())
    answers.push(await searchOne(out, sources[place] ?? [], wish, how));
  // What comes first of several collections is known when they are merged.
  const hits = answers.map(({ found, collection: { out } }) => found.pages.map((page) => ({ ...page, out })));
  const merged = hits.length === 1 ? (hits[0] ?? []) : mergeRanked(hits).slice(offset, offset + limit);
  return answerOf(text, merged, answers);
}

/** The answer of one collection. */
type OneAnswer = Awaited<ReturnType<typeof searchOne>>;

interface Wish {
  readonly query: SearchQuery;
  readonly filter: Filter;
  readonly literal: boolean;
  /** Places of the first hit and after the last one. */
  readonly range: readonly [from: number, to: number];
}

/** Searches one collection; its index is brought up to date first. */
async function searchOne(
  out: string,
  sources: readonly Source[],
  { query, filter, literal, range }: Wish,
  { signal, onProgress, logger }: SearchCall,
) {
  const index = openIndex(out);
  const warn = (message: string): void => logger?.warn(`${out}: ${message}`);
  try {
    const update = await updateIndex(index, sources, onProgress, signal);
    if (update.missing > 0)
      warn(`accepted pages without text in the folder, which are not found: ${update.missing}`);
    for (const problem of literal ? [] : await updateLabels(index, sources))
      warn(`the query is not widened: ${problem}`);
    const [terms, excluded] = [await inflected(index, query.terms), await inflected(index, query.excluded)];
    // One transaction, so that another search cannot change the index meanwhile.
    return index.reading(() => {
      const widened = literal ? [] : wideningsOf(index, terms, filter.topics);
      const pages = Number(index.rows('SELECT count(*) FROM pages')[0]?.[0]);
      const found = findPages(index, { terms, excluded }, widened, filter, range);
      return { collection: { out, pages, ...update }, found, widened };
    });
  } finally {
    index.close();
  }
}

/** Constant that is added to a rank in reciprocal rank fusion (Cormack, Clarke and Büttcher 2009). */
const FUSION = 60;

/**
 * The answers of several collections as one: by the ranks, since the weights of words differ between collections. Pages with
 * all words come before others; a page that several collections have counts for each, and stays as the first one has it.
 */
export function mergeRanked<T extends Pick<SearchHit, 'url' | 'missing'>>(
  answers: readonly (readonly T[])[],
): readonly T[] {
  const merged = new Map<string, { readonly page: T; value: number }>();
  for (const answer of answers)
    for (const [place, page] of answer.entries()) {
      const known = merged.get(page.url) ?? { page, value: 0 };
      known.value += 1 / (FUSION + place + 1);
      merged.set(page.url, known);
    }
  const tier = ({ page }: { readonly page: T }): number => Number(page.missing.length > 0);
  const ranked = [...merged.values()].sort((a, b) => tier(a) - tier(b) || b.value - a.value);
  return ranked.map(({ page }) => page);
}

function answerOf(text: string, hits: readonly SearchHit[], answers: readonly OneAnswer[]): SearchAnswer {
  const sum = (of: 'all' | 'some'): number => answers.reduce((total, { found }) => total + found[of], 0);
  const [all, some] = [sum('all'), sum('some')];
  const widened = answers.flatMap((one) => one.widened).map(({ term, by, iri }) => ({ term, by, iri }));
  const collections = answers.map(({ collection }) => collection);
  const isEmpty = collections.every(({ pages }) => pages === 0);
  return {
    ...{ query: text, hits, all, some, collections },
    widened: [...new Map(widened.map((one) => [JSON.stringify(one), one])).values()],
    facets: mergeFacets(answers.map(({ found }) => found.facets)),
    advice: all + some > 0 ? [] : [isEmpty ? NO_PAGES : TRY_OTHERS],
  };
}

function mergeFacets(all: readonly Facets[]): Facets {
  const merged = <Name extends keyof Facets>(name: Name): Facets[Name] => {
    const counts = new Map<string, Count & { readonly iri?: string }>();
    for (const value of all.flatMap((facets): Facets['nouns'] => facets[name])) {
      const key = `${value.name} ${value.iri ?? ''}`;
      counts.set(key, { ...value, pages: value.pages + (counts.get(key)?.pages ?? 0) });
    }
    const sorted = [...counts.values()].sort((a, b) => b.pages - a.pages || (a.name < b.name ? -1 : 1));
    return sorted.slice(0, MAX_OF_FACET);
  };
  return {
    ...{ hosts: merged('hosts'), topics: merged('topics'), nouns: merged('nouns') },
    ...{ years: merged('years'), languages: merged('languages') },
  };
}

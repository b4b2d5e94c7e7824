import { STOP_WORDS } from '../../language/text/stop-words.js';
import type { Count, Facets, FoundPage, MarkedText } from './search-answer.js';
import { PASSAGES, type IndexFile } from './index-file.js';
import type { PlacedWidening } from './labels.js';
import { matchAny, withoutWordGaps, type QueryTerm, type SearchQuery } from './query.js';

/** Which pages are wanted. */
export interface Filter {
  readonly topics: readonly string[];
  /** IRIs or lemmas. */
  readonly nouns: readonly string[];
  /** In lower case. */
  readonly hosts: readonly string[];
  /** Without regions. */
  readonly languages: readonly string[];
  /** Earliest date of publication, as exact as the user knows it; empty for any. */
  readonly since: string;
}

/** Passages of a page that are shown, words of one, and values of a facet that are kept to be merged. */
const MAX = { passages: 2, words: 50, facet: 50 } as const;
/** Matches in titles count this much more than those in texts. */
const TITLE = 2;
/** Other names count less than the words that were written. */
const NAMED = 0.5;
/** Weight of the whole page, compared with its best passage (`npm run bench -- search`). */
const WHOLE = 4;
/** Parameters of BM25 over the whole page, as they are usual (Robertson and Zaragoza 2009). */
const BM25 = { k: 1.2, b: 0.75 } as const;
/** A page that is the least about the topic counts this much, one that is the most about it this much more. */
const TOPIC = { least: 0.9, span: 0.2 } as const;

/** The terms that are searched for: without those that say nothing. */
export function contentTerms(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const telling = terms.filter(({ text, isPhrase }) => isPhrase || !STOP_WORDS.has(text.toLowerCase()));
  return telling.length === 0 ? terms : telling;
}

const formsOf = ({ text, forms = [text] }: QueryTerm): readonly string[] => forms;

type Candidate = ReturnType<typeof candidatesOf>[number];

/**
 * Searches one index: pages, and the numbers of those with all words of the query and with some only.
 * @param query its terms are those that are searched for ({@link contentTerms}); widenings have their places in them
 * @param from,to which pages are described, by their places in the order; the end exclusive
 */
export function findPages(
  index: IndexFile,
  query: SearchQuery,
  widenings: readonly PlacedWidening[],
  filter: Filter,
  [from, to]: readonly [from: number, to: number],
) {
  const candidates = candidatesOf(index, query, widenings, filter);
  const whole = candidates.filter(({ missing }) => missing.length === 0);
  const texts = [...query.terms.flatMap(formsOf), ...widenings.flatMap(({ by }) => by)];
  const ranked = candidates.toSorted((a, b) => b.relevance - a.relevance || a.id - b.id);
  const pages = ranked.slice(from, to);
  return {
    pages: pages.map((candidate): FoundPage => describe(index, candidate, texts, filter.topics)),
    all: whole.length,
    some: candidates.length - whole.length,
    facets: facetsOf(index, whole.length > 0 ? whole : candidates),
  };
}

/**
 * The pages that match, with their relevance: BM25 of the best passage and BM25 of the page, in which a word counts by the
 * passages that have it, times the share of the query that it has, times how much it is about its topic among the accepted pages.
 */
function candidatesOf(
  index: IndexFile,
  { terms, excluded }: SearchQuery,
  widenings: readonly PlacedWidening[],
  filter: Filter,
) {
  const texts = terms.map(({ text }) => text);
  const names = widenings.flatMap(({ by }) => by);
  const [best, named] = [bestOf(index, terms.flatMap(formsOf)), bestOf(index, names)];
  const without = countsOf(index, excluded.flatMap(formsOf));
  const counts = terms.map((term, place) => {
    const names = widenings.filter(({ places }) => places.includes(place)).flatMap(({ by }) => by);
    return countsOf(index, [...formsOf(term), ...names]);
  });
  const [all = 0, size] = index.rows('SELECT count(*), avg(size) FROM pages')[0] ?? [];
  const weights = counts.map((pages) => weightOf(pages.size, Number(all)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const ids = [...new Set([...best.keys(), ...named.keys()])].filter(
    (id) => !without.has(id) && terms.every(({ isPhrase }, place) => !isPhrase || counts[place]?.has(id)),
  );
  return wanted(index, ids, filter).map((page) => {
    const length = BM25.k * (1 - BM25.b + (BM25.b * page.size) / Number(size));
    let [had, whole] = [0, 0];
    for (const [place, pages] of counts.entries()) {
      const [weight, passages] = [weights[place] ?? 0, pages.get(page.id) ?? 0];
      had += passages > 0 ? weight : 0;
      whole += (weight * passages * (BM25.k + 1)) / (passages + length);
    }
    const own = (best.get(page.id) ?? 0) + WHOLE * whole + NAMED * (named.get(page.id) ?? 0);
    const relevance = own * (total === 0 ? 1 : had / total) * (TOPIC.least + TOPIC.span * page.standing);
    return { ...page, relevance, missing: texts.filter((_, place) => counts[place]?.has(page.id) !== true) };
  });
}

/** Weight of a word: more if fewer pages have it. */
function weightOf(pages: number, all: number): number {
  return Math.log1p((Math.max(all, pages) - pages + 0.5) / (pages + 0.5));
}

/** BM25 of the best passage of each page with any of these texts. */
function bestOf(index: IndexFile, texts: readonly string[]): ReadonlyMap<number, number> {
  return numbersOf(
    index,
    `WITH hits AS MATERIALIZED (SELECT rowid AS id, -bm25(words, ${TITLE}, 1) AS score FROM words WHERE words MATCH ?)
      SELECT id / ${PASSAGES}, max(score) FROM hits GROUP BY 1`,
    texts,
  );
}

/** Number of passages of each page that have any of these texts; all of them where the title has one. */
function countsOf(index: IndexFile, texts: readonly string[]): ReadonlyMap<number, number> {
  return numbersOf(
    index,
    `SELECT rowid / ${PASSAGES}, count(*) FROM words WHERE words MATCH ? GROUP BY 1`,
    texts,
  );
}

function numbersOf(index: IndexFile, sql: string, texts: readonly string[]): ReadonlyMap<number, number> {
  const rows = texts.length === 0 ? [] : index.rows(sql, matchAny(texts));
  return new Map(rows.map(([id, number]) => [Number(id), Number(number)]));
}

/** Those of these pages that pass the filter, with the number of their passages. */
function wanted(index: IndexFile, ids: readonly number[], filter: Filter) {
  const { topics, nouns, hosts, languages, since } = filter;
  return index
    .rows(
      `SELECT pages.id, pages.host, pages.size, max(topics.standing) FROM json_each(?1) AS asked
        JOIN pages ON pages.id = asked.value JOIN topics ON topics.page = pages.id
        WHERE (?2 = '[]' OR topics.topic IN (SELECT value FROM json_each(?2)))
          AND (?3 = '[]' OR EXISTS (SELECT 1 FROM nouns JOIN json_each(?3) AS named
            WHERE nouns.page = pages.id AND (nouns.iri = named.value OR nouns.lemma = named.value)))
          AND (?4 = '[]' OR EXISTS (SELECT 1 FROM json_each(?4) AS named
            WHERE pages.host = named.value OR substr(pages.host, -length(named.value) - 1) = '.' || named.value))
          AND (?5 = '[]' OR pages.language IN (SELECT value FROM json_each(?5)))
          AND pages.published >= ?6
        GROUP BY pages.id`,
      ...[ids, topics, nouns, hosts, languages].map((list) => JSON.stringify(list)),
      since,
    )
    .map(([id, host, size, standing]) => ({
      ...{ id: Number(id), host: String(host), size: Number(size), standing: Number(standing) },
    }));
}

function describe(
  index: IndexFile,
  { id, host, relevance, missing }: Candidate,
  texts: readonly string[],
  topics: readonly string[],
): FoundPage {
  const [key, url, title, fetched, published] =
    index.rows('SELECT key, url, title, fetched, published FROM pages WHERE id = ?', id)[0] ?? [];
  const [topic, score, why] =
    index.rows(
      `SELECT topic, score, why FROM topics WHERE page = ?1 AND (?2 = '[]' OR topic IN (SELECT value FROM json_each(?2)))
        ORDER BY standing DESC, topic LIMIT 1`,
      id,
      JSON.stringify(topics),
    )[0] ?? [];
  // The best passages of a page with the matches in them.
  const passages = index.rows(
    `SELECT rowid, highlight(words, 0, '\u0001', '\u0002'), snippet(words, 1, '\u0001', '\u0002', '…', ${MAX.words}) FROM words
      WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY bm25(words, 0, 1), rowid LIMIT ${MAX.passages}`,
    ...[matchAny(texts), id * PASSAGES, (id + 1) * PASSAGES - 1],
  );
  return {
    ...{ id: String(key), url: String(url), host, relevance, missing },
    title: passages[0] === undefined ? { text: String(title), marks: [] } : readMarks(String(passages[0][1])),
    ...{ topic: String(topic ?? ''), score: Number(score), why: String(why ?? '') },
    ...(published !== '' && { published: String(published) }),
    ...(fetched !== '' && { fetched: String(fetched) }),
    passages: passages
      .map(([row, , text]) => ({ number: Number(row) % PASSAGES, ...readMarks(String(text)) }))
      // A page may match by its title alone: its first passage shows what it is.
      .filter(({ text, marks }, place) => text !== '' && (place === 0 || marks.length > 0)),
  };
}

/** A text with marks before and after matches as SQLite writes it. Texts in the index have no control characters. */
function readMarks(marked: string): MarkedText {
  const marks: [number, number][] = [];
  let [text, begin] = ['', 0];
  // eslint-disable-next-line no-control-regex -- they mark the matches
  for (const part of marked.split(/([\u0001\u0002])/)) {
    if (part === '\u0001') begin = text.length;
    else if (part === '\u0002') marks.push([begin, text.length]);
    else text += withoutWordGaps(part);
  }
  return { text, marks };
}

function facetsOf(index: IndexFile, pages: readonly Candidate[]): Facets {
  const ids = JSON.stringify(pages.map(({ id }) => id));
  const counts = (name: string, from: string, iri = "''"): readonly (Count & { readonly iri?: string })[] =>
    index
      .rows(
        `SELECT count(*), ${name}, ${iri} FROM ${from} IN (SELECT value FROM json_each(?1)) AND ${name} <> ''
          GROUP BY 2, 3 ORDER BY 1 DESC, 2 LIMIT ${MAX.facet}`,
        ids,
      )
      .map(([count, value, meaning]) => ({
        ...{ name: String(value), pages: Number(count) },
        ...(meaning === '' ? {} : { iri: String(meaning) }),
      }));
  return {
    hosts: counts('host', 'pages WHERE id'),
    topics: counts('topic', 'topics WHERE page'),
    nouns: counts('lemma', 'nouns WHERE page', 'iri'),
    years: counts('substr(published, 1, 4)', 'pages WHERE id'),
    languages: counts('language', 'pages WHERE id'),
  };
}

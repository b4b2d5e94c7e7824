import { STOP_WORDS } from '../../language/text/stop-words.js';
import type { Count, Facets, FoundPage, MarkedText } from '../../model/collection-search.js';
import { given } from '../../support/given.js';
import type { IndexFile } from './index-file.js';
import { PASSAGES } from './index-schema.js';
import type { PlacedWidening } from './labels.js';
import { MARKS, readMarks } from './marks.js';
import { matchAny, type QueryTerm, type SearchQuery } from './query.js';
import { saidIn, type SaidProperty } from './said.js';
import { relevanceOf, spreadHosts, weightOf } from './rank.js';

/** Which pages are wanted. */
export interface Filter {
  readonly topics: readonly string[];
  /** IRIs or lemmas. */
  readonly nouns: readonly string[];
  /** In lower case. */
  readonly hosts: readonly string[];
  /** Required statements of pages about themselves: one of the values of each property. */
  readonly said: Readonly<Partial<Record<SaidProperty, readonly string[]>>>;
  /** Earliest date of publication, as exact as the user knows it. */
  readonly since?: string;
  /** ISO 8601, UTC. */
  readonly fetchedSince?: string;
}

/** The answer of one index. */
export interface Found {
  readonly pages: readonly FoundPage[];
  /** Pages with all words, and with some only. */
  readonly all: number;
  readonly some: number;
  readonly facets: Facets;
}

/** Which pages are described, by their places in the order; the end exclusive. */
export interface HitRange {
  readonly from: number;
  readonly to: number;
}

/** Passages of a page that are shown, and values of a facet that are kept to be merged. */
const MAX = { passages: 2, facet: 50 };
/** Matches in titles count this much more than those in texts. */
const TITLE = 2;

/** The terms that are searched for: without those that say nothing. */
export function contentTerms(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const telling = terms.filter(({ text, isPhrase }) => isPhrase || !STOP_WORDS.has(text.toLowerCase()));
  return telling.length === 0 ? terms : telling;
}

interface Candidate {
  readonly id: number;
  readonly host: string;
  readonly relevance: number;
  readonly missing: readonly string[];
}

/**
 * Searches one index.
 * @param query its terms are those that are searched for ({@link contentTerms}); widenings have their places in them
 */
export function findPages(
  index: IndexFile,
  query: SearchQuery,
  widenings: readonly PlacedWidening[],
  filter: Filter,
  { from, to }: HitRange,
): Found {
  const candidates = candidatesOf(index, query, widenings, filter);
  const whole = candidates.filter(({ missing }) => missing.length === 0);
  const counted = whole.length > 0 ? whole : candidates;
  const texts = [...query.terms.map(({ text }) => text), ...widenings.flatMap(({ by }) => by)];
  const ranked = candidates.toSorted((a, b) => b.relevance - a.relevance || a.id - b.id);
  const shown = filter.hosts.length === 0 ? spreadHosts(ranked) : ranked;
  return {
    pages: shown.slice(from, to).map((candidate) => describe(index, candidate, texts, filter.topics)),
    all: whole.length,
    some: candidates.length - whole.length,
    facets: facetsOf(index, counted),
  };
}

function candidatesOf(
  index: IndexFile,
  { terms, excluded }: SearchQuery,
  widenings: readonly PlacedWidening[],
  filter: Filter,
): readonly Candidate[] {
  const best = bestOf(
    index,
    terms.map(({ text }) => text),
  );
  const names = widenings.flatMap(({ by }) => by);
  const named = names.length === 0 ? new Map<number, number>() : bestOf(index, names);
  const without = excluded.length === 0 ? new Map<number, number>() : countsOf(index, excluded);
  const counts = terms.map((term, place) => countsOf(index, [term.text, ...namesAt(place, widenings)]));
  const [all = 0, size] = index.rows('SELECT count(*), avg(size) FROM pages')[0] ?? [];
  const weights = counts.map((pages) => weightOf(pages.size, Number(all)));
  const ids = [...new Set([...best.keys(), ...named.keys()])].filter(
    (id) => !without.has(id) && terms.every(({ isPhrase }, place) => !isPhrase || counts[place]?.has(id)),
  );
  return wanted(index, ids, filter).map((page) => {
    const words = counts.map((pages, place) => ({
      weight: weights[place] ?? 0,
      passages: pages.get(page.id) ?? 0,
    }));
    const match = {
      best: best.get(page.id) ?? 0,
      named: named.get(page.id) ?? 0,
      words,
      size: page.size / Number(size),
      standing: page.standing,
    };
    const missing = terms.filter((_, place) => words[place]?.passages === 0).map(({ text }) => text);
    return { id: page.id, host: page.host, relevance: relevanceOf(match), missing };
  });
}

function namesAt(place: number, widenings: readonly PlacedWidening[]): readonly string[] {
  return widenings.filter(({ places }) => places.includes(place)).flatMap(({ by }) => by);
}

/** BM25 of the best passage of each page with any of these texts. */
function bestOf(index: IndexFile, texts: readonly string[]): ReadonlyMap<number, number> {
  const rows = index.rows(
    `WITH hits AS MATERIALIZED (SELECT rowid AS id, -bm25(words, ${TITLE}, 1) AS score FROM words WHERE words MATCH ?)
      SELECT id / ${PASSAGES}, max(score) FROM hits GROUP BY 1`,
    matchAny(texts),
  );
  return new Map(rows.map(([id, score]) => [Number(id), Number(score)]));
}

/** In how many passages each page has any of these texts, all where its title has it. */
function countsOf(index: IndexFile, texts: readonly string[]): ReadonlyMap<number, number> {
  const rows = index.rows(
    `SELECT rowid / ${PASSAGES}, count(*) FROM words WHERE words MATCH ? GROUP BY 1`,
    matchAny(texts),
  );
  return new Map(rows.map(([id, count]) => [Number(id), Number(count)]));
}

interface Wanted {
  readonly id: number;
  readonly host: string;
  /** Passages. */
  readonly size: number;
  readonly standing: number;
}

/** Those of these pages that pass the filter. */
function wanted(index: IndexFile, ids: readonly number[], filter: Filter): readonly Wanted[] {
  const { topics, nouns, hosts, said, since = '', fetchedSince = '' } = filter;
  return index
    .rows(
      `SELECT pages.id, pages.host, pages.size, max(topics.standing) FROM json_each(?1) AS asked
        JOIN pages ON pages.id = asked.value JOIN topics ON topics.page = pages.id
        WHERE (?2 = '[]' OR topics.topic IN (SELECT value FROM json_each(?2)))
          AND (?3 = '[]' OR EXISTS (SELECT 1 FROM nouns JOIN json_each(?3) AS named
            WHERE nouns.page = pages.id AND (nouns.iri = named.value OR nouns.lemma = named.value)))
          AND (?4 = '[]' OR EXISTS (SELECT 1 FROM json_each(?4) AS named
            WHERE pages.host = named.value OR substr(pages.host, -length(named.value) - 1) = '.' || named.value))
          AND pages.fetched >= ?5
          AND (?6 = '' OR EXISTS (SELECT 1 FROM said
            WHERE said.page = pages.id AND said.property = 'published' AND said.value >= ?6))
          AND (?7 = '{}' OR NOT EXISTS (SELECT 1 FROM json_each(?7) AS asked WHERE NOT EXISTS (SELECT 1 FROM said
            JOIN json_each(asked.value) AS named ON named.value = said.value COLLATE NOCASE
            WHERE said.page = pages.id AND said.property = asked.key)))
        GROUP BY pages.id`,
      ...[ids, topics, nouns, hosts].map((list) => JSON.stringify(list)),
      ...[fetchedSince, since, JSON.stringify(said)],
    )
    .map(([id, host, size, standing]) => ({
      id: Number(id),
      host: String(host),
      size: Number(size),
      standing: Number(standing),
    }));
}

function describe(
  index: IndexFile,
  { id, host, relevance, missing }: Candidate,
  texts: readonly string[],
  topics: readonly string[],
): FoundPage {
  const [key, url, title, fetched, numbers] =
    index.rows('SELECT key, url, title, fetched, numbers FROM pages WHERE id = ?', id)[0] ?? [];
  const [topic, score, why] =
    index.rows(
      `SELECT topic, score, why FROM topics WHERE page = ?1 AND (?2 = '[]' OR topic IN (SELECT value FROM json_each(?2)))
        ORDER BY standing DESC, topic LIMIT 1`,
      id,
      JSON.stringify(topics),
    )[0] ?? [];
  const marked = markedPassages(index, id, String(title), texts);
  const pageOf = JSON.parse(String(numbers)) as readonly number[];
  return {
    id: String(key),
    url: String(url),
    title: marked[0]?.title ?? { text: String(title), marks: [] },
    host,
    topic: String(topic ?? ''),
    score: Number(score),
    why: String(why ?? ''),
    fetched: String(fetched),
    ...saidOf(index, id),
    relevance,
    missing,
    passages: marked
      .map(({ number, text }) => ({ number, ...given({ page: pageOf[number] }), ...text }))
      // A page may match by its title alone: its first passage shows what it is.
      .filter(({ text, marks }, place) => text !== '' && (place === 0 || marks.length > 0)),
  };
}

/** Statements of a page about itself, as an answer has them. */
function saidOf(
  index: IndexFile,
  id: number,
): Pick<FoundPage, 'published' | 'authors' | 'site' | 'language' | 'licence'> {
  const said = saidIn(index, id);
  const of = (wanted: SaidProperty): readonly string[] | undefined => {
    const values = said.filter(([property]) => property === wanted).map(([, value]) => value);
    return values.length === 0 ? undefined : values;
  };
  return given({
    published: of('published')?.[0],
    authors: of('author'),
    site: of('site')?.[0],
    language: of('language')?.[0],
    licence: of('licence')?.[0],
  });
}

interface MarkedPassage {
  readonly number: number;
  readonly title: MarkedText;
  readonly text: MarkedText;
}

/** The best passages of a page with the matches in them, as SQLite's tokenizer finds them. */
function markedPassages(
  index: IndexFile,
  id: number,
  title: string,
  texts: readonly string[],
): readonly MarkedPassage[] {
  const match = matchAny(texts);
  const best = index
    .rows(
      `SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY bm25(words, 0, 1), rowid LIMIT ${MAX.passages}`,
      ...[match, id * PASSAGES, (id + 1) * PASSAGES - 1],
    )
    .map(([row]) => Number(row) % PASSAGES);
  const passages = index.passages(id);
  index.run('DELETE FROM temp.shown');
  for (const [place, number] of best.entries())
    index.run(
      'INSERT INTO temp.shown (rowid, title, text) VALUES (?, ?, ?)',
      place + 1,
      title,
      passages[number] ?? '',
    );
  return index
    .rows(
      `SELECT rowid, highlight(shown, 0, '${MARKS.begin}', '${MARKS.end}'), highlight(shown, 1, '${MARKS.begin}', '${MARKS.end}')
        FROM temp.shown WHERE shown MATCH ? ORDER BY rowid`,
      match,
    )
    .map(([row, marked, text]) => ({
      number: best[Number(row) - 1] ?? 0,
      title: readMarks(String(marked)),
      text: readMarks(String(text)),
    }));
}

function facetsOf(index: IndexFile, pages: readonly Candidate[]): Facets {
  const ids = JSON.stringify(pages.map(({ id }) => id));
  const hosts = new Map<string, number>();
  for (const { host } of pages) hosts.set(host, (hosts.get(host) ?? 0) + 1);
  const counts = (sql: string): ReturnType<IndexFile['rows']> =>
    index.rows(`${sql} ORDER BY 1 DESC, 2 LIMIT ${MAX.facet}`, ids);
  const among = 'WHERE page IN (SELECT value FROM json_each(?1))';
  const said = (property: SaidProperty): readonly Count[] =>
    counts(`SELECT count(*), value FROM said ${among} AND property = '${property}' GROUP BY value`).map(
      countOf,
    );
  return {
    hosts: byCount([...hosts].map(([name, count]) => ({ name, pages: count }))).slice(0, MAX.facet),
    topics: counts(`SELECT count(*), topic FROM topics ${among} GROUP BY topic`).map(countOf),
    nouns: counts(`SELECT count(*), lemma, iri FROM nouns ${among} GROUP BY lemma, iri`).map(
      ([count, name, iri]) => ({
        name: String(name),
        pages: Number(count),
        ...(iri === '' ? {} : { iri: String(iri) }),
      }),
    ),
    years: counts(
      `SELECT count(*), substr(value, 1, 4) FROM said ${among} AND property = 'published' GROUP BY 2`,
    ).map(countOf),
    sites: said('site'),
    authors: said('author'),
    languages: said('language'),
    licences: said('licence'),
  };
}

function countOf([pages, name]: ReturnType<IndexFile['rows']>[number]): Count {
  return { name: String(name), pages: Number(pages) };
}

/** Those of most pages first. */
export function byCount<T extends Count>(counts: readonly T[]): readonly T[] {
  return counts.toSorted((a, b) => b.pages - a.pages || (a.name < b.name ? -1 : 1));
}

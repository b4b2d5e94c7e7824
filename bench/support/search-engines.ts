import Database from 'libsql';
import { matchAny, parseQuery } from '../../src/extensions/search/query.js';
import { contentTerms } from '../../src/extensions/search/find.js';
import { openWordTable, shareWordSpace } from '../../src/language/text/word-space-file.js';
import { openWordReader } from '../../src/language/text/english.js';

/** A page that engines search. */
export interface SearchedPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** Returns the addresses of up to `most` pages, the best one first. */
export type Engine = (query: string, most: number) => Promise<readonly string[]>;

const TOKENIZER = 'tokenize="porter unicode61 remove_diacritics 2"';

/** FTS5 over whole pages, with `bm25()` as it comes. */
export function plainEngine(pages: readonly SearchedPage[], operator: 'OR' | 'AND'): Engine {
  const database = new Database(':memory:');
  database.exec(`CREATE VIRTUAL TABLE words USING fts5(url UNINDEXED, title, text, ${TOKENIZER}); BEGIN`);
  const insert = database.prepare('INSERT INTO words VALUES (?, ?, ?)');
  for (const { url, title, text } of pages) insert.run(url, title, text);
  database.exec('COMMIT');
  const select = database.prepare('SELECT url FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?').raw();
  return (query, most) => {
    const words = contentTerms(parseQuery(query).terms).map(({ text }) => matchAny([text]));
    const rows = select.all(words.join(` ${operator} `), most) as string[][];
    return Promise.resolve(rows.map(([url = '']) => url));
  };
}

/** Parameters of bm25s (Lù 2024), which are those of Lucene's form of BM25. */
const BM25S = { k: 1.5, b: 0.75 };

/**
 * The ranking of bm25s with its defaults: title and text are one field, stop words are left out, idf is
 * ln(1 + (N − df + 0.5) / (df + 0.5)), and any word may match. Words and stems are those of SQLite, as in the other engines.
 */
export function bm25sEngine(pages: readonly SearchedPage[]): Engine {
  const database = new Database(':memory:');
  database.exec(`CREATE VIRTUAL TABLE words USING fts5(text, ${TOKENIZER});
    CREATE VIRTUAL TABLE asked USING fts5(text, ${TOKENIZER});
    CREATE VIRTUAL TABLE places USING fts5vocab(words, 'instance');
    CREATE VIRTUAL TABLE askedplaces USING fts5vocab(asked, 'instance'); BEGIN`);
  const insert = database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
  for (const [place, { title, text }] of pages.entries()) insert.run(place + 1, `${title}\n${text}`);
  database.exec(`COMMIT;
    CREATE TABLE counts AS SELECT term, doc, count(*) AS times FROM places GROUP BY term, doc;
    CREATE INDEX byterm ON counts (term);
    CREATE TABLE lengths AS SELECT doc, sum(times) AS length FROM counts GROUP BY doc`);
  const lengths = new Map(
    database.prepare('SELECT doc, length FROM lengths').raw().all() as [number, number][],
  );
  const mean = [...lengths.values()].reduce((sum, length) => sum + length, 0) / lengths.size;
  const ofTerm = database.prepare('SELECT doc, times FROM counts WHERE term = ?').raw();
  const ask = database.prepare('INSERT INTO asked VALUES (?)');
  const terms = database.prepare('SELECT term FROM askedplaces').raw();
  return (query, most) => {
    database.exec('DELETE FROM asked');
    ask.run(
      contentTerms(parseQuery(query).terms)
        .map(({ text }) => text)
        .join(' '),
    );
    const scores = new Map<number, number>();
    for (const [term] of terms.all() as [string][]) {
      const found = ofTerm.all(term) as [number, number][];
      const idf = Math.log1p((pages.length - found.length + 0.5) / (found.length + 0.5));
      for (const [doc, times] of found) {
        const norm = BM25S.k * (1 - BM25S.b + (BM25S.b * (lengths.get(doc) ?? 0)) / mean);
        scores.set(doc, (scores.get(doc) ?? 0) + (idf * times) / (times + norm));
      }
    }
    const ranked = [...scores].sort(([a, x], [b, y]) => y - x || a - b).slice(0, most);
    return Promise.resolve(ranked.map(([doc]) => pages[doc - 1]?.url ?? ''));
  };
}

/** Words of a page whose vectors are added up. */
const MAX_WORDS = 2_000;

/** Ranks pages by the cosine between their vectors and that of the query: means of the vectors of words in English, weighted by idf. */
export function vectorEngine(pages: readonly SearchedPage[]): Engine {
  const { terms, idf, dimensions, scales, steps } = openWordTable(shareWordSpace());
  const places = new Map(terms.map((term, place) => [term, place]));
  const read = openWordReader();
  const vectorOf = (text: string): Float64Array => {
    const sum = new Float64Array(dimensions);
    for (const word of read(text).slice(0, MAX_WORDS)) {
      const place = places.get(word);
      if (place === undefined) continue;
      const weight = (idf[place] ?? 0) * (scales[place] ?? 0);
      for (let at = 0; at < dimensions; at += 1) sum[at]! += weight * steps[place * dimensions + at]!;
    }
    const length = Math.hypot(...sum);
    return length === 0 ? sum : sum.map((value) => value / length);
  };
  const vectors = pages.map(({ title, text }) => vectorOf(`${title}. ${text.slice(0, MAX_WORDS * 8)}`));
  return (query, most) => {
    const asked = vectorOf(query);
    const scored = vectors.map(
      (vector, place) => [place, vector.reduce((sum, value, at) => sum + value * asked[at]!, 0)] as const,
    );
    const ranked = scored.toSorted(([, x], [, y]) => y - x).slice(0, most);
    return Promise.resolve(ranked.map(([place]) => pages[place]?.url ?? ''));
  };
}

/** What is added to a rank (Cormack, Clarke and Büttcher 2009), and ranks of each engine that count. */
const FUSION = { add: 60, ranks: 100 };

/** Reciprocal rank fusion of two engines, the second of which counts so much. */
export function fusedEngine(first: Engine, second: Engine, weight: number): Engine {
  return async (query, most) => {
    const scores = new Map<string, number>();
    for (const [engine, share] of [
      [first, 1],
      [second, weight],
    ] as const)
      for (const [place, url] of (await engine(query, FUSION.ranks)).entries())
        scores.set(url, (scores.get(url) ?? 0) + share / (FUSION.add + place + 1));
    return [...scores]
      .sort(([, x], [, y]) => y - x)
      .slice(0, most)
      .map(([url]) => url);
  };
}

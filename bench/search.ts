/**
 * Search in accepted pages against SQLite's FTS5 over whole pages, on articles of Wikispeedia: quality, size of the index, time
 * per page and per query.
 *
 *     npm run bench -- search [--queries 200] [--pages 4598,20000] [--seed 1]
 *
 * Known items: titles as queries, drawn by the seed; the page with that title has to be found, once among pages with titles, once
 * among pages whose title and first heading were taken away. Own queries: those of bench/data/search-queries.tsv with the articles
 * that answer them. The plain index has a row for each page, the same tokenizer, and bm25() as it comes; `or` matches any word, `and` all.
 * Scores of judgements are either the same for all pages, or at random, which is the worst case: then they say nothing.
 * Numbers of pages beyond the collection are copies of its articles under other addresses and titles.
 */
import Database from 'libsql';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openIndex } from '../src/extensions/search/index-file.js';
import { matchString, parseQuery } from '../src/extensions/search/query.js';
import { contentTerms } from '../src/extensions/search/find.js';
import { search } from '../src/extensions/search/search.js';
import { hash52 } from '../src/support/hash.js';
import { sample, seededRandom } from '../src/support/random.js';
import { median } from '../src/support/statistics.js';
import { writeCrawlFolder, type KeptPage } from '../test/support/crawl-folder.js';
import { readCollection, type Article } from './support/wikispeedia.js';

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '200' },
    pages: { type: 'string', default: '4598,20000' },
    seed: { type: 'string', default: '1' },
  },
});

/** A query with the addresses of the pages that answer it. */
interface Task {
  readonly query: string;
  readonly relevant: ReadonlySet<string>;
}

/** Returns the addresses of up to ten pages, the best one first. */
type Engine = (query: string) => Promise<readonly string[]>;

const root = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-search-'));
const { articles } = readCollection();
const random = seededRandom(Number(values.seed));
const HOSTS = 200;
let folders = 0;

const urlOf = (id: string, copy = 0): string =>
  `http://host${(hash52(id) + copy) % HOSTS}.example/${id}${copy === 0 ? '' : `?copy=${copy}`}`;

/** The text after the title. */
const bodyOf = ({ title, text }: Article): string =>
  (text.startsWith(title) ? text.slice(title.length) : text).trim();

const pagesOf = (withTitles: boolean, scoreOf: () => number, count = articles.length): readonly KeptPage[] =>
  Array.from({ length: count }, (_, place) => {
    const article = articles[place % articles.length]!;
    const copy = Math.floor(place / articles.length);
    const title = withTitles ? `${article.title}${copy === 0 ? '' : ` ${copy}`}` : '';
    return { url: urlOf(article.id, copy), title, text: bodyOf(article), event: { score: scoreOf() } };
  });

function folderOf(pages: readonly KeptPage[]): string {
  folders += 1;
  const out = path.join(root, String(folders));
  writeCrawlFolder(out, pages);
  return out;
}

function sfwcEngine(out: string): Engine {
  return async (query) => (await search([out], query, {})).hits.map(({ url }) => url);
}

/** FTS5 over whole pages. */
function plainEngine(pages: readonly KeptPage[], operator: 'OR' | 'AND'): Engine {
  const database = new Database(':memory:');
  database.exec(
    `CREATE VIRTUAL TABLE words USING fts5(url UNINDEXED, title, text, tokenize="porter unicode61 remove_diacritics 2"); BEGIN`,
  );
  const insert = database.prepare('INSERT INTO words VALUES (?, ?, ?)');
  for (const { url, title, text } of pages) insert.run(url, title, text);
  database.exec('COMMIT');
  const select = database.prepare('SELECT url FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10').raw();
  return (query) => {
    const words = contentTerms(parseQuery(query)).map(({ text }) => matchString(text));
    return Promise.resolve((select.all(words.join(` ${operator} `)) as string[][]).map(([url = '']) => url));
  };
}

/** Of a ranking of ten with relevant pages that all count the same. */
function qualityOf(
  found: readonly string[],
  relevant: ReadonlySet<string>,
): { ndcg: number; success: number } {
  const gain = (place: number): number => 1 / Math.log2(place + 2);
  const got = found.reduce((sum, url, place) => sum + (relevant.has(url) ? gain(place) : 0), 0);
  const best = Array.from({ length: Math.min(10, relevant.size) }, (_, place) => gain(place));
  return {
    ndcg: got / best.reduce((sum, one) => sum + one, 0),
    success: Number(found.slice(0, 5).some((url) => relevant.has(url))),
  };
}

async function measure(name: string, engine: Engine, tasks: readonly Task[]): Promise<void> {
  let [ndcg, success] = [0, 0];
  for (const { query, relevant } of tasks) {
    const quality = qualityOf(await engine(query), relevant);
    ndcg += quality.ndcg;
    success += quality.success;
  }
  const share = (sum: number): string => (sum / tasks.length).toFixed(3);
  console.log(`  ${name.padEnd(34)} nDCG@10 ${share(ndcg)}  success@5 ${share(success)}`);
}

function ownTasks(): readonly Task[] {
  const known = new Set(articles.map(({ id }) => id));
  return readFileSync('bench/data/search-queries.tsv', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [query = '', ids = ''] = line.split('\t');
      const missing = ids.split(' ').filter((id) => !known.has(id));
      if (missing.length > 0) throw new Error(`${query}: the collection lacks ${missing.join(', ')}`);
      return { query, relevant: new Set(ids.split(' ').map((id) => urlOf(id))) };
    });
}

const drawn = sample(articles, Number(values.queries), random);
const titleTasks = drawn.map(({ id, title }): Task => ({ query: title, relevant: new Set([urlOf(id)]) }));

/** What compares on the articles, with or without their titles. */
function enginesOf(withTitles: boolean): readonly (readonly [name: string, engine: Engine])[] {
  const same = pagesOf(withTitles, () => 0.75);
  const atRandom = pagesOf(withTitles, () => 0.5 + random() / 2);
  return [
    ['sfwc, scores all the same', sfwcEngine(folderOf(same))],
    ['sfwc, scores at random', sfwcEngine(folderOf(atRandom))],
    ['FTS5 over whole pages, or', plainEngine(same, 'OR')],
    ['FTS5 over whole pages, and', plainEngine(same, 'AND')],
  ];
}

async function compare(
  label: string,
  engines: ReturnType<typeof enginesOf>,
  tasks: readonly Task[],
): Promise<void> {
  console.log(`${label}: ${tasks.length} queries on ${articles.length} pages`);
  for (const [name, engine] of engines) await measure(name, engine, tasks);
}

async function costs(count: number): Promise<void> {
  const pages = pagesOf(true, () => 0.75, count);
  const out = folderOf(pages);
  const text = pages.reduce(
    (sum, page) => sum + Buffer.byteLength(page.title) + Buffer.byteLength(page.text),
    0,
  );
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  await search([out], 'warming', {});
  const { user, system } = process.cpuUsage(cpu);
  const wall = performance.now() - begun;
  const bytes = statSync(path.join(out, 'search.db')).size;
  const index = openIndex(out);
  const passages = Number(index.rows('SELECT count(*) FROM passages')[0]?.[0]);
  index.close();
  const times: number[] = [];
  const started = process.cpuUsage();
  for (const { query } of titleTasks.slice(0, 100)) {
    const before = performance.now();
    await search([out], query, {});
    times.push(performance.now() - before);
  }
  const used = process.cpuUsage(started);
  console.log(
    [
      `${count} pages, ${passages} passages, ${(text / 1e6).toFixed(1)} MB of text`,
      `  index ${(bytes / 1e6).toFixed(1)} MB, ${(bytes / text).toFixed(2)} of the text`,
      `  indexing ${(wall / count).toFixed(2)} ms per page, ${((user + system) / 1000 / count).toFixed(2)} ms of processor time`,
      `  query median ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms, mean ${((used.user + used.system) / 1000 / times.length).toFixed(1)} ms of processor time`,
    ].join('\n'),
  );
}

try {
  const titled = enginesOf(true);
  await compare('titles, pages with titles', titled, titleTasks);
  await compare('own queries', titled, ownTasks());
  await compare('titles, pages without titles', enginesOf(false), titleTasks);
  for (const count of values.pages.split(',').map(Number)) if (count > 0) await costs(count);
} finally {
  rmSync(root, { recursive: true, force: true });
}

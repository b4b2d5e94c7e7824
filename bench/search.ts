/**
 * Search in accepted pages against SQLite's FTS5 and the ranking of bm25s over whole pages, on articles of Wikispeedia: quality, size of the
 * index, time per page and per query.
 *
 *     npm run bench -- search [--queries 200] [--pages 4598,100000] [--seed 1] [--vectors] [--skip-quality]
 *
 * Known items: half of the queries are titles, half first sentences, drawn by the seed; the page has to be found that they come from. Titles are
 * also searched for among pages whose title and first heading were taken away. Own queries: those of bench/data/search-queries.tsv
 * with the articles that answer them, and those of bench/data/search-queries-pages.tsv with real pages of the Web. Queries on articles are split by the seed: what is chosen is
 * chosen on one half, and the other half is reported. Nothing was chosen on those of real pages. The plain index has a row for each page, the same tokenizer, and bm25() as it comes; `or` matches any word, `and` all.
 * Scores of judgements are either the same for all pages, or at random, which is the worst case: then they say nothing.
 * --vectors also ranks by vectors of words, alone and fused with the search by reciprocal ranks, on the half for choices.
 * More pages than the collection has are made of its sentences.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openIndex } from '../src/extensions/search/index-file.js';
import { search } from '../src/extensions/search/search.js';
import { openPageStore, PAGES_FILE } from '../src/crawling/store/page-store.js';
import { createPageReader } from '../src/web/page/reader.js';
import { sample, seededRandom, seedOf } from '../src/support/random.js';
import { median } from '../src/support/statistics.js';
import { crawlEvent, eventLines } from '../test/support/crawl-events.js';
import { writeCrawlFolder, type KeptPage } from '../test/support/crawl-folder.js';
import { makePages } from './support/made-pages.js';
import {
  bm25sEngine,
  fusedEngine,
  plainEngine,
  vectorEngine,
  type Engine,
  type SearchedPage,
} from './support/search-engines.js';
import { readRealPages } from './support/real-pages.js';
import { dataFolder, readCollection, type Article } from './support/wikispeedia.js';

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '200' },
    pages: { type: 'string', default: '4598,100000' },
    seed: { type: 'string', default: '1' },
    vectors: { type: 'boolean', default: false },
    'skip-quality': { type: 'boolean', default: false },
  },
});

/** A query with the addresses of the pages that answer it. */
interface Task {
  readonly query: string;
  readonly relevant: ReadonlySet<string>;
}

const root = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-search-'));
const { articles } = readCollection();
const seed = Number(values.seed);
const random = seededRandom(seed);
const HOSTS = 200;
let folders = 0;

const urlOf = (id: string): string => `http://host${seedOf(id) % HOSTS}.example/${id}`;

/** The text after the title. */
const bodyOf = ({ title, text }: Article): string =>
  (text.startsWith(title) ? text.slice(title.length) : text).trim();

const articlePages = (withTitles: boolean, scoreOf: () => number): readonly KeptPage[] =>
  articles.map((article) => ({
    url: urlOf(article.id),
    title: withTitles ? article.title : '',
    text: bodyOf(article),
    event: { score: scoreOf() },
  }));

function folderOf(pages: readonly KeptPage[]): string {
  folders += 1;
  const out = path.join(root, String(folders));
  writeCrawlFolder(out, pages);
  return out;
}

function sfwcEngine(out: string): Engine {
  return async (query, most) => (await search([out], query, { limit: most })).hits.map(({ url }) => url);
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
    const quality = qualityOf(await engine(query, 10), relevant);
    ndcg += quality.ndcg;
    success += quality.success;
  }
  const share = (sum: number): string => (sum / tasks.length).toFixed(3);
  console.log(`  ${name.padEnd(34)} nDCG@10 ${share(ndcg)}  success@5 ${share(success)}`);
}

/** Queries with the pages that answer them, as a file of bench/data tells them. @param urls addresses by id */
function readTasks(file: string, urls: ReadonlyMap<string, string>): readonly Task[] {
  const urlIn = (id: string): string => {
    const url = urls.get(id);
    if (url === undefined) throw new Error(`${file}: unknown page ${id}`);
    return url;
  };
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [query = '', ids = ''] = line.split('\t');
      return { query, relevant: new Set(ids.split(' ').map(urlIn)) };
    });
}

const ownTasks = (): readonly Task[] =>
  readTasks('bench/data/search-queries.tsv', new Map(articles.map(({ id }) => [id, urlOf(id)])));

/** The first sentence that is neither a heading nor longer than a query may be. */
function firstSentence(article: Article): string {
  const sentences = bodyOf(article).split(/(?<=[.!?])\s+|\n+/u);
  const found = sentences.find((one) => one.split(' ').length >= 8) ?? article.title;
  // A query has at most 32 words.
  return found
    .replaceAll(/["“”]|(?<!\S)-/gu, ' ')
    .split(/\s+/)
    .slice(0, 30)
    .join(' ');
}

const drawn = sample(articles, Number(values.queries), random);
const taskOf = (query: string, { id }: Article): Task => ({ query, relevant: new Set([urlOf(id)]) });
const titleTasks = drawn.map((article) => taskOf(article.title, article));
const KNOWN_ITEMS: readonly Task[] = drawn.map((article, place) =>
  taskOf(place % 2 === 0 ? article.title : firstSentence(article), article),
);

/** Queries for choices, and queries that are reported. */
function halves(tasks: readonly Task[]): readonly (readonly [name: string, tasks: readonly Task[]])[] {
  const mixed = sample(tasks, tasks.length, seededRandom(seed));
  const middle = Math.floor(mixed.length / 2);
  return [
    ['for choices', mixed.slice(0, middle)],
    ['reported', mixed.slice(middle)],
  ];
}

type Engines = readonly (readonly [name: string, engine: Engine])[];

/** What compares on pages. @param pagesWith the pages with these scores */
function enginesOn(pagesWith: (scoreOf: () => number) => readonly KeptPage[]): Engines {
  const same = pagesWith(() => 0.75);
  const atRandom = pagesWith(() => 0.5 + random() / 2);
  return [
    ['sfwc, scores all the same', sfwcEngine(folderOf(same))],
    ['sfwc, scores at random', sfwcEngine(folderOf(atRandom))],
    ['FTS5 over whole pages, or', plainEngine(same, 'OR')],
    ['FTS5 over whole pages, and', plainEngine(same, 'AND')],
    ['bm25s over whole pages', bm25sEngine(same)],
  ];
}

/** On the articles, with or without their titles. */
const enginesOf = (withTitles: boolean): Engines => enginesOn((scoreOf) => articlePages(withTitles, scoreOf));

/** The search fused with a ranking by vectors, which counts more or less. */
function withVectors(own: Engine): Engines {
  const vectors = vectorEngine(articlePages(true, () => 0.75));
  return [
    ['vectors of words alone', vectors],
    ...[0.1, 0.25, 0.5, 1].map(
      (weight) => [`sfwc fused, vectors × ${weight}`, fusedEngine(own, vectors, weight)] as const,
    ),
  ];
}

async function compare(label: string, engines: Engines, tasks: readonly Task[]): Promise<void> {
  console.log(`${label}: ${tasks.length} queries`);
  for (const [name, engine] of engines) await measure(name, engine, tasks);
}

async function quality(): Promise<void> {
  const titled = enginesOf(true);
  const more = values.vectors && titled[0] !== undefined ? withVectors(titled[0][1]) : [];
  for (const [kind, tasks] of [
    ['known items', KNOWN_ITEMS],
    ['own queries', ownTasks()],
  ] as const)
    for (const [half, some] of halves(tasks))
      await compare(`${kind}, ${half}`, half === 'for choices' ? [...titled, ...more] : titled, some);
  await compare('titles, pages without titles', enginesOf(false), titleTasks);
  await realPagesQuality();
}

/** Queries on pages of the Web as they were served: with navigation, comments and headers as reading leaves them. */
async function realPagesQuality(): Promise<void> {
  const reader = createPageReader();
  const read = Array.from(readRealPages(dataFolder()), ({ file, body }) => {
    const url = `http://host${seedOf(file) % HOSTS}.example/${file}`;
    const { title, text } = reader.read(body, url, 'text/html');
    return { id: file.replace('.html', ''), url, title, text };
  });
  const urls = new Map(read.map(({ id, url }) => [id, url]));
  const tasks = readTasks('bench/data/search-queries-pages.tsv', urls);
  const engines = enginesOn((scoreOf) =>
    read.map(({ url, title, text }) => ({ url, title, text, event: { score: scoreOf() } })),
  );
  await compare(`own queries, ${read.length} real pages`, engines, tasks);
}

/** The folder of a crawl with pages that may be many: they are written one by one. Returns the bytes of their texts. */
async function writeMany(out: string, pages: Iterable<SearchedPage>): Promise<number> {
  writeCrawlFolder(out, []);
  const stored = openPageStore(path.join(out, PAGES_FILE));
  const received = { contentType: 'text/html', body: new Uint8Array(), isMade: false };
  const events = createWriteStream(path.join(out, 'events.jsonl'));
  let [bytes, sequence] = [0, 0];
  for (const { url, title, text } of pages) {
    sequence += 1;
    const date = new Date(sequence).toISOString();
    const place = stored.add({ url, date, ...received, text: `${title}\n\n${text}` });
    const line = eventLines([crawlEvent({ sequence, url, title, score: 0.75, stored: place })]);
    if (!events.write(line)) await once(events, 'drain');
    bytes += Buffer.byteLength(title) + Buffer.byteLength(text);
  }
  stored.close();
  events.end();
  await once(events, 'finish');
  return bytes;
}

async function costs(count: number): Promise<void> {
  folders += 1;
  const out = path.join(root, String(folders));
  const isMade = count !== articles.length;
  const pages = isMade
    ? makePages(articles.map(bodyOf), count, seed)
    : articles.map((article) => ({ url: urlOf(article.id), title: article.title, text: bodyOf(article) }));
  const text = await writeMany(out, pages);
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  await search([out], 'warming', {});
  const { user, system } = process.cpuUsage(cpu);
  const wall = performance.now() - begun;
  const bytes = statSync(path.join(out, 'search.db')).size;
  const index = openIndex(out);
  const passages = Number(index.rows('SELECT sum(size) FROM pages')[0]?.[0]);
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
      `${count} ${isMade ? 'made pages' : 'articles'}, ${passages} passages, ${(text / 1e6).toFixed(1)} MB of text`,
      `  index ${(bytes / 1e6).toFixed(1)} MB, ${(bytes / text).toFixed(2)} of the text`,
      `  indexing ${(wall / count).toFixed(2)} ms per page, ${((user + system) / 1000 / count).toFixed(2)} ms of processor time`,
      `  query median ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms, mean ${((used.user + used.system) / 1000 / times.length).toFixed(1)} ms of processor time`,
    ].join('\n'),
  );
  rmSync(out, { recursive: true, force: true });
}

try {
  if (!values['skip-quality']) await quality();
  for (const count of values.pages.split(',').map(Number)) if (count > 0) await costs(count);
} finally {
  rmSync(root, { recursive: true, force: true });
}

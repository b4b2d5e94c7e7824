/**
 * How well main text is taken out of pages: precision, recall and F1 of four-word shingles on the article extraction
 * benchmark (https://github.com/scrapinghub/article-extraction-benchmark), as its evaluate.py counts them. The pages are
 * split in two by their ids: changes are judged on one half, the other says whether they hold elsewhere.
 *
 *     npm run bench -- extraction [--worst 20]
 *
 * `--worst` lists the pages of the first half on which the corpus reader does worst.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import readability from '@mozilla/readability';
import { JSDOM, VirtualConsole } from 'jsdom';
import { readHtml } from '../src/language/corpus/documents/html-format.js';
import { collectBlocks, joinBlocks } from '../src/web/page/blocks.js';
import { parseHtml } from '../src/web/page/htmlparser2-tree.js';
import { createPageReader } from '../src/web/page/reader.js';
import { sha256 } from '../src/support/hash.js';
import { compareTexts, scoreOf, type Agreement } from './support/shingles.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    seed: { type: 'string', default: 'extraction' },
    only: { type: 'string', default: '' },
    worst: { type: 'string', default: '0' },
  },
});

interface Item {
  readonly id: string;
  readonly bytes: Buffer;
  readonly truth: string;
}

function loadPages(): Item[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));
  const archive = path.join(values.data, 'article-extraction/article-extraction-benchmark.tar.gz');
  execFileSync('tar', ['xzf', archive, '-C', folder]);
  const truths = JSON.parse(readFileSync(path.join(folder, 'ground-truth.json'), 'utf8')) as Readonly<
    Record<string, { readonly articleBody: string }>
  >;
  const pages = Object.entries(truths).map(([id, { articleBody }]) => ({
    id,
    bytes: gunzipSync(readFileSync(path.join(folder, 'html', `${id}.html.gz`))),
    truth: articleBody,
  }));
  rmSync(folder, { recursive: true });
  return pages.sort((a, b) => (sha256(`${values.seed} ${a.id}`) < sha256(`${values.seed} ${b.id}`) ? -1 : 1));
}

function plainReadability(html: string): string {
  const dom = new JSDOM(html, { virtualConsole: new VirtualConsole() });
  const article = new readability.Readability(dom.window.document).parse();
  dom.window.close();
  return article?.textContent ?? '';
}

const ADDRESS = 'http://page.example/';
const UTF8 = 'text/html; charset=utf-8';
const reader = createPageReader();
const CONTESTANTS: Readonly<Record<string, (bytes: Buffer) => string>> = {
  'corpus reader (readHtml)': (bytes) => readHtml(bytes).text,
  'crawl page reader': (bytes) => reader.read(bytes, ADDRESS, UTF8).text,
  'Readability 0.6': (bytes) => plainReadability(bytes.toString()),
  'plain text': (bytes) => joinBlocks(collectBlocks(parseHtml(bytes.toString()).root)),
};

const PUBLISHED = [
  ['rs-trafilatura 9261e08', 0.951, 0.99, 0.97],
  ['go-trafilatura ae7ea06', 0.94, 0.98, 0.96],
  ['Readability.js 0.6.0', 0.914, 0.982, 0.947],
  ['html-text 0.7.0 (plain text)', 0.5, 0.994, 0.665],
] as const;

const pages = loadPages();
const half = Math.ceil(pages.length / 2);
const columns = (figures: readonly number[]): string =>
  figures.map((figure) => figure.toFixed(3).padStart(8)).join('');
console.log(`${pages.length} pages, the first half ${half} of them (seed ${values.seed})\n`);
console.log(`${' '.repeat(32)}       P       R      F1   F1 1st half  F1 2nd half  ms/page`);
for (const [name, extract] of Object.entries(CONTESTANTS)) {
  if (!name.includes(values.only)) continue;
  const begin = performance.now();
  const agreements = pages.map(({ bytes, truth }) => compareTexts(truth, extract(bytes)));
  const milliseconds = (performance.now() - begin) / pages.length;
  const score = (some: readonly Agreement[]) => scoreOf(some);
  const { precision, recall, f1 } = score(agreements);
  const halves = [score(agreements.slice(0, half)).f1, score(agreements.slice(half)).f1];
  console.log(
    `${name.padEnd(32)}${columns([precision, recall, f1])}${halves.map((one) => one.toFixed(3).padStart(13)).join('')}${milliseconds.toFixed(1).padStart(9)}`,
  );
  if (!name.startsWith('corpus')) continue;
  pages
    .slice(0, half)
    .map(({ id }, index) => ({ id, score: scoreOf(agreements.slice(index, index + 1)) }))
    .sort((a, b) => a.score.f1 - b.score.f1)
    .slice(0, Number(values.worst))
    .forEach(({ id, score: one }) =>
      console.log(`    ${id.slice(0, 16)}  P ${one.precision.toFixed(3)}  R ${one.recall.toFixed(3)}`),
    );
}
console.log('\npublished, all pages');
for (const [name, ...figures] of PUBLISHED) console.log(name.padEnd(32) + columns(figures));

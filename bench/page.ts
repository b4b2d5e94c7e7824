/**
 * How fast pages are read, against parse5 alone, Cheerio and jsdom on the same bytes: milliseconds a page, megabytes a
 * second, ratios to parse5 alone, and the memory that is allocated, in kilobytes a page (by V8's sampling profiler, in a
 * pass of its own). The tree of the reader is measured as well. Pages: real ones of WebKB (1997, small) and of the article extraction benchmark (2020, large), or the
 * HTML files of a folder. With a topic, pages are also read and judged as crawls do.
 *
 *     npm run bench -- page [--pages 300 --rounds 3] [--site FOLDER] [--kb FOLDER --topic NAME]
 */
import { execFileSync } from 'node:child_process';
import { Session, type HeapProfiler } from 'node:inspector/promises';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import * as cheerio from 'cheerio';
import { JSDOM, VirtualConsole } from 'jsdom';
import { parse } from 'parse5';
import { judgeHereBy } from '../test/support/judge-here.js';
import { openTopic } from '../src/knowledge/places/knowledge-base.js';
import { decodeHtml } from '../src/web/page/charset.js';
import { parseHtml } from '../src/web/page/htmlparser2-tree.js';
import { createPageReader, markupOf, pageOf } from '../src/web/page/reader.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
    data: { type: 'string', default: '../shared/data' },
    site: { type: 'string' },
    kb: { type: 'string' },
    topic: { type: 'string' },
  },
});

/** A page as a server would send it. */
interface Sent {
  readonly body: Buffer;
  readonly contentType: string;
}

function unpack(archive: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));
  execFileSync('tar', ['xzf', path.join(values.data, archive), '-C', folder]);
  return folder;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

/** Every so manieth, so that all kinds are among them. */
function thinOut<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[Math.floor(index * step)],
  ).filter((one): one is T => one !== undefined);
}

function webkb(count: number): Sent[] {
  const folder = unpack('webkb/webkb.tar.gz');
  const pages = thinOut(filesBelow(folder), count).map((file) => {
    const bytes = readFileSync(file);
    const end = bytes.indexOf('\n\n');
    const contentType = /content-type:\s*([^\n]+)/i.exec(bytes.subarray(0, end).toString('latin1'))?.[1];
    return { body: bytes.subarray(end + 2), contentType: contentType ?? '' };
  });
  rmSync(folder, { recursive: true });
  return pages;
}

function articles(count: number): Sent[] {
  const folder = unpack('article-extraction/article-extraction-benchmark.tar.gz');
  const files = filesBelow(folder).filter((file) => file.endsWith('.html.gz'));
  const pages = thinOut(files, count).map((file) => ({
    body: gunzipSync(readFileSync(file)),
    contentType: 'text/html; charset=utf-8',
  }));
  rmSync(folder, { recursive: true });
  return pages;
}

function htmlFiles(folder: string, count: number): Sent[] {
  const files = filesBelow(folder).filter((file) => /\.html?$/.test(file));
  return thinOut(files, count).map((file) => ({ body: readFileSync(file), contentType: 'text/html' }));
}

/** Reads and judges pages by a topic, as crawls do. */
async function readAndJudge(kb: string, name: string): Promise<(page: Sent) => Promise<unknown>> {
  const topic = await openTopic(kb, name);
  const judge = await judgeHereBy(topic, undefined, { byLexicon: true });
  const reader = createPageReader({ crawler: 'sfwc' });
  return async ({ body, contentType }) => judge(reader.read(body, URL_OF_PAGE, contentType));
}

/** Bytes that are allocated meanwhile, whether they are garbage afterwards or not. */
async function allocatedBy(work: () => Promise<void>): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 8192,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await work();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  return sizeBelow(profile.head);
}

function sizeBelow({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + sizeBelow(child), selfSize);
}

const URL_OF_PAGE = 'http://page.example/folder/page.html';
const reader = createPageReader();
const CONTESTANTS: Readonly<Record<string, (page: Sent) => unknown>> = {
  'parse5 alone': ({ body, contentType }) => parse(decodeHtml(body, contentType)),
  'sfwc, tree alone': ({ body, contentType }) => parseHtml(markupOf(body, contentType)),
  'sfwc, by a tree': ({ body, contentType }) =>
    pageOf(parseHtml(markupOf(body, contentType)).root, URL_OF_PAGE),
  'sfwc, reader': ({ body, contentType }) => reader.read(body, URL_OF_PAGE, contentType),
  'Cheerio, title, text and links': ({ body }) => {
    const $ = cheerio.loadBuffer(body);
    const links = $('a[href]')
      .map((_, link) => [[$(link).attr('href'), $(link).text()]])
      .get();
    return [$('title').text(), $('body').text(), links];
  },
  'jsdom, title, text and links': ({ body, contentType }) => {
    const dom = new JSDOM(body, { contentType, url: URL_OF_PAGE, virtualConsole: new VirtualConsole() });
    const { document } = dom.window;
    const links = [...document.querySelectorAll('a[href]')].map((link) => [
      (link as HTMLAnchorElement).href,
      link.textContent,
    ]);
    const found = [document.title, document.body.textContent, links];
    dom.window.close();
    return found;
  },
};

const { site, kb, topic } = values;
const count = Number(values.pages);
const contestants: Readonly<Record<string, (page: Sent) => unknown>> = {
  ...CONTESTANTS,
  ...(kb === undefined || topic === undefined
    ? {}
    : { 'sfwc, read and judged': await readAndJudge(kb, topic) }),
};
const someOf = (contestant: string, pages: readonly Sent[]): readonly Sent[] =>
  contestant.startsWith('jsdom') ? pages.slice(0, 40) : pages;
const webs: readonly (readonly [string, readonly Sent[]])[] =
  site === undefined
    ? [
        ['WebKB', webkb(count)],
        ['article extraction', articles(count)],
      ]
    : [[site, htmlFiles(site, count)]];
for (const [name, pages] of webs) {
  const megabytes = pages.reduce((sum, { body }) => sum + body.length, 0) / 1e6;
  console.log(
    `\n${name}: ${pages.length} pages, ${megabytes.toFixed(1)} MB, best of ${values.rounds} rounds`,
  );
  const best = new Map<string, number>();
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [contestant, read] of Object.entries(contestants)) {
      const some = someOf(contestant, pages);
      const share = some.reduce((sum, { body }) => sum + body.length, 0) / 1e6 / megabytes;
      const begin = performance.now();
      for (const page of some) await read(page);
      const seconds = (performance.now() - begin) / 1000 / share;
      best.set(contestant, Math.min(best.get(contestant) ?? Infinity, seconds));
    }
  }
  const alone = best.get('parse5 alone') ?? Number.NaN;
  console.log('                                ms/page    MB/s   × parse5  kB/page');
  for (const [contestant, seconds] of best) {
    const some = someOf(contestant, pages);
    const allocated = await allocatedBy(async () => {
      for (const page of some) await contestants[contestant]?.(page);
    });
    const figures = [(seconds * 1000) / pages.length, megabytes / seconds, seconds / alone];
    const kilobytes = (allocated / 1000 / some.length).toFixed(0).padStart(8);
    console.log(contestant.padEnd(30), ...figures.map((figure) => figure.toFixed(2).padStart(8)), kilobytes);
  }
}

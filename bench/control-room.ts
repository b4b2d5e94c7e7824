/**
 * The control room over a crawl of many pages: memory of the server, and the time of the first look and of a refresh; with
 * --browser also the memory of the page, and how long its longest task takes while the crawl grows. Options: --events
 * (100000), --browser.
 *
 *     npm run bench -- control-room --events 100000 --browser
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import type { CDPSession } from 'playwright-core';
import { createCrawlView } from '../src/extensions/server/control-room/crawl-view.js';
import { openEventTail } from '../src/extensions/server/control-room/event-tail.js';
import { seededRandom } from '../src/support/random.js';
import { startBrowser } from '../test/full/browser.js';

const { values } = parseArgs({
  options: { events: { type: 'string', default: '100000' }, browser: { type: 'boolean', default: false } },
});
const EVENTS = Number(values.events);
const MAIN = path.resolve(import.meta.dirname, '../../dist/cli/main.js');
/** Of a page, about as many as a classifier names and a page has. */
const [NOUNS, LINKS] = [10, 25];
const BATCH = 1000;

const random = seededRandom(1);
const below = (most: number): number => Math.floor(random() * most);

/** A made-up event of a page: 30,000 hosts of very different sizes, and 20,000 nouns. */
function line(sequence: number): string {
  const host = `http://host${Math.floor(30_000 * random() ** 3)}.example`;
  const score = random() ** 2;
  const judgement = {
    accepted: score >= 0.5,
    score,
    classifier: 'ensemble',
    reason: {
      summary: `${score >= 0.5 ? 'accepted' : 'rejected'}: probability ${score.toFixed(3)}`,
      band: { low: 0.5, high: null },
      evidence: Array.from({ length: NOUNS }, () => {
        const place = below(20_000);
        return { lemma: `noun${place}`, documents: place % 50, idf: 1, pull: random(), mentions: [[3, 9]] };
      }),
    },
  };
  const links = Array.from({ length: LINKS }, () => `${host}/page-${below(EVENTS)}-of-a-site.html`);
  const [url, referrer] = [`${host}/page-${sequence}.html`, links[0]];
  const time = new Date(1.7e12 + 1000 * sequence).toISOString();
  const title = `A page about things, number ${sequence}`;
  const event = { sequence, time, url, state: 'done', depth: 3, fetched: true, referrer, title };
  return `${JSON.stringify({ ...event, judgement, links })}\n`;
}

/** Makes a file of events that can grow. */
async function growingFile(file: string): Promise<(count: number) => Promise<void>> {
  await writeFile(file, '');
  let sequence = 0;
  const grow = async (count: number): Promise<void> => {
    let text = '';
    for (let end = sequence + count; sequence < end;) text += line((sequence += 1));
    await appendFile(file, text);
  };
  while (sequence < EVENTS) await grow(Math.min(BATCH, EVENTS - sequence));
  return grow;
}

/** The folder of a crawl of one page, whose events are then replaced. */
async function crawlOnePage(out: string): Promise<void> {
  const server = createServer((_, response) => response.end('<p>A page.</p>')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const seed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await promisify(execFile)(process.execPath, [
    MAIN,
    'crawl',
    '--seeds',
    seed,
    '--allow-private',
    '--out',
    out,
  ]);
  server.close();
}

/** Opens the control room as a user does. */
async function openRoom(out: string): Promise<{ readonly room: ChildProcess; readonly link: string }> {
  const room = spawn(process.execPath, [MAIN, 'ui', out, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const chunk of on(room.stderr, 'data')) {
    said += String(chunk);
    const [link] = /http:\/\/\S+#token=\S+/.exec(said) ?? [];
    if (link !== undefined) return { room, link };
  }
  throw new Error(`the control room did not open: ${said}`);
}

/** Views of the page, by their addresses. */
const VIEWS = ['overview', 'hosts', 'pages', 'nouns', 'frontier', 'teach'];
/** How the crawl grows while the page is open: 20 pages a second, for ten seconds a view. */
const GROWTH = { events: 20, times: 10 };

/** What a page in Chromium takes, and its longest task, while the crawl that it shows grows. */
async function measurePage(out: string): Promise<void> {
  await crawlOnePage(out);
  const grow = await growingFile(path.join(out, 'events.jsonl'));
  const { room, link } = await openRoom(out);
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.addInitScript(`globalThis.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
      }).observe({ type: 'longtask', buffered: true });`);
    const session = await page.context().newCDPSession(page);
    await page.goto(link);
    await page.locator('main h2').first().waitFor();
    for (const view of [...VIEWS, ...VIEWS]) {
      await page.evaluate(`location.hash = '${view}'; globalThis.longest = 0`);
      for (let time = 0; time < GROWTH.times; time += 1) {
        await grow(GROWTH.events);
        await sleep(1000);
      }
      const longest = Number(await page.evaluate('globalThis.longest'));
      print(`page: ${view}, memory of scripts`, (await heapOf(session)) / 1e6, 'MB');
      print(`page: ${view}, longest task`, longest, 'ms');
    }
  } finally {
    await browser.close();
    room.kill();
  }
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

async function measure(file: string): Promise<void> {
  const grow = await growingFile(file);
  const before = memory();
  const [tail, view] = [openEventTail(file), createCrawlView()];
  const read = (): Promise<boolean> => tail.read((event, place) => view.add(event, place));
  print('first look', await seconds(read), 's');
  print('memory of the view', (memory() - before) / 1e6, 'MB');
  await grow(100);
  print('refresh after 100 new events', 1000 * (await seconds(read)), 'ms');
  let size = 0;
  const state = async (): Promise<void> => {
    const found = [view.curve(), view.histogram(40), view.reasons(), view.harvest(1000), view.drift()];
    size = JSON.stringify(found).length;
  };
  print('what the overview shows', 1000 * (await seconds(state)), 'ms');
  print('its size', size / 1000, 'kB');
  for (const [name, look] of Object.entries({
    'list of near misses': () => view.list('near'),
    'preview of a threshold': () => view.preview(0.4, 20),
    hosts: () => view.hosts(),
    nouns: () => view.nouns(),
  }))
    print(name, 1000 * (await seconds(async () => void look())), 'ms');
}

async function seconds(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return (performance.now() - begun) / 1000;
}

/** Bytes in use after a collection of garbage. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function print(what: string, value: number, unit: string): void {
  process.stdout.write(`${what.padEnd(32)} ${value.toFixed(1).padStart(8)} ${unit}\n`);
}

if (globalThis.gc === undefined)
  process.stderr.write('memory is inexact without: NODE_OPTIONS=--expose-gc\n');
const folder = await mkdtemp(path.join(tmpdir(), 'sfwc-bench-'));
try {
  await measure(path.join(folder, 'events.jsonl'));
  if (values.browser) await measurePage(path.join(folder, 'out'));
} finally {
  await rm(folder, { recursive: true, force: true });
}

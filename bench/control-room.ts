/**
 * The control room over a crawl of many pages: memory of the server, and the time of the first look and of a refresh; with
 * --browser also how long the page takes to open, again and in each view, its longest task while the crawl grows, and how
 * much memory it takes when it is left open for a week of simulated time. Options: --events (100000), --browser.
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
import type { CDPSession, Page } from 'playwright-core';
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
      meanIdf: null,
      band: { low: 0.5, high: null },
      nouns: { distinct: 100, linked: 60, unknown: 40 },
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
    '--set',
    'allowPrivate=true',
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

/** Views of the page, by their addresses, and what is there when they are shown. */
const VIEWS: Readonly<Record<string, string>> = {
  overview: '[aria-label="latest accepted pages"] tbody tr',
  pages: '[aria-label="pages"] tbody tr',
  hosts: '[aria-label="hosts"] tbody tr',
  teach: 'main :is(.card, h2, p)',
  steer: 'main h2',
};
/** Milliseconds in which the page is there, also on a busy machine. */
const FIRST_LOOK = 180_000;
/** How the crawl grows while the page is open: 20 pages a second, for five seconds a view. */
const GROWTH = { events: 20, times: 5 };
/** The week that a page is left open for: states that come in an hour, and after which hour memory is compared. */
const WEEK = { hours: 7 * 24, states: 60, settled: 24 };

/** What a page in Chromium takes. */
async function measurePage(out: string): Promise<void> {
  await crawlOnePage(out);
  const grow = await growingFile(path.join(out, 'events.jsonl'));
  const { room, link } = await openRoom(out);
  const browser = await startBrowser();
  try {
    const opened = async (page: Page): Promise<void> => {
      await page.goto(link);
      await page
        .locator(VIEWS['overview'] ?? '')
        .first()
        .waitFor();
    };
    const first = await browser.newPage();
    print('page: first opening', await seconds(() => opened(first)), 's');
    await first.close();
    const page = await browser.newPage();
    await page.addInitScript(`globalThis.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
      }).observe({ type: 'longtask', buffered: true });`);
    print('page: second opening', await seconds(() => opened(page)), 's');
    await measureViews(page);
    await measureGrowth(page, grow);
    await page.close();
    const left = await browser.newPage();
    await measureWeek(left, opened);
  } finally {
    await browser.close();
    room.kill();
  }
}

/** How long each view takes to be shown. */
async function measureViews(page: Page): Promise<void> {
  for (const [view, ready] of Object.entries(VIEWS).reverse()) {
    const show = async (): Promise<void> => {
      await page.evaluate((hash) => {
        document.querySelector('main')?.replaceChildren();
        location.hash = hash;
      }, view);
      await page.locator(ready).first().waitFor({ timeout: FIRST_LOOK });
    };
    print(`page: ${view}`, await seconds(show), 's', 2);
  }
}

/** The longest task of each view while the crawl grows. */
async function measureGrowth(page: Page, grow: (count: number) => Promise<void>): Promise<void> {
  for (const view of Object.keys(VIEWS)) {
    await page.evaluate(`location.hash = '${view}'; globalThis.longest = 0`);
    for (let time = 0; time < GROWTH.times; time += 1) {
      await grow(GROWTH.events);
      await sleep(1000);
    }
    print(`page: ${view}, longest task`, Number(await page.evaluate('globalThis.longest')), 'ms');
  }
}

/**
 * Leaves a page open for a week of simulated time: in each hour the crawl has other states, made from a true one, and
 * another view is shown.
 */
async function measureWeek(page: Page, open: (page: Page) => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await page.clock.install();
  await open(page);
  const state = await stateOf(page);
  let minute = 0;
  await page.route('**/state', (route) => route.fulfill({ json: grown(state, (minute += 1)) }));
  const names = Object.keys(VIEWS);
  let settled = Number.NaN;
  for (let hour = 0; hour < WEEK.hours; hour += 1) {
    await page.evaluate(`location.hash = '${names[hour % names.length] ?? ''}'`);
    await page.locator('main > *').first().waitFor();
    await page.clock.runFor(WEEK.states * 1000);
    await page.clock.fastForward(3_600_000);
    if (hour === WEEK.settled) settled = await heapOf(session);
  }
  print('page: memory after a day', settled / 1e6, 'MB');
  print('page: growth in six days more', ((await heapOf(session)) - settled) / 1e6, 'MB', 2);
}

/** The state of the crawl as the server sends it. */
async function stateOf(page: Page): Promise<RoomState> {
  return page.evaluate(async () => {
    const headers = { authorization: `Bearer ${sessionStorage.getItem('token') ?? ''}` };
    const [crawl] = (await (await fetch('/api/crawls', { headers })).json()) as { name: string }[];
    const response = await fetch(`/api/crawls/${encodeURIComponent(crawl?.name ?? '')}/state`, { headers });
    return (await response.json()) as RoomState;
  });
}

/** What is changed in states of the crawl. */
interface RoomState {
  readonly status: { readonly counts: { readonly fetched: number; readonly accepted: number } };
}

/** A state after so many minutes. */
function grown(state: RoomState, minute: number): RoomState {
  const { counts } = state.status;
  const more = { ...counts, fetched: counts.fetched + 10 * minute, accepted: counts.accepted + 5 * minute };
  return { ...state, status: { ...state.status, counts: more } };
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
  if (view.size !== EVENTS) throw new Error(`only ${view.size} of the made-up events are events`);
  print('memory of the view', (memory() - before) / 1e6, 'MB');
  await grow(100);
  print('refresh after 100 new events', 1000 * (await seconds(read)), 'ms');
  let size = 0;
  const state = async (): Promise<void> => {
    const found = [view.curve(), view.histogram(40), view.reasons(), view.harvest(1000)];
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

function print(what: string, value: number, unit: string, digits = 1): void {
  process.stdout.write(`${what.padEnd(32)} ${value.toFixed(digits).padStart(8)} ${unit}\n`);
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

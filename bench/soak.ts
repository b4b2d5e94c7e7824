/**
 * A long crawl of an endless web, a share of whose pages goes wrong in every way there is: does memory stay flat, and is
 * nothing lost? Needs Linux (/proc).
 *
 *     npm run bench -- soak [--pages 100000] [--faults 0.05] [--hosts PAGES/20] [--bound 8] [--seed 1] [--out FOLDER]
 *
 * The crawl is the command line's own, with all at its defaults but the pace, and judges by the sample topic. The web is
 * served by another process. Memory is the resident set of the crawler, every two seconds, and at each tenth what of its
 * heap is live (after a collection that is asked for then): what leaks shows there first. The growth is the slope of a
 * straight line (least squares) through the lowest values of fifty stretches of the second half, in MB for 10,000 pages.
 * Ends with 1 when that is above `--bound`, when an event is missing, or when the crawl failed. The bound leaves room for
 * what is remembered of every accepted page to find copies (200 bytes each: 2 MB were all 10,000 accepted) and
 * for garbage. Below 20,000 pages growth is shown and not judged.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { CrawlSummary } from '../src/crawling/engine/crawl-counts.js';
import { readEvents } from '../src/crawling/store/result-folder.js';
import { residentBytes } from './throughput/measure.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    faults: { type: 'string', default: '0.05' },
    hosts: { type: 'string' },
    bound: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const pages = Number(values.pages);
const hosts = Number(values.hosts ?? Math.max(20, Math.round(pages / 20)));
const root = path.resolve(import.meta.dirname, '../..');
const main = path.join(root, 'dist/cli/main.js');
/** Between two looks, in milliseconds. */
const LOOK = 2000;
const STRETCHES = 50;
/** Fewer pages say little: the processes' pools are still filling, and garbage is more than what could have grown. */
const ENOUGH = 20_000;

/** How the crawl stood at one moment. */
interface Look {
  readonly seconds: number;
  readonly pages: number;
  readonly queued: number;
  /** Resident, in bytes. */
  readonly bytes: number;
}

/** What a collection left, in bytes. */
interface Live {
  readonly live: number;
  readonly outside: number;
}

const children: ChildProcess[] = [];
const scratch = mkdtempSync(path.join(tmpdir(), 'sfwc-soak-'));
const interrupt = (): void => children.forEach((child) => child.kill('SIGINT'));
process.once('SIGINT', interrupt).once('SIGTERM', interrupt);

function startWeb(): Promise<number> {
  const script = path.join(import.meta.dirname, 'soak/endless-web.js');
  const web = spawn(process.execPath, [script, values.faults, String(hosts), values.seed], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(web);
  return new Promise((resolve) => createInterface(web.stdout).once('line', (line) => resolve(Number(line))));
}

function buildTopic(kb: string): void {
  const args = ['--topic', 'computer science', '--kb', kb, '--labels', path.join(root, 'corpora/labels.ttl')];
  execFileSync(process.execPath, [main, 'build', path.join(root, 'corpora/computer-science'), ...args], {
    stdio: 'ignore',
  });
}

/** Has the crawler collect its garbage on SIGUSR2, and say what is left in the heap and outside of it, in bytes. */
const COLLECTS = `process.on('SIGUSR2', () => {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(JSON.stringify({ live: heapUsed, outside: external }) + '\\n');
});`;

const COLLECTING = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(COLLECTS)}`];

function crawlArguments(kb: string, out: string, port: number): readonly string[] {
  return [
    ...['crawl', '--kb', kb, '--topic', 'computer science', '--out', out, '--force', '--json'],
    ...[
      '--seeds',
      'http://h0.soak.example/topic/first.html',
      '--set',
      'follow=all',
      '--max-depth',
      '1000000',
    ],
    ...['--max-pages', String(pages), '--set', `connectTo=*.example=127.0.0.1:${port}`],
    ...['--delay', '0', '--concurrency', '32'],
    ...['--set', 'logFormat=json'],
  ];
}

type Progress = Readonly<Record<'fetched' | 'queued', number>>;

/** Reads the messages of the crawler. */
function readMessages(
  crawler: ChildProcess,
  onLive: (bytes: Live) => void,
  onProgress: (progress: Progress) => void,
): void {
  createInterface(crawler.stderr as Readable).on('line', (line) => {
    if (line.startsWith('{"live"')) onLive(JSON.parse(line) as Live);
    else if (line.includes('"progress"')) onProgress(JSON.parse(line) as Progress);
    else console.log(line);
  });
}

async function untilLive(said: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 100 && !said(); attempt += 1)
    await new Promise((wake) => setTimeout(wake, 50));
}

/** Looks at the crawler until it ends; prints a line for each tenth. */
async function watch(crawler: ChildProcess, ended: Promise<unknown>): Promise<readonly Look[]> {
  const looks: Look[] = [];
  let live: Live | undefined;
  let progress: Progress | undefined;
  readMessages(
    crawler,
    (bytes) => (live = bytes),
    (found) => (progress = found),
  );
  const begin = performance.now();
  const end = ended.then(() => true);
  console.log('  pages  seconds  pages/s  RSS MB  live MB  outside    queue');
  let tenth = 1;
  let over = false;
  while (!over) {
    over = await Promise.race([end, new Promise<false>((wake) => setTimeout(wake, LOOK, false))]);
    const look: Look = {
      seconds: (performance.now() - begin) / 1000,
      pages: progress?.fetched ?? Number.NaN,
      queued: progress?.queued ?? Number.NaN,
      bytes: residentBytes(crawler.pid ?? 0),
    };
    if (Number.isNaN(look.pages) || look.bytes === 0) continue;
    looks.push(look);
    if (look.pages < (tenth * pages) / 10) continue;
    tenth = Math.floor((10 * look.pages) / pages) + 1;
    live = undefined;
    crawler.kill('SIGUSR2');
    await Promise.race([end, untilLive(() => live !== undefined)]);
    console.log(row(look, looks, live));
  }
  return looks;
}

function row(look: Look, looks: readonly Look[], live: Live | undefined): string {
  const before = looks.at(-1 - Math.round(30_000 / LOOK)) ?? looks[0] ?? look;
  const rate = (look.pages - before.pages) / Math.max(0.001, look.seconds - before.seconds);
  const cells: readonly (readonly [string, number])[] = [
    [String(look.pages), 7],
    [look.seconds.toFixed(0), 7],
    [rate.toFixed(1), 7],
    [mb(look.bytes), 6],
    [mb(live?.live ?? Number.NaN), 7],
    [mb(live?.outside ?? Number.NaN), 7],
    [String(look.queued), 8],
  ];
  return cells.map(([cell, width]) => cell.padStart(width)).join('  ');
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

/** The lowest value of each stretch of pages: what is there when the garbage has just been taken away. */
function lowest(looks: readonly Look[]): readonly Look[] {
  const stretches = new Map<number, Look>();
  for (const look of looks) {
    const stretch = Math.floor((look.pages * 2 * STRETCHES) / pages);
    const known = stretches.get(stretch);
    if (known === undefined || look.bytes < known.bytes) stretches.set(stretch, look);
  }
  return [...stretches.values()];
}

/** Least squares: bytes for a page. */
function slope(looks: readonly Look[]): number {
  const mean = (of: (look: Look) => number): number =>
    looks.reduce((sum, look) => sum + of(look), 0) / looks.length;
  const [x, y] = [mean((look) => look.pages), mean(({ bytes }) => bytes)];
  const above = looks.reduce((sum, look) => sum + (look.pages - x) * (look.bytes - y), 0);
  const below = looks.reduce((sum, look) => sum + (look.pages - x) ** 2, 0);
  return below === 0 ? 0 : above / below;
}

/** What is wrong with the events; none where all is well. */
async function eventFaults(out: string, summary: CrawlSummary): Promise<readonly string[]> {
  const counts = { done: 0, skipped: 0, failed: 0, fetched: 0 };
  const urls = new Set<string>();
  const faults: string[] = [];
  let last = 0;
  for await (const { sequence, state, fetched, url } of readEvents(out)) {
    if (sequence !== last + 1) faults.push(`after event ${last} comes event ${sequence}`);
    last = sequence;
    counts[state] += 1;
    if (fetched) counts.fetched += 1;
    if (urls.has(url)) faults.push(`${url} has two events`);
    urls.add(url);
  }
  for (const [name, count] of Object.entries(counts)) {
    const said = summary[name as keyof typeof counts];
    if (said !== count) faults.push(`the summary says ${said} ${name}, the events ${count}`);
  }
  return faults;
}

async function soak(): Promise<boolean> {
  const port = await startWeb();
  const kb = path.join(scratch, 'kb');
  const out = values.out ?? path.join(scratch, 'out');
  buildTopic(kb);
  console.log(`${pages} pages of ${hosts} hosts, ${values.faults} of the links faulty, seed ${values.seed}`);
  const crawler = spawn(process.execPath, [...COLLECTING, main, ...crawlArguments(kb, out, port)], {
    env: { ...process.env, SFWC_TIMEOUT: '2', SFWC_RETRY_DELAY: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(crawler);
  const ended = new Promise<number | null>((resolve) => crawler.on('exit', resolve));
  const output = text(crawler.stdout);
  const looks = await watch(crawler, ended);
  const code = await ended;
  if (code !== 0) {
    console.log(`FAILED: the crawl ended with ${code ?? 'a signal'}`);
    return false;
  }
  const { summary } = JSON.parse(await output) as { readonly summary: CrawlSummary };
  return verdict(looks, summary, await eventFaults(out, summary));
}

function verdict(looks: readonly Look[], summary: CrawlSummary, faults: readonly string[]): boolean {
  const { done, accepted, skipped, failed, queued, reasons } = summary;
  console.log(
    `${summary.fetched} pages requested in ${summary.seconds.toFixed(0)} s: ${done} judged, ${accepted} accepted, ` +
      `${skipped} skipped, ${failed} failed, ${queued} queued; ended: ${summary.ended}`,
  );
  for (const [code, count] of Object.entries(reasons).sort((a, b) => b[1] - a[1]))
    console.log(`  ${String(count).padStart(6)}  ${code}`);
  const growth = (slope(lowest(looks.filter((look) => look.pages >= pages / 2))) * 10_000) / 1e6;
  const judged = pages >= ENOUGH;
  const flat = !judged || growth <= Number(values.bound);
  const peak = Math.max(...looks.map(({ bytes }) => bytes));
  console.log(
    `memory: ${mb(peak)} MB at most, ${growth.toFixed(1)} MB for 10,000 pages over the second half`,
  );
  for (const fault of faults.slice(0, 20)) console.log(`FAILED: ${fault}`);
  if (!flat) console.log(`FAILED: memory grew by more than ${values.bound} MB for 10,000 pages`);
  if (!judged) console.log(`memory is not judged below ${ENOUGH} pages`);
  if (flat && faults.length === 0) console.log(`all events are there${judged ? ', and memory is flat' : ''}`);
  return flat && faults.length === 0;
}

try {
  process.exitCode = (await soak()) ? 0 : 1;
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
}

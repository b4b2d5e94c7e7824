/**
 * What a crawl costs that is watched: the same crawl without and with `--ui` and pages that show it, in Chromium. Each crawl
 * is a process of its own; its processor time, all threads included, is compared pair by pair, in turns. The web is the
 * endless one of `soak`, served by another process.
 *
 *     npm run bench -- watched-crawl [--pages 2000] [--delay 0] [--pairs 5] [--watchers 3]
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { median } from '../src/support/statistics.js';
import { startBrowser } from '../test/full/browser.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '2000' },
    delay: { type: 'string', default: '0' },
    pairs: { type: 'string', default: '5' },
    watchers: { type: 'string', default: '3' },
  },
});
const root = path.resolve(import.meta.dirname, '../..');
const main = path.join(root, 'dist/cli/main.js');
const scratch = mkdtempSync(path.join(tmpdir(), 'sfwc-watched-'));
const kb = path.join(scratch, 'kb');

/** Has the crawler say what it took of the processor, in microseconds. */
const TELLS = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write('\\n' + JSON.stringify({ cpu: user + system }) + '\\n');
});`;

function buildTopic(): void {
  const args = ['--topic', 'computer science', '--kb', kb, '--labels', path.join(root, 'corpora/labels.ttl')];
  const texts = path.join(root, 'corpora/computer-science');
  const background = ['--background', path.join(root, 'corpora/background')];
  execFileSync(process.execPath, [main, 'build', texts, ...args, ...background], { stdio: 'ignore' });
}

async function startWeb(): Promise<{ readonly web: ChildProcess; readonly port: string }> {
  const script = path.join(import.meta.dirname, 'soak/endless-web.js');
  const web = spawn(process.execPath, [script, '0', '100', '1'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(createInterface(web.stdout), 'line')) as [string];
  return { web, port };
}

/** Seconds of the processor that a crawl takes, and the states of it that the pages were sent. */
async function crawl(
  port: string,
  isWatched: boolean,
  browser: Browser,
): Promise<{ readonly cpu: number; readonly states: number }> {
  const args = [
    ...['crawl', '--kb', kb, '--topic', 'computer science', '--out', path.join(scratch, 'out'), '--force'],
    ...[
      '--seeds',
      'http://h0.soak.example/topic/first.html',
      '--set',
      'follow=all',
      '--max-depth',
      '1000000',
    ],
    ...['--max-pages', values.pages, '--set', `connectTo=*.example=127.0.0.1:${port}`],
    ...['--delay', values.delay, '--concurrency', '32'],
    ...(isWatched ? ['--ui'] : []),
  ];
  const tells = `data:text/javascript,${encodeURIComponent(TELLS)}`;
  const crawler = spawn(process.execPath, ['--import', tells, main, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let cpu = Number.NaN;
  let listening: Promise<number> | undefined;
  const lines = createInterface(crawler.stderr);
  lines.on('line', (line) => {
    const link = /http:\/\/127\.0\.0\.1:\d+\/#token=\w+/.exec(line)?.[0];
    if (link !== undefined) listening ??= watch(browser, link);
    if (line.startsWith('{"cpu"')) cpu = (JSON.parse(line) as { readonly cpu: number }).cpu / 1e6;
  });
  const [[code]] = (await Promise.all([once(crawler, 'exit'), once(lines, 'close')])) as [
    [number | null],
    unknown,
  ];
  if (code !== 0) throw new Error(`the crawl ended with ${code ?? 'a signal'}`);
  return { cpu, states: (await listening) ?? 0 };
}

/** Opens pages that show a crawl until its end; returns how many states of it they were sent together. */
async function watch(browser: Browser, link: string): Promise<number> {
  const pages = await Promise.all(Array.from({ length: Number(values.watchers) }, () => browser.newPage()));
  const counts = await Promise.all(pages.map((page) => statesSent(page, link)));
  await Promise.all(pages.map((page) => page.close()));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function statesSent(page: Page, link: string): Promise<number> {
  await page.addInitScript(`globalThis.states = 0;
    const parse = JSON.parse;
    JSON.parse = (text, ...rest) => {
      if (text.includes('"curve"')) globalThis.states += 1;
      return parse(text, ...rest);
    };`);
  await page.goto(link);
  await page.locator('#standing', { hasText: /was closed|cannot be reached/ }).waitFor({ timeout: 0 });
  return Number(await page.evaluate('globalThis.states'));
}

buildTopic();
const { web, port } = await startWeb();
const browser = await startBrowser();
try {
  const ratios: number[] = [];
  await crawl(port, false, browser);
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    const order = pair % 2 === 0 ? [false, true] : [true, false];
    const runs = new Map<boolean, Awaited<ReturnType<typeof crawl>>>();
    for (const isWatched of order) runs.set(isWatched, await crawl(port, isWatched, browser));
    const [alone, watched] = [runs.get(false), runs.get(true)];
    if (alone === undefined || watched === undefined) continue;
    ratios.push(watched.cpu / alone.cpu);
    console.log(
      `alone ${alone.cpu.toFixed(2)} s, watched ${watched.cpu.toFixed(2)} s (${watched.states} states): ${(watched.cpu / alone.cpu).toFixed(3)}`,
    );
  }
  console.log(`median ratio of processor time ${median(ratios).toFixed(3)}, ${values.pages} pages`);
} finally {
  await browser.close();
  web.kill();
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * Makes the pictures of the control room and the workbench in docs/: `npm run docs:pictures`. It crawls the sample web, served
 * on this machine, answers questions about its pages, and takes screenshots in Chromium, light and dark. `CHROME_PATH` names
 * the browser.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { findBrowser } from '../dist/extensions/rendering/find-browser.js';
import { openSampleWeb } from '../dist/extensions/archives/open-web.js';
import { serveWeb } from '../dist/extensions/archives/web-server.js';
import { openEncoder } from './animated-webp.js';

const ROOT = path.resolve(import.meta.dirname, '..');
const MAIN = path.join(ROOT, 'dist/cli/main.js');
const SAMPLE = path.join(ROOT, 'corpora/sample-web');
const SIZE = { width: 1200, height: 800 };
/** Pixels of the moving picture, and of the line below the page that says what it shows. */
const [FILM, CAPTION] = [{ width: 1120, height: 670 }, 44];
/** The moving picture: milliseconds of the crawl per frame, of a frame, and seconds of the crawl. */
const [TICK, FRAME, CRAWL_SECONDS] = [500, 110, 45];
/** The answers of the moving picture, and milliseconds in which one is read. */
const [ANSWERS, READ] = [8, 620];

/** The page whose reasons are shown. */
const PAGE = 'http://glucosecare.example/guide/insulin-pumps.html';

const manifest = JSON.parse(readFileSync(path.join(SAMPLE, 'manifest.json'), 'utf8'));
const aboutTopic = new Set(
  manifest.pages.filter(({ topics }) => topics.includes('diabetes')).map(({ url }) => url),
);

const temporary = mkdtempSync(path.join(tmpdir(), 'sfwc-pictures-'));
const folder = path.join(temporary, 'my-collection');
const web = await serveWeb(await openSampleWeb(SAMPLE));
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? (await findBrowser()),
  // Containers run this as root, where Chromium has no sandbox. It opens nothing but the server started here.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const encoder = await openEncoder(browser);
try {
  const topic = ['--topic', 'diabetes', '--kb', 'kb'];
  cpSync(path.join(ROOT, 'corpora/diabetes'), path.join(folder, 'corpora/diabetes'), { recursive: true });
  sfwc(['build', 'corpora/diabetes', ...topic, '--background', path.join(ROOT, 'corpora/background')]);
  sfwc([
    'crawl',
    ...topic,
    '--web',
    SAMPLE,
    '--seeds',
    manifest.seeds.diabetes[0],
    '--strategy',
    'breadth-first',
    '--max-pages',
    '120',
    '--out',
    'crawls/in-order',
  ]);
  for (const scheme of ['light', 'dark']) {
    const crawl = await startCrawl(scheme);
    const page = await openFace(crawl.link, scheme, '#standing');
    await film(page, scheme);
    if (scheme === 'dark') await roomStills(page);
    await page.context().close();
    await crawl.end();
  }
  await reportStills('crawls/diabetes-2');
  const workbench = await serving(['ui', '--port', '0']);
  await workbenchStills(await openFace(workbench.link, 'light', 'table.crawls tr'));
  await workbench.end();
} finally {
  await browser.close();
  await web.close();
  rmSync(temporary, { recursive: true, force: true });
}

function sfwc(args) {
  execFileSync(process.execPath, [MAIN, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A command that serves pages: the address that it prints, and its end. */
async function serving(args) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = async () => {
    child.kill('SIGINT');
    await ended;
  };
  const link = await new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
      const found = /http:\S+token=\S+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(said)));
  });
  return { link, end };
}

/** A crawl of the sample web over HTTP, as slow as one of the Web, with its control room. */
async function startCrawl(scheme) {
  const name = scheme === 'light' ? 'diabetes-1' : 'diabetes-2';
  const args = ['crawl', '--ui', '--topic', 'diabetes', '--kb', 'kb', '--seeds', manifest.seeds.diabetes[0]];
  const place = ['--set', `connectTo=*=${web.address}:${web.port}`, '--out', `crawls/${name}`];
  const pace = ['--delay', '3', '--concurrency', '4', '--max-pages', '400'];
  const crawl = await serving([...args, ...place, ...pace]);
  while (!existsSync(path.join(folder, 'crawls', name, 'events.jsonl'))) await wait(100);
  return crawl;
}

async function openFace(link, colorScheme, ready) {
  // The line and the pointer of the moving picture are not the page's own, which its policy forbids.
  const context = await browser.newContext({ viewport: SIZE, colorScheme, bypassCSP: true });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  await page.goto(link);
  await page.locator(ready).first().waitFor();
  return page;
}

async function show(page, hash, ready) {
  if (hash !== undefined) await page.evaluate((to) => (globalThis.location.hash = to), hash);
  await page.locator(ready).first().waitFor();
}

/** The moving picture: the map grows, eight answers, and what they did. */
async function film(page, scheme) {
  await page.setViewportSize(FILM);
  await show(page, 'overview', '.map-panel svg');
  await page.fill('#name', 'Ada');
  await page.locator('#standing').click();
  await page.evaluate(addCaption, CAPTION);
  const frames = [];
  const take = async (milliseconds) => frames.push({ png: await page.screenshot(), milliseconds });
  await caption(
    page,
    'It crawls. Each dot is a page: near each other where they share words, hollow where rejected.',
  );
  await page.locator('.map-panel .legend button').first().waitFor();
  const until = Date.now() + CRAWL_SECONDS * 1000;
  while (Date.now() < until) {
    const next = wait(TICK);
    // The figures above take more room when there is an estimate.
    await lookAtMap(page);
    await take(FRAME);
    await next;
  }
  await take(800);
  await page.locator('nav a', { hasText: 'Teach' }).click();
  await page.locator('[data-answer="yes"]').waitFor();
  await caption(
    page,
    'You teach it. It asks about the pages from which it learns most; green words speak for the topic, red ones against.',
  );
  await take(1500);
  for (let answer = 1; answer <= ANSWERS; answer += 1) {
    const url = (await page.textContent('.card .address a')) ?? '';
    const button = page.locator(`[data-answer="${aboutTopic.has(url) ? 'yes' : 'no'}"]`);
    await button.hover();
    await take(READ / 2);
    await button.click();
    await page.locator('.progress p', { hasText: `${answer} answered` }).waitFor();
    await page.waitForTimeout(300);
    await take(READ);
  }
  await page.waitForTimeout(1500);
  await take(1200);
  await caption(page, 'It judges all pages again, and follows the links that your answers prefer.');
  await page.locator('nav a', { hasText: 'Overview' }).click();
  await page.locator('.map-panel .legend button').first().waitFor();
  await lookAtMap(page);
  for (let left = 4; left > 0; left -= 1) {
    await page.waitForTimeout(TICK);
    await lookAtMap(page);
    await take(left === 1 ? 1800 : 160);
  }
  const webp = await encoder.moving(frames);
  write(`film-${scheme}`, webp);
  await page.evaluate(removeCaption);
}

async function roomStills(page) {
  // Without the notice of the last answer.
  await page.reload();
  await stills(page, {
    'control-room-overview': ['overview', 'svg.curves'],
    'control-room-teach': ['teach', '[data-answer="yes"]'],
    'control-room-page': [`page=${encodeURIComponent(PAGE)}`, '.text mark'],
    'control-room-steer': ['steer', '#threshold'],
  });
}

async function workbenchStills(page) {
  await show(page, '#/crawls/diabetes-2/collection', '#words');
  await page.fill('#words', 'insulin pump');
  await page.keyboard.press('Enter');
  await stills(page, { 'workbench-collection': [undefined, 'ol.hits mark'] });
  await show(page, '#/topics/diabetes', '#judge-what');
  await page.fill(
    '#judge-what',
    'Patients with diabetes inject insulin to lower the glucose in their blood.',
  );
  await page.getByRole('button', { name: 'Judge' }).click();
  await stills(page, { 'workbench-topic': [undefined, '.pulls .for'] });
  await show(page, '#/', 'table.crawls tr');
  for (const name of ['in-order', 'diabetes-1'])
    await page.getByRole('checkbox', { name: `Compare ${name}` }).check();
  await stills(page, { 'workbench-home': [undefined, 'svg.curves path'] });
}

/** Screenshots of views, light and dark: their addresses, and what is there when they are. Without an address, of what is open. */
async function stills(page, views) {
  await page.setViewportSize(SIZE);
  for (const [name, [hash, ready]] of Object.entries(views)) {
    await show(page, hash, ready);
    await page.evaluate(() => globalThis.scrollTo(0, 0));
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.mouse.move(0, 0);
      await page.waitForTimeout(2500);
      write(`${name}-${colorScheme}`, encoder.still(await page.screenshot()));
    }
  }
}

/** The report of a crawl. */
async function reportStills(out) {
  sfwc(['report', out, '--to', 'report.html']);
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: SIZE, colorScheme });
    await page.goto(pathToFileURL(path.join(folder, 'report.html')).href);
    write(`report-${colorScheme}`, encoder.still(await page.screenshot()));
    await page.close();
  }
}

/** Scrolls to the curve and the map, below what stays at the top. */
async function lookAtMap(page) {
  await page.locator('.map-panel').evaluate((map) => {
    const top = map.closest('.panel')?.getBoundingClientRect().top ?? map.getBoundingClientRect().top - 60;
    const { height } = globalThis.document.querySelector('header').getBoundingClientRect();
    globalThis.scrollBy(0, top - height - 12);
  });
}

function write(name, webp) {
  writeFileSync(path.join(ROOT, `docs/${name}.webp`), webp);
  process.stderr.write(`docs/${name}.webp: ${Math.round(webp.length / 1000)} kB\n`);
}

async function caption(page, text) {
  await page.evaluate(
    (said) => (globalThis.document.getElementById('film-caption').textContent = said),
    text,
  );
}

/** Runs in the page: a line below it, and a pointer, which screenshots do not have. */
function addCaption(height) {
  const { document } = globalThis;
  const line = document.createElement('p');
  line.id = 'film-caption';
  line.style = `position: fixed; inset: auto 0 0; z-index: 9; height: ${height}px; margin: 0; padding: 0 1rem; line-height: ${height}px; font-size: 16px; font-weight: 600; white-space: nowrap; overflow: hidden; color: var(--on-colour); background: var(--accent)`;
  const pointer = document.createElement('div');
  pointer.id = 'film-pointer';
  pointer.innerHTML =
    '<svg width="22" height="28" viewBox="0 0 11 14"><path d="M.7.8v11l2.700-2.500 1.700 4 1.900-.8-1.700-3.900h3.700z" fill="#111" stroke="#fff"/></svg>';
  pointer.style = 'position: fixed; left: -99px; top: 0; z-index: 10; pointer-events: none';
  document.addEventListener('mousemove', ({ clientX, clientY }) => {
    pointer.style.left = `${clientX}px`;
    pointer.style.top = `${clientY}px`;
  });
  document.body.append(line, pointer);
}

function removeCaption() {
  for (const id of ['film-caption', 'film-pointer']) globalThis.document.getElementById(id)?.remove();
}

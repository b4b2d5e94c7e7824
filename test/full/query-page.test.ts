import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { OpenControlRoom } from '../../src/extensions/server/control-room/serve-control-room.js';
import { ROOT } from '../cli/run.js';
import { diabetesTopic } from '../support/bee-topic.js';
import { crawlSampleWeb, openRoom, startBrowser, watchedPage, whyNoBrowser } from './browser.js';
import { describeUnless } from './data.js';

/** Screenshots for the documentation are written where this is set. */
const SCREENSHOTS = process.env['SFWC_SCREENSHOTS'];

describeUnless(whyNoBrowser(), 'the query page of a control room, in Chromium', () => {
  const { root, kb } = diabetesTopic();
  const out = path.join(root, 'out');
  let room: OpenControlRoom;
  let browser: Browser;
  let page: Page;
  let address: string;
  let [wrong, foreign]: [string[], string[]] = [[], []];

  beforeAll(async () => {
    await crawlSampleWeb(kb, out, '--max-pages', '40', '--strategy', 'learning');
    room = await openRoom(out);
    browser = await startBrowser();
    ({ page, wrong, foreign } = await watchedPage(browser, room.address, { width: 1400, height: 900 }));
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

  it('begins with an answer: why the best page was kept', async () => {
    await page.locator('#results tbody tr').first().waitFor();
    expect(await page.locator('#queries a').first().textContent()).toBe('Why accepted');
    if (SCREENSHOTS !== undefined) await page.screenshot({ path: path.join(ROOT, 'docs/query-page.png') });
  });

  it('asks about another page, with the keyboard, and keeps it in the address', async () => {
    const field = page.getByRole('combobox', { name: "The page's address" });
    await field.fill('http://glucosecare.example/guide/insulin-pumps.html');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#library=why-accepted&page=http/);
    await page.getByRole('cell', { name: 'pump', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'pump', exact: true }).waitFor();
  });

  it('describes what is in an answer, with a link to the view of a page', async () => {
    await open('Where from', '#results td a');
    await page.locator('#results td a').first().click();
    await page.locator('#results pre', { hasText: 'title' }).waitFor();
    await page.locator('a', { hasText: 'in the control room' }).click();
    await page.waitForURL(/#\/crawls\/out\/page=/);
    await page.locator('main h2').first().waitFor();
    await page.goto(address);
  });

  it('runs a query that was written, and says what is wrong with one', async () => {
    await page.locator('#queries a', { hasText: 'Write SPARQL' }).click();
    await page.getByLabel('SPARQL query').fill('ASK { ?s ?p ?o }');
    await page.locator('#run').click();
    await page.locator('.truth', { hasText: 'Yes' }).waitFor();
    await page.getByLabel('SPARQL query').fill('ASK { wrong');
    await page.locator('#run').click();
    await page.locator('#notice:visible').waitFor();
  });

  it('fits into 420 px', async () => {
    await page.setViewportSize({ width: 420, height: 900 });
    for (const [hash, ready] of [
      ['library=why-accepted', '#results tbody tr'],
      ['sparql', '#run'],
    ] as const) {
      await page.evaluate((to) => (location.hash = to), hash);
      await page.locator(ready).first().waitFor();
      const overflow = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      expect([hash, await page.evaluate<boolean>(overflow)]).toEqual([hash, false]);
    }
  });

  it('asked nobody else, and broke no policy', () => {
    expect(foreign).toEqual([]);
    expect(wrong.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([]);
  });
});

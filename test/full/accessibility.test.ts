import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { OpenControlRoom } from '../../src/extensions/server/control-room/serve-control-room.js';
import { begin, ROOT, type UnderWay } from '../cli/run.js';
import { diabetesTopic } from '../support/bee-topic.js';
import { crawlSampleWeb, openRoom, startBrowser, violations, whyNoBrowser } from './browser.js';
import { describeUnless } from './data.js';
import type { Listening } from '../support/listen.js';
import { serveFolder } from './folder-server.js';

/** The views of the control room, and what is there when they are. */
const VIEWS = {
  overview: 'dl.figures',
  pages: '#which',
  teach: '[data-answer="yes"]',
  hosts: '[aria-label="hosts"] tbody tr',
  steer: '[aria-label="queue"] tbody tr',
  collection: 'ol.hits li',
  'collection?q=insulin': 'ol.hits mark',
  'collection?q=insulin&host=glucosecare.example&start=3': '[aria-current="true"]',
};

const SITE = path.join(ROOT, 'dist-docs/site');

/** Pages that scroll to the side at 420 px. Scripts are off, so that hundreds of pages load fast; they do not move anything. */
async function widePages(browser: Browser, site: Listening): Promise<readonly string[]> {
  const all = readdirSync(SITE, { recursive: true, encoding: 'utf8' });
  const files = all.filter((file) => file.endsWith('.html'));
  expect(files.length).toBeGreaterThan(50);
  const viewport = { width: 420, height: 800 };
  const context = await browser.newContext({ javaScriptEnabled: false, viewport });
  const page = await context.newPage();
  const problems: string[] = [];
  for (const file of files) {
    await page.goto(`${site.address}/${file}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 420) problems.push(`${file} is ${width} px wide`);
  }
  await context.close();
  return problems;
}

describeUnless(whyNoBrowser(), 'axe, in Chromium,', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  const newPage = (colorScheme: 'light' | 'dark'): Promise<Page> =>
    browser.newPage({ colorScheme, viewport: { width: 1200, height: 800 } });

  describe('on the site of the documentation,', () => {
    let site: Listening;
    let page: Page;
    beforeAll(async () => {
      execFileSync(process.execPath, ['scripts/docs.js'], { cwd: ROOT, stdio: 'pipe' });
      site = await serveFolder(SITE);
      page = await newPage('light');
    }, 900_000);
    afterAll(() => site.close());

    /** What axe finds, light and dark. */
    async function inBoth(): Promise<readonly string[]> {
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await violations(page);
      await page.emulateMedia({ colorScheme: 'light' });
      return [...dark, ...(await violations(page))];
    }

    it.each([
      '',
      'docs/first-crawl.html',
      'docs/concepts.html',
      'docs/reference/index.html',
      'docs/reference/crawl.html',
      'docs/api/index.html',
      'examples/index.html',
    ])('finds nothing on /%s', async (place) => {
      await page.goto(`${site.address}/${place}`);
      await page.locator('h1').first().waitFor();
      expect(await inBoth()).toEqual([]);
    });

    it('finds nothing on the search, which finds a page', async () => {
      await page.goto(`${site.address}/docs/install.html`);
      await page.locator('.VPNavBarSearch button').first().click();
      await page.locator('#localsearch-input').fill('strategies');
      await page
        .locator('.VPLocalSearchBox .result', { hasText: /strategies/i })
        .first()
        .waitFor();
      expect(await inBoth()).toEqual([]);
    });

    it('fits into narrow windows', async () => {
      expect(await widePages(browser, site)).toEqual([]);
    }, 900_000);

    it('loads nothing from other hosts', async () => {
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(site.address) && !request.url().startsWith('data:'))
          foreign.push(request.url());
      });
      await page.goto(`${site.address}/docs/control-room.html`, { waitUntil: 'networkidle' });
      expect(foreign).toEqual([]);
    });
  });

  describe('on pages that sfwc serves,', () => {
    const { root, kb } = diabetesTopic();
    const out = path.join(root, 'out');
    let room: OpenControlRoom;
    let serving: UnderWay;
    let address: string;
    beforeAll(async () => {
      await crawlSampleWeb(kb, out, '--max-pages', '60');
      room = await openRoom(out);
      serving = begin(['serve', kb, '--port', '0', '--crawl', out]);
      address = await serving.said(/(http:\/\/127\.0\.0\.1:\d+\/)/);
    }, 120_000);
    afterAll(async () => {
      await room.close();
      await serving.interrupt();
    });

    it.each(['light', 'dark'] as const)('finds nothing on the query page, %s', async (scheme) => {
      const page = await newPage(scheme);
      await page.goto(address);
      await page.locator('#results tbody tr').first().waitFor();
      expect(await violations(page)).toEqual([]);

      await page.locator('#queries a', { hasText: 'Write SPARQL' }).click();
      await page.getByLabel('SPARQL query').fill('not SPARQL');
      await page.locator('#run').click();
      await page.locator('#notice:visible').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.close();
    });

    it.each(['light', 'dark'] as const)('finds nothing on the search page, %s', async (scheme) => {
      const page = await newPage(scheme);
      for (const width of [420, 1200]) {
        await page.setViewportSize({ width, height: 800 });
        for (const query of ['?q=insulin&count=3', '?q=%22open', '?q=zzz']) {
          await page.goto(`${address}search${query}`);
          await page.locator('.found :is(h2, [role=alert])').waitFor();
          expect([query, await violations(page)]).toEqual([query, []]);
          const overflow = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
          expect([query, width, await page.evaluate<boolean>(overflow)]).toEqual([query, width, false]);
        }
      }
      await page.goto(`${address}search`);
      await page.locator('#words').fill('insulin');
      await page.keyboard.press('Enter');
      await page.locator('ol mark').first().waitFor();
      await page.close();
    });

    it.each(['light', 'dark'] as const)('finds nothing in the control room, %s', async (scheme) => {
      const page = await newPage(scheme);
      await page.goto(room.link);
      await page.locator('#standing', { hasText: 'diabetes' }).waitFor();
      for (const [view, ready] of Object.entries(VIEWS)) {
        await page.evaluate((hash) => (location.hash = hash), view);
        await page.locator(ready).first().waitFor();
        expect([view, await violations(page)]).toEqual([view, []]);
      }
      await page.close();
    });
  });
});

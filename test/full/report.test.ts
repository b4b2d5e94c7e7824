import { afterAll, beforeAll, expect, it } from '@jest/globals';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';

import { diabetesTopic } from '../support/bee-topic.js';
import { crawlSampleWeb, startBrowser, violations, whyNoBrowser } from './browser.js';
import { describeUnless } from './data.js';
import { reportCrawl } from '../../src/extensions/publish/report.js';

describeUnless(whyNoBrowser(), 'the report of a crawl, in Chromium', () => {
  const { root, kb } = diabetesTopic();
  const file = path.join(root, 'report.html');
  let browser: Browser;

  beforeAll(async () => {
    const out = path.join(root, 'out');
    await crawlSampleWeb(kb, out, '--max-pages', '60');
    await reportCrawl(out, { to: file });
    browser = await startBrowser();
  }, 120_000);
  afterAll(() => browser.close());

  it.each([
    [1400, 'light'],
    [420, 'dark'],
  ] as const)('fits %i pixels, %s, asks for nothing, and is accessible', async (width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    expect(asked.slice(1)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await violations(page)).toEqual([]);
    await page.close();
  });
});

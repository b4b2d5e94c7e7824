import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { reportCrawl } from '../../src/extensions/publish/report.js';
import { diabetesTopic } from '../support/bee-topic.js';
import { startWatchedWeb } from '../support/killed-crawl.js';
import { start } from '../cli/run.js';
import { startBrowser, whyNoBrowser } from './browser.js';
import { describeUnless } from './data.js';
import { ended } from './local-process.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describeUnless(whyNoBrowser(), 'the report of a crawl, in Chromium', () => {
  const { root, kb } = diabetesTopic();
  const file = path.join(root, 'report.html');
  let browser: Browser;

  beforeAll(async () => {
    const web = await startWatchedWeb('diabetes');
    const out = path.join(root, 'out');
    const place = [
      '--kb',
      kb,
      '--topic',
      'diabetes',
      '--seeds',
      web.seed,
      '--set',
      `connectTo=${web.connect}`,
    ];
    const child = start([
      'crawl',
      ...place,
      '--delay',
      '0',
      '--concurrency',
      '4',
      '--max-pages',
      '60',
      '--out',
      out,
    ]);
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
    await ended(child);
    await web.close();
    await reportCrawl(out, { to: file });
    browser = await startBrowser();
  }, 120_000);
  afterAll(() => browser.close());

  /** The report in a window; what it asked for besides itself. */
  async function open(
    width: number,
    colorScheme: 'light' | 'dark',
  ): Promise<{ page: Page; asked: readonly string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    return { page, asked: asked.slice(1) };
  }

  it.each([
    [1400, 'light'],
    [420, 'dark'],
  ] as const)('fits %i pixels, %s, asks for nothing, and is accessible', async (width, scheme) => {
    const { page, asked } = await open(width, scheme);
    expect(asked).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      return (await axe.run()).violations.map(({ id, nodes }) => [
        id,
        nodes.slice(0, 3).map(({ html }) => html),
      ]);
    });
    expect(violations).toEqual([]);
    await page.close();
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { packagedPath } from '../../src/support/files/packaged-path.js';
import { eventually } from '../support/eventually.js';
import { startWatchedWeb, type WatchedWeb } from '../support/killed-crawl.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { ROOT } from '../cli/run.js';
import { startBrowser, violations, watchedPage, whyNoBrowser } from './browser.js';
import { describeUnless } from './data.js';
import { ended } from './local-process.js';

const TOKEN = 'a-secret-token';

describeUnless(whyNoBrowser(), 'a person with nothing but a browser, in Chromium,', () => {
  const folder = temporaryFolder();
  let web: WatchedWeb;
  let server: ChildProcess;
  let link = '';
  let browser: Browser;
  let page: Page;
  let [wrong, foreign]: [string[], string[]] = [[], []];

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    web = await startWatchedWeb('diabetes');
    // The sample web is served on this machine: its hosts are reached there.
    const env = { ...process.env, SFWC_CONNECT_TO: web.connect };
    const main = packagedPath('dist/cli/main.js');
    server = spawn(process.execPath, [main, 'ui', '--token', TOKEN], { cwd: folder, env, stdio: 'pipe' });
    link = await saidLink(server);
    browser = await startBrowser();
    const size = { width: 1400, height: 900 };
    ({ page, wrong, foreign } = await watchedPage(browser, 'http://127.0.0.1', size));
    page.setDefaultTimeout(60_000);
    await page.goto(link);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    server.kill('SIGINT');
    await ended(server);
    await web.close();
  });

  /** Opens an address of the page. */
  async function open(place: string, ready: string): Promise<void> {
    await page.evaluate((hash) => (location.hash = hash), place);
    // The options of a list are never visible.
    await page.locator(ready).first().waitFor({ state: 'attached' });
  }

  /** What axe finds, light and dark; and that a small screen needs no scrolling to the side. */
  async function checked(name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([name, colorScheme, await violations(page)]).toEqual([name, colorScheme, []]);
    }
    await page.setViewportSize({ width: 420, height: 900 });
    const [width, height] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ]);
    expect([name, width]).toEqual([name, 420]);
    expect(height).toBeLessThanOrEqual(4000);
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  }

  it('begins in an empty folder, with the keyboard', async () => {
    await page.getByRole('link', { name: 'Begin with a topic' }).focus();
    expect(page.url()).not.toContain('token');
    await checked('empty');
    await page.getByRole('link', { name: 'Begin with a topic' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#topic-name').waitFor();
    await page.fill('#topic-name', 'diabetes');
    await page.keyboard.press('Enter');
    await page.locator('.drop').waitFor();
  });

  it('builds the topic of a line alone, which is there again later', async () => {
    const line = 'Diabetes: insulin, glucose, blood sugar';
    await page.fill('#topic-line', line);
    await page.getByRole('button', { name: 'Build the topic' }).click();
    await page.getByText('Built.').waitFor();
    await page.getByText('the topic has only a line').waitFor();
    await page.reload();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#topic-line')?.value !== '');
    expect(await page.inputValue('#topic-line')).toBe(line);
  });

  it('gives texts, and sees what was read and what is odd', async () => {
    const texts = readdirSync(path.join(ROOT, 'corpora/diabetes')).map((name) =>
      path.join(ROOT, 'corpora/diabetes', name),
    );
    const bad = path.join(folder, '..', `${path.basename(folder)}.pdf`);
    writeFileSync(bad, 'not a PDF');
    await page.setInputFiles('#files', [...texts, path.join(ROOT, 'corpora/background/bicycle.txt'), bad]);
    await page.locator('.unread', { hasText: 'the PDF is damaged' }).waitFor();
    await page.locator('.advice', { hasText: 'about something else: Bicycle' }).waitFor();
    await page.getByRole('button', { name: 'Remove Bicycle' }).click();
    await page.locator('.card', { hasText: '26 texts: enough to build the topic' }).first().waitFor();
    await page.locator('summary', { hasText: 'Paste a text' }).click();
    await page.fill(
      '#paste',
      'About links\n\nSites about insulin: http://glucosecare.example/ has much on insulin, glucose and diabetes.',
    );
    await page.getByRole('button', { name: 'Add the text' }).click();
    await page.locator('.texts li', { hasText: 'About links' }).waitFor();
    await checked('topic');
  }, 150_000);

  it('builds the topic, and judges a text at once', async () => {
    await page.getByRole('button', { name: 'Build the topic' }).click();
    await page.locator('.said', { hasText: /Built from 2\d texts/ }).waitFor({ timeout: 120_000 });
    await page.fill(
      '#judge-what',
      'Patients with diabetes inject insulin to lower the glucose in their blood.',
    );
    await page.getByRole('button', { name: 'Judge' }).click();
    await page.locator('.badge.yes').waitFor();
    await page.locator('[aria-label="nouns for and against"] td', { hasText: 'insulin' }).first().waitFor();
    await page.fill(
      '#judge-what',
      'The parliament votes on the law about elections, and the senate follows next week.',
    );
    await page.getByRole('button', { name: 'Judge' }).click();
    await page.locator('.badge.no').waitFor();
    await checked('built');
  }, 150_000);

  it('plans a crawl, is told what is missing, and starts it', async () => {
    await page.getByRole('link', { name: 'New crawl for this topic' }).click();
    await page.locator('#topic option').first().waitFor({ state: 'attached' });
    await page.fill('#name-of-crawl', 'first');
    await page.fill('#contact', '');
    await page.locator('#contact-wrong', { hasText: 'reach you' }).waitFor();
    await page.locator('#seeds-wrong', { hasText: /address to start from/ }).waitFor();
    await page.fill('#contact', 'ada@example.org');
    await page.locator('summary', { hasText: 'propose' }).click();
    await page.getByRole('button', { name: 'Propose' }).click();
    await page.getByRole('checkbox', { name: 'Start from http://glucosecare.example/', exact: true }).check();
    expect(await page.inputValue('#seeds')).toBe('http://glucosecare.example/\n');
    await page.fill('#maxPages', '60');
    await page.locator('summary', { hasText: 'Pace' }).click();
    await page.fill('#delay', '0.1');
    await page.locator('summary', { hasText: 'as a command' }).click();
    await page.locator('code.command', { hasText: '--max-pages 60 ' }).waitFor();
    await checked('new-crawl');
    await page.getByRole('button', { name: 'Start the crawl' }).click();
    await page.waitForURL(/#\/crawls\/first\/overview/);
    await page.locator('#standing', { hasText: 'diabetes' }).waitFor();
    expect(web.asked.length).toBeGreaterThan(0);
  }, 150_000);

  it('goes on crawling when the server is closed, and finds it again', async () => {
    server.kill('SIGINT');
    await ended(server);
    const asked = web.asked.length;
    await eventually(() => web.asked.length > asked + 5);
    const main = packagedPath('dist/cli/main.js');
    server = spawn(process.execPath, [main, 'ui', '--token', TOKEN], { cwd: folder, stdio: 'pipe' });
    link = await saidLink(server);
    await page.goto(link);
    // The old server's connections ended.
    wrong.length = 0;
    await page
      .locator('[aria-label="crawls"] tr', { hasText: 'first' })
      .locator('.state.ended')
      .waitFor({ timeout: 90_000 });
  }, 150_000);

  it('searches the collection, and sees a page as it was fetched', async () => {
    await open('#/crawls/first/collection', 'ol.hits li');
    await checked('collection');
    await page.fill('#words', 'insulin pump');
    await page.keyboard.press('Enter');
    await page.locator('ol.hits mark').first().waitFor();
    await checked('search');
    const before = await page.locator('.found h2').textContent();
    await page.locator('.values a', { hasText: 'glucosecare.example' }).first().click();
    await page.locator('.values a[aria-current]', { hasText: 'glucosecare.example' }).waitFor();
    expect(await page.locator('.found h2').textContent()).not.toBe(before);
    await page
      .getByRole('link', { name: /as it was fetched$/ })
      .first()
      .click();
    await page.locator('p', { hasText: 'from the web archive of the crawl' }).waitFor();
    const frame = page.frameLocator('iframe');
    await frame.locator('h1').waitFor();
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
    expect(await frame.locator('body').textContent()).toMatch(/insulin/i);
    await page.getByRole('link', { name: 'Why is it here?' }).click();
    await page.locator('h2.title ~ p .accepted').first().waitFor();
    // The page's own styles and pictures are not loaded, which Chromium reports.
    expect(
      wrong.splice(0).filter((message) => !/Content Security Policy|ERR_BLOCKED_BY_CSP/.test(message)),
    ).toEqual([]);
  }, 150_000);

  it.each([
    ['CSV', 'first.csv', /^url,|,url,/],
    ['WACZ', 'first.wacz', /^PK/],
  ])(
    'downloads %s',
    async (format, name, begins) => {
      await open('#/crawls/first/collection', '.formats button');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Download ${format}` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(name);
      expect(readFileSync(await download.path(), 'latin1').slice(0, 2000)).toMatch(begins);
    },
    60_000,
  );

  it('requested nothing outside this machine, and met no error', () => {
    expect(foreign).toEqual([]);
    expect(wrong.filter((message) => !/Content Security Policy|ERR_BLOCKED_BY_CSP/.test(message))).toEqual(
      [],
    );
  });
});

/** The address that a server prints. */
function saidLink(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (text: Buffer) => {
      said += text.toString();
      const found = /open (http:\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    server.once('exit', () => reject(new Error(said)));
  });
}

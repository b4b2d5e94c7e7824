import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { defaultsOf } from '../../src/app/settings/resolve.js';
import { openControlRoom } from '../../src/extensions/server/control-room/serve-control-room.js';
import { uiFields } from '../../src/extensions/server/settings.js';
import { ROOT, sfwc } from '../cli/run.js';
import { findBrowser } from '../../src/extensions/rendering/find-browser.js';

/** The browser for tests: `CHROME_PATH`, or a Chromium where systems have it; undefined where there is none. */
export const BROWSER = process.env['CHROME_PATH'] ?? (await findBrowser());

/** Why there are no tests in a browser; undefined where there are. */
export function whyNoBrowser(): string | undefined {
  if (BROWSER !== undefined && existsSync(BROWSER)) return undefined;
  return 'there is no Chromium; CHROME_PATH names one';
}

/** Starts the browser, without a window. */
export function startBrowser(): Promise<Browser> {
  // Containers run tests as root, where Chromium has no sandbox. It opens nothing but the server of the test.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: BROWSER ?? '', args });
}

/** What axe finds on a page: the rule, and the elements that break it. Evaluated by the browser's debugger, past any CSP. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(readFileSync(path.join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8'));
  const { violations: found } = await page.evaluate<AxeResults>('axe.run()');
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(' ')}: ${html}`),
  );
}

/** Crawls the sample web for a page about diabetes. @param kb that has the topic @param more words of the command */
export async function crawlSampleWeb(kb: string, out: string, ...more: readonly string[]): Promise<void> {
  const web = ['--web', path.join(ROOT, 'corpora/sample-web'), '--seeds', 'http://glucosecare.example/'];
  const words = ['crawl', '--kb', kb, '--topic', 'diabetes', ...web, '--out', out, ...more];
  const { code, stderr } = await sfwc(words);
  if (code !== 0) throw new Error(stderr);
}

/** Opens the control room of a crawl, with a random token. */
export const openRoom = (out: string) =>
  openControlRoom([out], { ...defaultsOf(uiFields), token: undefined });

/** A page, the errors that it reports, and the addresses elsewhere that it asks for. */
export type WatchedPage = Awaited<ReturnType<typeof watchedPage>>;

/** Opens a page. @param home the beginning of the addresses that it may ask for */
export async function watchedPage(
  browser: Browser,
  home: string,
  viewport: { readonly width: number; readonly height: number },
) {
  const page = await browser.newPage({ viewport, acceptDownloads: true });
  const [wrong, foreign]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(?:data|blob):/.test(url) && !url.startsWith(home)) foreign.push(url);
  });
  return { page, wrong, foreign };
}

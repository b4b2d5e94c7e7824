import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { findBrowser } from '../../src/extensions/rendering/find-browser.js';

/** The browser for tests: `SFWC_BROWSER`, or a Chromium where systems have it; undefined where there is none. */
export const BROWSER = process.env['SFWC_BROWSER'] ?? (await findBrowser());

/** Why there are no tests in a browser; undefined where there are. */
export function whyNoBrowser(): string | undefined {
  if (BROWSER !== undefined && existsSync(BROWSER)) return undefined;
  return 'there is no Chromium; SFWC_BROWSER names one';
}

/** Starts the browser, without a window. */
export function startBrowser(): Promise<Browser> {
  // Containers run tests as root, where Chromium has no sandbox. It opens nothing but the server of the test.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: BROWSER ?? '', args });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { fileExists } from '../../support/files/file-exists.js';
import { UsageError, messageOf } from '../../model/errors.js';
import type { BrowserStorage } from '../../model/rendering.js';
import { PARTS } from '../../judging/parts.js';
import { loadOptional } from '../../support/optional-packages.js';
import { readState, stateOf, writeState, type BrowserState } from './browser-state.js';
import type { LoginSettings } from './login-settings.js';

/** What a login saved. */
export interface LoginReport {
  readonly file: string;
  readonly host: string;
  /** Cookies and entries of local storage of the host. */
  readonly cookies: number;
  readonly entries: number;
}

/** How a login is run. */
export interface LoginHow {
  /** Resolves when the person says that they have signed in. */
  readonly done: Promise<void>;
  readonly signal: AbortSignal;
  /** Without a window, for tests. */
  readonly headless?: boolean;
}

/** Milliseconds between two looks at what the browser has stored: a window that is closed can no longer be asked. */
const LOOK_EVERY = 500;

/**
 * Opens a browser at a host, and saves its session when the person has signed in or closes the window.
 * @throws UsageError where there is no browser or no screen; InputError for a file that holds something else; OutputError
 */
export async function login(host: string, settings: LoginSettings, how: LoginHow): Promise<LoginReport> {
  const { browserState: file, address = `https://${host}/` } = settings;
  const others = await statesOfOthers(file, host);
  const found = await stateInBrowser(address, settings, how);
  how.signal.throwIfAborted();
  const own = stateOf([host], found);
  if (own.cookies.length === 0 && own.origins.length === 0)
    throw new UsageError(`${host} has stored nothing in the browser: there is no session to save`, {
      hint: 'sign in before you press Enter or close the window',
    });
  await writeState(file, {
    hosts: [...others.hosts, host],
    cookies: [...others.cookies, ...own.cookies],
    origins: [...others.origins, ...own.origins],
  });
  const entries = own.origins.reduce((sum, { localStorage }) => sum + localStorage.length, 0);
  return { file, host, cookies: own.cookies.length, entries };
}

/** What a file has of other hosts. */
async function statesOfOthers(file: string, host: string): Promise<BrowserState> {
  if (!(await fileExists(file))) return { hosts: [], cookies: [], origins: [] };
  const state = await readState(file);
  const own = stateOf([host], state);
  return {
    hosts: state.hosts.filter((other) => other !== host),
    cookies: state.cookies.filter((cookie) => !own.cookies.includes(cookie)),
    origins: state.origins.filter((origin) => !own.origins.includes(origin)),
  };
}

async function stateInBrowser(
  address: string,
  { browser: named, noBrowserSandbox }: LoginSettings,
  { done, signal, headless = false }: LoginHow,
): Promise<BrowserStorage> {
  const program = named ?? (await (await PARTS.browser()).findBrowser());
  if (program === undefined)
    throw new UsageError('no Chromium was found', { hint: 'install one, or name it with --browser' });
  const { chromium } = await loadOptional('playwright-core', () => import('playwright-core'));
  const options = { executablePath: program, headless, chromiumSandbox: !noBrowserSandbox };
  const browser = await chromium.launch(options).catch((thrown: unknown) => {
    const [why] = messageOf(thrown).split('\n', 1);
    throw new UsageError(`${program} does not open a window: ${why}`, {
      hint: 'sfwc login needs a screen: run it on your own machine and copy the file',
      cause: thrown,
    });
  });
  try {
    // The size of the window decides, as for any browser.
    const context = await browser.newContext({ viewport: null });
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'commit' }).catch(() => undefined);
    let state: BrowserStorage = { cookies: [], origins: [] };
    const closed = new Promise<void>((resolve) => {
      page.once('close', () => resolve());
      browser.once('disconnected', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const over = Promise.race([done, closed]).then(() => true);
    for (let isOver = false; ;) {
      state = await context.storageState().catch(() => state);
      if (isOver) return state;
      isOver = await Promise.race([over, sleep(LOOK_EVERY, false)]);
    }
  } finally {
    await browser.close().catch(() => undefined);
  }
}

import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  RenderError,
  type PageRenderer,
  type RenderedPage,
  type RenderLimits,
  type RenderTask,
} from './page-renderer.js';
import type { StoredCookie } from '../../web/http/cookie-file.js';
import { messageOf } from '../../model/errors.js';
import { unlessAborted } from '../../support/interruptible.js';
import type { Logger } from '../../support/logger.js';
import { later, startBrowserProcess, type BrowserProcess } from './browser-process.js';
import { createPageRequests, type PageRequests } from './page-requests.js';
import { BEFORE_SCRIPTS, openPageWorld, settlePage } from './settle-page.js';

/** Options of rendering pages: how the browser is started, its name for servers, and cookies that scripts find. */
interface RendererOptions {
  readonly program: string;
  readonly sandbox: boolean;
  readonly limits: RenderLimits;
  readonly userAgent: string;
  readonly cookies?: readonly StoredCookie[];
  readonly logger: Logger;
}

/** Pages after which a browser is replaced, since browsers grow. */
const PAGES_A_BROWSER = 100;
/** Browsers that may die or not start, one after the other, before no more are started. */
const MAX_DEATHS = 5;
/** Milliseconds between two looks at memory, for the end of a page, and by which a page may exceed its time. */
const [WATCHING, CLOSING, GRACE] = [250, 2_000, 7_000];

/**
 * Renders pages in Chromium, headless, one at a time. Each page has a context of its own (storage, cookies, cache), without
 * permissions, downloads, service workers, other windows and frames. **Every request is answered by this process**
 * ({@link createPageRequests}) by way of the crawl's own HTTP client: with `https` a proxy sees no more than names, so that
 * rules on addresses, methods and types have to be applied where requests are made. The browser is started when the first page
 * needs it, and `playwright-core` is loaded only then.
 */
export function createPageRenderer(options: RendererOptions): PageRenderer {
  const { program, sandbox, limits, logger } = options;
  let process: BrowserProcess | undefined;
  let [pages, deaths, isClosed] = [0, 0, false];

  function died(why: string): void {
    deaths += 1;
    if (deaths === MAX_DEATHS) logger.warn(`${why}; no more pages are rendered`);
  }

  async function running(): Promise<BrowserProcess> {
    if (process !== undefined && (!process.alive || pages >= PAGES_A_BROWSER)) {
      await process.close();
      process = undefined;
    }
    if (isClosed || deaths >= MAX_DEATHS) throw new RenderError('no-browser');
    if (process !== undefined) return process;
    pages = 0;
    try {
      process = await startBrowserProcess({ program, sandbox, memory: limits.memory });
      return process;
    } catch (thrown) {
      died(`${program} does not start: ${messageOf(thrown).split('\n', 1).join('')}`);
      throw new RenderError('no-browser');
    }
  }

  return {
    async render(task) {
      task.signal.throwIfAborted();
      const browser = await running();
      pages += 1;
      browser.tookTooMuch(); // what an earlier page took does not count
      try {
        const page = await renderPage(browser, task, options);
        deaths = 0;
        return page;
      } catch (thrown) {
        if (task.signal.aborted) throw thrown;
        if (browser.tookTooMuch()) throw new RenderError('too-much-memory');
        if (!browser.alive) died('the browser died again and again');
        if (thrown instanceof RenderError) throw thrown;
        throw new RenderError(browser.alive ? 'too-slow' : 'crashed');
      }
    },
    async close() {
      isClosed = true;
      await process?.close();
    },
  };
}

/** Renders one page in a browser, which is ended where the page cannot be. */
async function renderPage(
  process: BrowserProcess,
  task: RenderTask,
  options: RendererOptions,
): Promise<RenderedPage> {
  const { limits } = options;
  const stop = new AbortController();
  const ended = AbortSignal.any([stop.signal, task.signal]);
  const requests = createPageRequests(task, limits, ended);
  const watching = setInterval(() => void process.watchMemory(), WATCHING);
  const context = await openContext(process.browser, options, requests);
  try {
    const work = settleIn(context, task, requests, limits);
    // Failures after the time is over have no receiver.
    work.catch(() => undefined);
    const timeOver = later(limits.seconds * 1000 + GRACE).then(() => {
      throw new RenderError('too-slow');
    });
    const html = await unlessAborted(Promise.race([work, timeOver]), task.signal);
    const { count, bytes } = requests.counts;
    return { body: Buffer.from(`\uFEFF${html}`), requests: count, bytes };
  } finally {
    stop.abort();
    clearInterval(watching);
    const closed = context.close().catch(() => undefined);
    if (!(await Promise.race([closed.then(() => true), later(CLOSING)]))) process.kill();
  }
}

async function openContext(
  browser: Browser,
  { userAgent, cookies = [] }: RendererOptions,
  requests: PageRequests,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...{ userAgent, acceptDownloads: false, serviceWorkers: 'block', permissions: [] },
    // High, so that lists that grow as they are scrolled show much at once.
    viewport: { width: 1280, height: 2000 },
    reducedMotion: 'reduce',
  });
  if (cookies.length > 0) await context.addCookies(cookies.map((cookie) => ({ ...cookie })));
  await context.addInitScript(BEFORE_SCRIPTS);
  await context.route('**/*', (route) => requests.answer(route));
  return context;
}

async function settleIn(
  context: BrowserContext,
  { response }: RenderTask,
  requests: PageRequests,
  { seconds, bytes }: RenderLimits,
): Promise<string> {
  const endsAt = performance.now() + seconds * 1000;
  const page = await context.newPage();
  // Windows that the page opens are not ours.
  context.on('page', (other: Page) => void other.close().catch(() => undefined));
  const crashed = new Promise<never>((_, reject) => {
    page.once('crash', () => reject(new RenderError('crashed')));
  });
  crashed.catch(() => undefined);
  const work = async (): Promise<string> => {
    // Before the page is loaded: a session that is opened while a script loops forever cannot stop it.
    const world = await openPageWorld(page);
    await page.goto(response.url, { waitUntil: 'commit', timeout: seconds * 1000 });
    return settlePage(world, requests.counts, endsAt, bytes);
  };
  return Promise.race([work(), crashed]);
}

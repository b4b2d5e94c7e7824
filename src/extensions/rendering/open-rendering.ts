import type { CrawlSettings } from '../../app/settings/settings.js';
import { UsageError } from '../../model/errors.js';
import type { PageRenderer, RenderLimits } from '../../model/rendering.js';
import type { Logger } from '../../support/logger.js';
import { once } from '../../support/once.js';
import { readCookieFile } from '../../web/http/cookie-file.js';
import type { Closable } from '../../support/with-resources.js';
import { createPageRenderer } from './browser-renderer.js';
import { lookForBrowser } from './find-browser.js';

/** Share of the requested pages that are rendered, at most. */
const SHARE = 0.2;
/** Limits of a page: seconds, requests of its scripts, bytes of what they load, megabytes of its process. */
const LIMITS: RenderLimits = { seconds: 20, requests: 50, bytes: 10_000_000, memory: 512 };

type RenderSettings = Pick<
  CrawlSettings,
  'render' | 'browser' | 'noBrowserSandbox' | 'userAgent' | 'cookies' | 'web'
>;

/** Which pages are rendered, and by what. */
export interface OpenedRendering extends Closable {
  /** Every HTML page; otherwise those that look like shells, where experience says that it pays. */
  readonly every: boolean;
  /** Share of the requested pages that may be rendered, where not every one is. */
  readonly share: number;
  /** Undefined where there is no renderer. Called when the first page is to be rendered. */
  readonly renderer: () => Promise<PageRenderer | undefined>;
}

/**
 * Refuses a crawl that is to render every page and cannot, and one with a browser that is not there.
 * @throws UsageError where there is no browser, where root would have to run it without a sandbox, and for stored webs
 */
export async function refuseUnfitRendering(settings: RenderSettings): Promise<void> {
  const { render, browser } = settings;
  if (render === 'never' || (render === 'auto' && browser === undefined)) return;
  if (settings.web !== undefined) {
    if (render === 'auto') return;
    throw new UsageError('--render always cannot be given together with --web', {
      hint: 'time is simulated there, and scripts take time; leave out --render',
    });
  }
  const found = await lookForBrowser({ browser, sandbox: render === 'always' && !settings.noBrowserSandbox });
  if (typeof found !== 'string') throw new UsageError(found.why, { hint: found.hint });
}

/**
 * Opens the rendering of a crawl; undefined if there is none: `never`, and in stored webs, where time is simulated. A
 * browser is looked for when the first page needs it, which is said once.
 */
export function openRendering(settings: RenderSettings, logger: Logger): OpenedRendering | undefined {
  if (settings.render === 'never' || settings.web !== undefined) return undefined;
  const renderer = once(() => openRenderer(settings, logger));
  let isOpen = false;
  return {
    every: settings.render === 'always',
    share: SHARE,
    renderer() {
      isOpen = true;
      return renderer();
    },
    close: async () => (isOpen ? (await renderer())?.close() : undefined),
  };
}

async function openRenderer(settings: RenderSettings, logger: Logger): Promise<PageRenderer | undefined> {
  const { browser, userAgent, cookies: file } = settings;
  const sandbox = !settings.noBrowserSandbox;
  const program = await lookForBrowser({ browser, sandbox });
  if (typeof program !== 'string') {
    logger.info(`pages that scripts fill are read as they come: ${program.why}; ${program.hint}`);
    return undefined;
  }
  const cookies = file === undefined ? [] : await readCookieFile(file);
  logger.info(`rendering with ${program}`);
  return createPageRenderer({ program, sandbox, limits: LIMITS, userAgent, cookies, logger });
}

import type { CrawlSettings } from '../../settings/settings.js';
import type { Rendering } from '../../../crawling/engine/crawl-types.js';
import { UsageError } from '../../../model/errors.js';
import type { PageRenderer } from '../../../model/rendering.js';
import { findBrowser, isProgram, whyNoSandbox } from '../../../crawling/rendering/find-browser.js';
import type { Logger } from '../../../support/logger.js';
import { once } from '../../../support/once.js';
import { missingPackage } from '../../../support/optional-packages.js';
import type { Closable } from '../../../support/with-resources.js';

type RenderSettings = Pick<
  CrawlSettings,
  | 'render'
  | 'browser'
  | 'noBrowserSandbox'
  | 'renderShare'
  | 'renderSeconds'
  | 'renderRequests'
  | 'renderBytes'
  | 'renderMemory'
  | 'userAgent'
  | 'web'
  | 'fromWarc'
>;

/** The browser to render with, or why there is none. */
type Found = { readonly program: string } | { readonly why: string; readonly hint: string };

/**
 * Refuses a crawl that is to render every page and cannot, and one with a browser that is not there.
 * @throws UsageError where there is no browser, where root would have to run it without a sandbox, and for stored webs
 */
export async function refuseUnfitRendering(settings: RenderSettings): Promise<void> {
  const { render, browser } = settings;
  if (render === 'never' || (render === 'auto' && browser === undefined)) return;
  if (isStored(settings)) {
    if (render === 'auto') return;
    throw new UsageError('--render always cannot be given together with --web and --from-warc', {
      hint: 'time is simulated there, and scripts take time; leave out --render',
    });
  }
  const found = await lookForBrowser(render === 'auto' ? { ...settings, noBrowserSandbox: true } : settings);
  if ('why' in found) throw new UsageError(found.why, { hint: found.hint });
}

/**
 * How the pages of a crawl are rendered; undefined where none is: `never`, and in stored webs, where time is simulated. A
 * browser is looked for when the first page needs it, which is said once.
 */
export function openRendering(settings: RenderSettings, logger: Logger): (Rendering & Closable) | undefined {
  if (settings.render === 'never' || isStored(settings)) return undefined;
  const renderer = once(() => openRenderer(settings, logger));
  let isOpen = false;
  return {
    every: settings.render === 'always',
    share: settings.renderShare,
    renderer() {
      isOpen = true;
      return renderer();
    },
    close: async () => (isOpen ? (await renderer())?.close() : undefined),
  };
}

async function openRenderer(settings: RenderSettings, logger: Logger): Promise<PageRenderer | undefined> {
  const found = await lookForBrowser(settings);
  if ('why' in found) {
    logger.info(`pages that scripts fill are read as they come: ${found.why}; ${found.hint}`);
    return undefined;
  }
  const { program } = found;
  logger.info(`rendering with ${program}`);
  const { noBrowserSandbox, renderSeconds, renderRequests, renderBytes, renderMemory, userAgent } = settings;
  const limits = {
    seconds: renderSeconds,
    requests: renderRequests,
    bytes: renderBytes,
    memory: renderMemory,
  };
  const { createPageRenderer } = await import('../../../extensions/rendering/renderer.js');
  return createPageRenderer({ program, sandbox: !noBrowserSandbox, limits, userAgent, logger });
}

function isStored({ web, fromWarc }: RenderSettings): boolean {
  return web !== undefined || fromWarc.length > 0;
}

async function lookForBrowser({ browser, noBrowserSandbox }: RenderSettings): Promise<Found> {
  const missing = missingPackage('playwright-core');
  if (missing !== undefined) return { why: missing.message, hint: missing.hint ?? '' };
  const program = browser ?? (await findBrowser());
  if (program === undefined)
    return { why: 'no Chromium was found', hint: 'install one, or name it with --browser' };
  if (!(await isProgram(program)))
    return { why: `${program} is not a program that can be run`, hint: 'name a Chromium with --browser' };
  const unsafe = noBrowserSandbox ? undefined : whyNoSandbox();
  if (unsafe === undefined) return { program };
  return {
    why: unsafe,
    hint: 'run sfwc as another user, or give --no-browser-sandbox in a container that holds nothing else',
  };
}

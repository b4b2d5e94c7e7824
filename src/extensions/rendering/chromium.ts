import { findBrowser, isProgram, whyNoSandbox } from './find-browser.js';
import type { StoredCookie, PageRenderer, RenderLimits } from '../../model/rendering.js';
import type { Logger } from '../../support/logger.js';
import { missingPackage } from '../../support/optional-packages.js';
import { createPageRenderer } from './browser-renderer.js';

/** Settings of a renderer. */
export interface RendererContext {
  readonly limits: RenderLimits;
  /** What pages see of the browser; servers receive the same. */
  readonly userAgent: string;
  /** The program to render with, where the setting `browser` names one. */
  readonly browser?: string;
  /** True if the program is to have a sandbox. */
  readonly sandbox: boolean;
  /** Cookies that scripts of their hosts find. */
  readonly cookies?: readonly StoredCookie[];
  readonly logger: Logger;
}

/** The reason why no page can be rendered, and what to do. */
interface Obstacle {
  readonly why: string;
  readonly hint: string;
}

/** Renders with a Chromium. */
export function openChromium(program: string, context: RendererContext): PageRenderer {
  context.logger.info(`rendering with ${program}`);
  return createPageRenderer({ ...context, program });
}

/** The browser to render with: the one that is named, or else the first one found; or why there is none. */
export async function lookForBrowser({
  browser,
  sandbox,
}: Pick<RendererContext, 'browser' | 'sandbox'>): Promise<string | Obstacle> {
  const missing = missingPackage('playwright-core');
  if (missing !== undefined) return { why: missing.message, hint: missing.hint ?? '' };
  const program = browser ?? (await findBrowser());
  if (program === undefined)
    return {
      why: 'no Chromium was found',
      hint: 'install one, or name it in the setting browser (SFWC_BROWSER)',
    };
  if (!(await isProgram(program)))
    return {
      why: `${program} is not a program that can be run`,
      hint: 'name a Chromium in the setting browser (SFWC_BROWSER)',
    };
  const unsafe = sandbox ? whyNoSandbox() : undefined;
  if (unsafe === undefined) return program;
  return {
    why: unsafe,
    hint: 'run sfwc as another user, or set noBrowserSandbox (SFWC_NO_BROWSER_SANDBOX) in a container that holds nothing else',
  };
}

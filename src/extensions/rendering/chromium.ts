import { findBrowser, isProgram, whyNoSandbox } from './find-browser.js';
import type { RendererContext, RendererKind, RendererObstacle } from '../../judging/plugins/renderer-kind.js';
import { missingPackage } from '../../support/optional-packages.js';
import { createPageRenderer } from './browser-renderer.js';

/** Renders with the Chromium that is named, or else the first one found. */
export const chromium: RendererKind = {
  whyNot: async (context) => {
    const found = await lookForBrowser(context);
    return typeof found === 'string' ? undefined : found;
  },
  async open(context) {
    const program = await lookForBrowser(context);
    if (typeof program !== 'string') throw new Error(program.why);
    context.logger.info(`rendering with ${program}`);
    return createPageRenderer({ ...context, program });
  },
};

/** The browser to render with, or why there is none. */
async function lookForBrowser({ browser, sandbox }: RendererContext): Promise<string | RendererObstacle> {
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

import type { RenderedVersion } from '../../model/archive.js';
import type { FetchedResponse, QueuedUrl } from '../../model/crawl-event.js';
import type { DatedExchange } from '../../model/exchange.js';
import type { ReadPage } from '../../model/judging.js';
import type { PageReading } from '../../model/page-reading.js';
import { RenderError, type RenderedPage } from '../../model/rendering.js';
import { isHtml } from '../../support/text/content-type.js';
import type { FeatureModule } from '../../app/crawl/feature-module.js';
import type { CrawlContext } from '../../crawling/engine/crawl-context.js';
import type { CrawlFeature } from '../../crawling/engine/crawl-feature.js';
import type { ReadResponse } from '../../crawling/engine/feature.js';
import { openRendering, refuseUnfitRendering } from './open-rendering.js';
import { createRenderChoice, type RenderChoice, type Rendering } from './render-choice.js';
import { createScriptRequests } from './script-requests.js';

/** The rendering of pages, as the settings say. */
export const rendering: FeatureModule = {
  refuseUnfit: refuseUnfitRendering,
  open(settings, { logger }, own) {
    const opened = own(openRendering(settings, logger));
    return opened && renderingFeature(opened);
  },
};

/**
 * Renders pages that scripts fill, where that is chosen (`render-choice.ts`). A page whose rendering fails, or shows less than
 * its HTML does, is read as it came.
 */
export function renderingFeature(by: Rendering): CrawlFeature {
  return {
    name: 'rendering',
    begin(context) {
      const choice = createRenderChoice(by);
      return {
        read: (entry, response, plain, onHostFree) =>
          readRendered(entry, response, plain, { choice, rendering: by, context, onHostFree }),
        left: (url) => choice.ended(url),
        aside: () => choice.aside,
        note: (event) => choice.note(event),
      };
    },
  };
}

/** Services with which a page is rendered. */
interface RenderingWork {
  readonly choice: RenderChoice;
  readonly rendering: Rendering;
  readonly context: CrawlContext;
  readonly onHostFree: () => void;
}

/** @throws Error when the page cannot be read, or the crawl is interrupted */
async function readRendered(
  { url }: QueuedUrl,
  response: FetchedResponse,
  plain: ReadResponse,
  work: RenderingWork,
): Promise<ReadResponse> {
  if (!isHtml(response)) return plain;
  const deciding = work.choice.decide(url, plain.read.page);
  // A page that waits for a browser makes room for another visit.
  work.onHostFree();
  const decision = await deciding;
  if (decision === 'as-it-is') return plain;
  if (decision !== 'render') return notRendered(plain, decision);
  try {
    return await rendered(response, plain, work);
  } catch (thrown) {
    if (!(thrown instanceof RenderError)) throw thrown;
    return notRendered(plain, thrown.failure);
  }
}

function notRendered(plain: ReadResponse, unrendered: PageReading['unrendered']): ReadResponse {
  const { signs = [] } = plain.read.page.shell ?? {};
  const { from = 'html' } = plain.reading ?? {};
  return { ...plain, reading: { from, signs, unrendered } };
}

/** @throws RenderError; Error when the crawl is interrupted */
async function rendered(
  response: FetchedResponse,
  plain: ReadResponse,
  { rendering, context, onHostFree }: RenderingWork,
): Promise<ReadResponse> {
  const { parts, ending } = context;
  const renderer = await rendering.renderer();
  if (renderer === undefined) throw new RenderError('no-browser');
  const exchanges: DatedExchange[] = [];
  const ask = createScriptRequests(context, exchanges, onHostFree);
  const made = await renderer.render({ response, ask, signal: ending.cut });
  const time = parts.clock.now();
  const { url, headers } = response;
  const after = await parts.judge.read(made.body, url, headers['content-type'] ?? '');
  return better(plain, after, made, { body: made.body, time, exchanges });
}

/** The better of two readings of a page: the rendered one, unless it shows less. */
function better(
  plain: ReadResponse,
  after: ReadPage,
  { body, requests, bytes }: RenderedPage,
  version: RenderedVersion,
): ReadResponse {
  const before = plain.read.page;
  const known = new Set(before.links.map((link) => link.url));
  const links = after.page.links.filter((link) => !known.has(link.url)).length;
  const characters = Math.max(0, after.page.text.length - before.text.length);
  const cost = { signs: before.shell?.signs ?? [], brought: { characters, links }, requests, bytes };
  // Scripts that fail may take away what was there.
  const isWorse = after.page.text.length < before.text.length / 2;
  if (isWorse || (links === 0 && characters === 0)) {
    const { from = 'html' } = plain.reading ?? {};
    return { ...plain, reading: { from, ...cost, paid: false }, rendered: version };
  }
  const reading: PageReading = { from: 'rendered', ...cost, ...(links > 0 ? { paid: true } : {}) };
  if (links === 0) return { read: after, body, reading, before: plain.read, rendered: version };
  return { read: after, body, reading, rendered: version };
}

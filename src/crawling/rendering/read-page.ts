import type { RenderedVersion } from '../../model/archive.js';
import type { FetchedResponse, QueuedUrl } from '../../model/crawl.js';
import type { DatedExchange } from '../../model/exchange.js';
import type { ReadPage } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { PageReading } from '../../model/page-reading.js';
import { RenderError, type RenderedPage } from '../../model/rendering.js';
import { given } from '../../support/given.js';
import { isHtml } from '../../support/text/content-type.js';
import type { CrawlContext } from '../engine/crawl-context.js';
import { createScriptRequests } from './script-requests.js';

/** A response as it was read. */
export interface ReadResponse {
  readonly read: ReadPage;
  /** What it was read from: the response's body, or what scripts made of it. */
  readonly body: Uint8Array;
  /** How it was read; absent where from HTML that does not look like a shell. */
  readonly reading?: PageReading;
  /** Where rendering brought no links, the page as it came: whether rendering paid depends on its judgement. */
  readonly before?: ReadPage;
  readonly rendered?: RenderedVersion;
}

/**
 * Reads a response, and renders it first where that is chosen (`render-choice.ts`). A page whose rendering fails, or shows less
 * than its HTML does, is read as it came.
 * @param onHostFree called whenever another visit may be begun
 * @throws Error when the page cannot be read, or the crawl is interrupted
 */
export async function readResponse(
  { url: address }: QueuedUrl,
  response: FetchedResponse,
  context: CrawlContext,
  onHostFree: () => void,
): Promise<ReadResponse> {
  const { judge } = context.parts.judging;
  const { rendering } = context.parts.web;
  const { body, url, headers } = response;
  const read = await judge.read(body, url, headers['content-type'] ?? '');
  const plain: ReadResponse = { read, body, ...given({ reading: readingOf(read.page) }) };
  const { renderChoice } = context;
  if (rendering === undefined || renderChoice === undefined || !isHtml(response)) return plain;
  const deciding = renderChoice.decide(address, read.page);
  // A page that waits for a browser makes room for another visit.
  onHostFree();
  const decision = await deciding;
  if (decision === 'as-it-is') return plain;
  if (decision !== 'render') return notRendered(plain, decision);
  try {
    return await rendered(response, plain, context, onHostFree);
  } catch (thrown) {
    if (!(thrown instanceof RenderError)) {
      read.leave();
      throw thrown;
    }
    return notRendered(plain, thrown.failure);
  }
}

/** How a page was read without a browser; of a shell that scripts would have to fill only where something is done about it. */
function readingOf({ shell }: Page): PageReading | undefined {
  return shell?.data === true ? { from: 'data', signs: shell.signs } : undefined;
}

function notRendered(plain: ReadResponse, unrendered: PageReading['unrendered']): ReadResponse {
  const { signs = [] } = plain.read.page.shell ?? {};
  const { from = 'html' } = plain.reading ?? {};
  return { ...plain, reading: { from, signs, ...given({ unrendered }) } };
}

/** @throws RenderError; Error when the crawl is interrupted */
async function rendered(
  response: FetchedResponse,
  plain: ReadResponse,
  context: CrawlContext,
  onHostFree: () => void,
): Promise<ReadResponse> {
  const { parts, cut: signal } = context;
  const renderer = await parts.web.rendering?.renderer();
  if (renderer === undefined) throw new RenderError('no-browser');
  const exchanges: DatedExchange[] = [];
  const ask = createScriptRequests(context, exchanges, onHostFree);
  const made = await renderer.render({ response, ask, signal });
  const time = parts.clock.now();
  const { url, headers } = response;
  const after = await parts.judging.judge.read(made.body, url, headers['content-type'] ?? '');
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
    after.leave();
    const { from = 'html' } = plain.reading ?? {};
    return { ...plain, reading: { from, ...cost, paid: false }, rendered: version };
  }
  const reading: PageReading = { from: 'rendered', ...cost, ...(links > 0 ? { paid: true } : {}) };
  if (links === 0) return { read: after, body, reading, before: plain.read, rendered: version };
  plain.read.leave();
  return { read: after, body, reading, rendered: version };
}

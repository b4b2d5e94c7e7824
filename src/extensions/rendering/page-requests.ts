import type { Frame, Page, Request, Route } from 'playwright-core';
import type { FetchedResponse } from '../../model/crawl-event.js';
import type { RenderLimits, RenderTask } from './page-renderer.js';
import { parseUrl } from '../../support/parse-url.js';
import { isHtml } from '../../support/text/content-type.js';

/** The requests of a page that is being rendered. */
export interface PageRequests {
  /** Requests under way. */
  readonly pending: number;
  /** Requests that went over the network, and bytes that came. */
  readonly count: number;
  readonly bytes: number;
  /** Answers one request of the browser. Never throws. */
  answer(route: Route): Promise<void>;
}

/** Headers of answers that a page gets to see: what a document is, and what others may do with it. */
const PASSED_ON =
  /^(?:content-type|content-language|content-security-policy|x-content-type-options|x-frame-options|access-control-[\w-]+|cross-origin-[\w-]+|timing-allow-origin)$/;
/** Types of requests that bring text. All others are refused: images, fonts, media, sockets, beacons, prefetching. */
const TEXTUAL: ReadonlySet<string> = new Set(['script', 'fetch', 'xhr']);
/** Scripts wait for style sheets, which bring no text: they get an empty one. */
const EMPTY_STYLE = { status: 200, contentType: 'text/css', body: '' } as const;

/**
 * Answers the requests of one page. The document is the response that the crawl has, and is given once; no other takes its
 * place. Scripts, what they fetch by GET, and HTML in frames of the page's own origin are requested by the crawl, within the
 * limits; all else is refused.
 */
export function createPageRequests(task: RenderTask, limits: RenderLimits, stop: AbortSignal): PageRequests {
  const asked: Asked = { task, limits, stop, isGiven: false, count: 0, bytes: 0 };
  let pending = 0;
  return {
    get pending() {
      return pending;
    },
    get count() {
      return asked.count;
    },
    get bytes() {
      return asked.bytes;
    },
    async answer(route) {
      pending += 1;
      try {
        const request = route.request();
        const response = await answerTo(request, asked).catch(() => undefined);
        // A navigation that is aborted leaves the page where it is; one that is blocked shows a page of the browser's.
        const refusal = request.isNavigationRequest() ? 'aborted' : 'blockedbyclient';
        await (response === undefined ? route.abort(refusal) : route.fulfill(response));
      } catch {
        // The page is gone.
      } finally {
        pending -= 1;
      }
    },
  };
}

/** Requests of a page so far, and their sources. */
interface Asked {
  readonly task: RenderTask;
  readonly limits: RenderLimits;
  readonly stop: AbortSignal;
  /** True if the document was given. */
  isGiven: boolean;
  count: number;
  bytes: number;
}

async function answerTo(request: Request, asked: Asked): Promise<Parameters<Route['fulfill']>[0]> {
  const { response: document } = asked.task;
  const isDocument = request.isNavigationRequest();
  if (isDocument && isMainFrame(request)) {
    if (asked.isGiven) return undefined;
    asked.isGiven = true;
    return asFulfilled(document);
  }
  if (request.resourceType() === 'stylesheet') return EMPTY_STYLE;
  const response = await fetched(request, asked);
  // A frame may have been redirected to another origin.
  const isOurs =
    response !== undefined && isHtml(response) && originOf(response.url) === originOf(document.url);
  return response === undefined || (isDocument && !isOurs) ? undefined : asFulfilled(response);
}

async function fetched(request: Request, asked: Asked): Promise<FetchedResponse | undefined> {
  const { task, limits, stop } = asked;
  const url = request.url().split('#', 1).join('');
  const isOurs = originOf(url) === originOf(task.response.url);
  const isWanted = request.isNavigationRequest() ? isOurs : TEXTUAL.has(request.resourceType());
  if (!isWanted || request.method() !== 'GET' || !/^https?:/.test(url)) return undefined;
  if (asked.count >= limits.requests || asked.bytes >= limits.bytes) return undefined;
  asked.count += 1;
  const response = await task.ask(url, limits.bytes - asked.bytes, stop);
  asked.bytes += response.body.length;
  return response;
}

function isMainFrame(request: Request): boolean {
  const frame: Frame = request.frame();
  const page: Page = frame.page();
  return frame === page.mainFrame();
}

function asFulfilled({ status, headers, body }: FetchedResponse): Parameters<Route['fulfill']>[0] {
  const passed = Object.entries(headers).filter(([name]) => PASSED_ON.test(name));
  return { status, headers: Object.fromEntries(passed), body: Buffer.from(body) };
}

function originOf(url: string): string | undefined {
  return parseUrl(url)?.origin;
}

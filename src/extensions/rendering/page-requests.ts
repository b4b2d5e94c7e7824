import type { Request, Route } from 'playwright-core';
import type { FetchedResponse } from '../../model/crawl-event.js';
import type { RenderLimits, RenderTask } from './page-renderer.js';
import { parseUrl } from '../../support/parse-url.js';
import { isHtml } from '../../support/text/content-type.js';

/** The requests of a page that is being rendered. */
export type PageRequests = ReturnType<typeof createPageRequests>;

/** Headers of answers that a page gets to see: what a document is, and what others may do with it. */
const PASSED_ON =
  /^(?:content-type|content-language|content-security-policy|x-content-type-options|x-frame-options|access-control-[\w-]+|cross-origin-[\w-]+|timing-allow-origin)$/;
/** Types of requests that bring text. All others are refused: images, fonts, media, sockets, beacons, prefetching. */
const TEXTUAL: ReadonlySet<string> = new Set(['script', 'fetch', 'xhr']);
/** Scripts wait for style sheets, which bring no text: they get an empty one. */
const EMPTY_STYLE = { status: 200, contentType: 'text/css', body: '' } as const;

type Answered = Parameters<Route['fulfill']>[0];

const isSameOrigin = (a: string, b: string): boolean => parseUrl(a)?.origin === parseUrl(b)?.origin;

/**
 * Answers the requests of one page. The document is the response that the crawl has, and is given once; no other takes its
 * place. Scripts, what they fetch by GET, and HTML in frames of the page's own origin are requested by the crawl, within the
 * limits; all else is refused.
 */
export function createPageRequests(task: RenderTask, limits: RenderLimits, stop: AbortSignal) {
  const { response: document } = task;
  /** Requests under way; those that went over the network, and bytes that came. */
  const counts = { pending: 0, count: 0, bytes: 0 };
  let isGiven = false;

  async function fetched(request: Request): Promise<FetchedResponse | undefined> {
    const url = request.url().split('#', 1).join('');
    const isWanted = request.isNavigationRequest()
      ? isSameOrigin(url, document.url)
      : TEXTUAL.has(request.resourceType());
    if (!isWanted || request.method() !== 'GET' || !/^https?:/.test(url)) return undefined;
    if (counts.count >= limits.requests || counts.bytes >= limits.bytes) return undefined;
    counts.count += 1;
    const response = await task.ask(url, limits.bytes - counts.bytes, stop);
    counts.bytes += response.body.length;
    return response;
  }

  async function answerTo(request: Request): Promise<Answered> {
    const isDocument = request.isNavigationRequest();
    if (isDocument && request.frame() === request.frame().page().mainFrame()) {
      const answer = isGiven ? undefined : asFulfilled(document);
      isGiven = true;
      return answer;
    }
    if (request.resourceType() === 'stylesheet') return EMPTY_STYLE;
    const response = await fetched(request);
    if (response === undefined) return undefined;
    // A frame may have been redirected to another origin.
    const isForeign = isDocument && !(isHtml(response) && isSameOrigin(response.url, document.url));
    return isForeign ? undefined : asFulfilled(response);
  }

  /** Answers one request of the browser. Never throws. */
  async function answer(route: Route): Promise<void> {
    counts.pending += 1;
    try {
      const request = route.request();
      const response = await answerTo(request).catch(() => undefined);
      // A navigation that is aborted leaves the page where it is; one that is blocked shows a page of the browser's.
      const refusal = request.isNavigationRequest() ? 'aborted' : 'blockedbyclient';
      await (response === undefined ? route.abort(refusal) : route.fulfill(response));
    } catch {
      // The page is gone.
    } finally {
      counts.pending -= 1;
    }
  }

  return { counts, answer };
}

function asFulfilled({ status, headers, body }: FetchedResponse): Answered {
  const passed = Object.entries(headers).filter(([name]) => PASSED_ON.test(name));
  return { status, headers: Object.fromEntries(passed), body: Buffer.from(body) };
}

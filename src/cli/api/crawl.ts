/** `sfwc/crawl`: crawls and their results. */
import { crawlStatus as statusOf, type CrawlStatus } from '../../app/crawl/crawl-status.js';
import { explainUrl, type ExplainedLink, type ExplainedPage } from '../../app/crawl/explain.js';
import { acceptedPages as pagesOf, type AcceptedPage } from '../../app/crawl/pages.js';
import type { PagesOptions } from '../../app/settings/settings.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { checkArguments } from '../../support/check-arguments.js';

export type { AcceptedPage, CallOptions, CrawlStatus, ExplainedLink, ExplainedPage };
export {
  crawl,
  EVENTS_AHEAD,
  type CrawlOptions,
  type CrawlRun,
  type ResumeCrawlOptions,
} from '../../app/crawl/crawl.js';
export type { PathStep } from '../../app/crawl/explain.js';
export type { CrawlCounts, CrawlSummary } from '../../crawling/engine/crawl-counts.js';
export { readEvents } from '../../crawling/store/result-folder.js';
export type { CaptureExchange, Exchange } from '../../model/exchange.js';
export type { CrawlEvent } from '../../model/crawl-event.js';
export { STRATEGIES, type StrategyName } from '../../judging/plugins/built-in-strategies.js';

/**
 * Explains the history of a URL in a crawl, and the way to it from a seed; of a URL that it never requested, why not.
 * @param out folder of the crawl
 * @throws UsageError; InputError where the crawl never met it
 * @example await explain('out', { url: 'https://example.org/' })
 */
export async function explain(
  out: string,
  options: { readonly url: string } & CallOptions,
): Promise<ExplainedPage | ExplainedLink> {
  checkArguments('explain', { out: [out, 'string'], options: [options, 'object'] });
  checkArguments('explain', { url: [options.url, 'string'] });
  return explainUrl(out, options.url);
}

/** The state of a crawl: running, killed, or finished. @throws InputError where there is none */
export async function crawlStatus(out: string): Promise<CrawlStatus> {
  return statusOf(out);
}

/** The accepted pages of a crawl, one after the other. @throws UsageError, InputError */
export async function* acceptedPages(
  out: string,
  options: PagesOptions & CallOptions = {},
): AsyncGenerator<AcceptedPage> {
  const { warn, settings } = takeCall('acceptedPages', options);
  yield* pagesOf(out, settings, warn);
}

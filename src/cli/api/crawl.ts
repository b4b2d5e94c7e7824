/** `sfwc/crawl`: crawls and their results. */
import { explainUrl, type ExplainedLink, type ExplainedPage } from '../../app/crawl/explain.js';
import { acceptedPages as pagesOf, type AcceptedPage } from '../../app/crawl/pages.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import type { PagesOptions } from '../../app/settings/settings.js';
import { checkArguments } from '../../support/check-arguments.js';

export type { AcceptedPage, CallOptions, ExplainedLink, ExplainedPage };
export { crawl, type CrawlOptions, type CrawlRun, type ResumeCrawlOptions } from '../../app/crawl/crawl.js';
export type { CrawlCounts, CrawlSummary } from '../../crawling/engine/crawl-counts.js';
export { readEvents } from '../../crawling/store/result-folder.js';
export type { CrawlEvent } from '../../model/crawl-event.js';

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

/** The accepted pages of a crawl, one after the other. @throws UsageError, InputError */
export async function* acceptedPages(
  out: string,
  options: PagesOptions & CallOptions = {},
): AsyncGenerator<AcceptedPage> {
  checkArguments('acceptedPages', { out: [out, 'string'] });
  const { warn, settings } = takeCall('acceptedPages', options);
  yield* pagesOf(out, settings, warn);
}

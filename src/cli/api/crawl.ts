/** `sfwc/crawl`: crawls, their results, and what compares and judges them. */
export * from '../../extensions/cluster/api.js';
export * from '../../extensions/publish/api.js';
export * from '../../extensions/discover/api.js';
export * from '../../extensions/lab/api.js';
export * from '../../extensions/monitor/api.js';
export {
  crawl,
  EVENTS_AHEAD,
  type CrawlOptions,
  type CrawlRun,
  type ResumeCrawlOptions,
} from '../../app/crawl/crawl.js';
export { crawlStatus, type CrawlStatus } from '../../app/crawl/crawl-status.js';
export { acceptedPages, type AcceptedPage } from '../../app/crawl/pages.js';
export type { PagesOptions, WebInfoOptions, WebServeOptions } from '../../app/settings/settings.js';
export type { CrawlCounts, CrawlSummary } from '../../crawling/engine/crawl-types.js';
export { readEvents } from '../../crawling/store/result-folder.js';
export type { WebDescription } from '../../app/crawl/setup/web.js';
export type { CaptureExchange, Exchange } from '../../model/exchange.js';
export type {
  CrawlEvent,
  Fetcher,
  LinkCandidate,
  LinkPriority,
  Priority,
  QueuedUrl,
} from '../../model/crawl.js';
export type { SearchEngine, SearchHit } from '../../model/search.js';
export { STRATEGIES, type StrategyName } from '../../model/strategy.js';
export type { InModule } from '../../app/settings/plugin-options.js';
export type { Sink, StrategyContext } from '../../judging/plugins/plugin.js';
export type { ExplainedLink, ExplainedPage, PathStep } from '../../app/crawl/explain.js';
export { describeWeb, explain, serveStoredWeb, type ServedWeb } from './requests.js';

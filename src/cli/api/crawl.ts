/** `sfwc/crawl`: crawls, their results, and what compares and judges them. */
export {
  compareStrategies,
  type CompareProgress,
  type CompareReport,
  type CompareSurroundings,
} from '../../extensions/lab/compare.js';
export {
  crawl,
  EVENTS_AHEAD,
  type CrawlLimits,
  type CrawlOptions,
  type CrawlRun,
  type ResumeCrawlOptions,
} from '../../app/crawl/crawl.js';
export { collectCrawl, type CollectReport } from '../../extensions/cluster/collect.js';
export { joinCrawl } from '../../extensions/cluster/shared-crawl.js';
export {
  dropSharedCrawl,
  sharedStatus,
  type SharedStatus,
  type SharedWorkerStatus,
} from '../../extensions/cluster/shared-status.js';
export { crawlStatus, type CrawlStatus } from '../../app/crawl/crawl-status.js';
export { writePages } from '../../extensions/publish/write-pages.js';
export { bagCrawl, type BagReport } from '../../extensions/publish/bag-crawl.js';
export { packCrawl, type PackReport, type PackSurroundings } from '../../extensions/publish/pack.js';
export { reportCrawl, type CrawlReport } from '../../extensions/publish/report-crawl.js';
export { acceptedPages, type AcceptedPage } from '../../app/crawl/pages.js';
export {
  harvestTopic as harvest,
  type HarvestReport,
  type HarvestSurroundings,
} from '../../extensions/discover/harvest.js';
export {
  monitorCollection,
  type MonitorReport,
  type MonitorSurroundings,
} from '../../extensions/monitor/monitor.js';
export {
  openRatingSession,
  reportRatings,
  type RatingReport,
  type RatingSession,
} from '../../extensions/lab/rate.js';
export { replayCrawl, type ReplayReport } from '../../extensions/lab/replay.js';
export { tuneCrawl, type TuneReport, type TunedCandidate } from '../../extensions/lab/tune.js';
export {
  proposeSeeds,
  type SeedsReport,
  type SeedsSurroundings,
} from '../../extensions/discover/propose-seeds.js';
export type { PagesOptions, WebInfoOptions, WebServeOptions } from '../../app/settings/settings.js';
export type { CollectOptions, DropOptions, JoinOptions } from '../../extensions/cluster/shared-settings.js';
export type { CompareOptions } from '../../extensions/lab/compare-settings.js';
export type { HarvestOptions } from '../../extensions/discover/harvest-settings.js';
export type { MonitorOptions } from '../../extensions/monitor/monitor-settings.js';
export type { PackOptions } from '../../extensions/publish/pack-settings.js';
export type { RateOptions } from '../../extensions/lab/rate-settings.js';
export type { ReplayOptions } from '../../extensions/lab/replay-settings.js';
export type { ReportOptions } from '../../extensions/publish/report-settings.js';
export type { SeedsOptions } from '../../extensions/discover/seeds-settings.js';
export type { TuneOptions } from '../../extensions/lab/tune-settings.js';
export type { CrawlCounts, CrawlSummary } from '../../crawling/engine/crawl-types.js';
export { readEvents } from '../../crawling/store/result-folder.js';
export type { WebDescription } from '../../app/crawl/setup/web.js';
export type { ComparedCrawl, Comparison } from '../../extensions/lab/evaluation/comparison.js';
export type { CaptureExchange, Exchange } from '../../model/exchange.js';
export type {
  CrawlEvent,
  Fetcher,
  LinkCandidate,
  LinkPriority,
  Priority,
  QueuedUrl,
} from '../../model/crawl.js';
export type { PageChange, RoundReport } from '../../extensions/monitor/round-report.js';
export type { TextChange } from '../../extensions/monitor/text-change.js';
export type { SearchEngine, SearchHit } from '../../model/search.js';
export { STRATEGIES, type StrategyName } from '../../model/strategy.js';
export type { InModule } from '../../app/settings/plugin-options.js';
export type { Sink, StrategyContext } from '../../judging/plugins/plugin.js';
export type { ExplainedLink, ExplainedPage, PathStep } from '../../app/crawl/explain.js';
export { describeWeb, explain, serveStoredWeb } from './requests.js';

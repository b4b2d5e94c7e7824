/** `sfwc/crawl`: crawls, their results, and what compares and judges them. */
export {
  compareStrategies,
  type CompareProgress,
  type CompareReport,
  type CompareSurroundings,
} from '../app/compare/compare.js';
export {
  crawl,
  EVENTS_AHEAD,
  type CrawlLimits,
  type CrawlOptions,
  type CrawlRun,
  type ResumeCrawlOptions,
} from '../app/crawl/crawl.js';
export { collectCrawl, type CollectReport } from '../app/crawl/collect.js';
export { joinCrawl } from '../app/crawl/shared-crawl.js';
export {
  dropSharedCrawl,
  sharedStatus,
  type SharedStatus,
  type SharedWorkerStatus,
} from '../app/crawl/shared-status.js';
export { crawlStatus, type CrawlStatus } from '../app/crawl/crawl-status.js';
export { writePages } from '../app/crawl/write-pages.js';
export { bagCrawl, type BagReport } from '../app/crawl/bag.js';
export { packCrawl, type PackReport, type PackSurroundings } from '../app/crawl/pack.js';
export { reportCrawl, type CrawlReport } from '../app/crawl/report.js';
export { acceptedPages, type AcceptedPage } from '../app/crawl/pages.js';
export {
  harvestTopic as harvest,
  type HarvestReport,
  type HarvestSurroundings,
} from '../app/harvest/harvest.js';
export { monitorCollection, type MonitorReport, type MonitorSurroundings } from '../app/monitor/monitor.js';
export { openRatingSession, reportRatings, type RatingReport, type RatingSession } from '../app/rate/rate.js';
export { replayCrawl, type ReplayReport } from '../app/replay/replay.js';
export { tuneCrawl, type TuneReport, type TunedCandidate } from '../app/replay/tune.js';
export { proposeSeeds, type SeedsReport, type SeedsSurroundings } from '../app/seeds/propose-seeds.js';
export type {
  CollectOptions,
  CompareOptions,
  DropOptions,
  JoinOptions,
  HarvestOptions,
  MonitorOptions,
  PackOptions,
  PagesOptions,
  RateOptions,
  ReplayOptions,
  ReportOptions,
  SeedsOptions,
  TuneOptions,
  WebInfoOptions,
  WebServeOptions,
} from '../config/settings.js';
export type { CrawlCounts, CrawlSummary } from '../crawl/engine/crawl-types.js';
export { readEvents } from '../crawl/store/result-folder.js';
export type { WebDescription } from '../crawl-setup/web.js';
export type { ComparedCrawl, Comparison } from '../evaluation/comparison.js';
export type { CaptureExchange, Exchange } from '../model/exchange.js';
export type {
  CrawlEvent,
  Fetcher,
  LinkCandidate,
  LinkPriority,
  Priority,
  QueuedUrl,
} from '../model/crawl.js';
export type { PageChange, RoundReport } from '../monitor/round-report.js';
export type { TextChange } from '../monitor/text-change.js';
export type { SearchEngine, SearchHit } from '../model/search.js';
export { STRATEGIES, type StrategyName } from '../model/strategy.js';
export type { InModule } from '../plugins/options.js';
export type { Sink, StrategyContext } from '../plugins/plugin.js';
export type { ExplainedLink, ExplainedPage, PathStep } from '../app/crawl/explain.js';
export { describeWeb, explain, serveStoredWeb } from './requests.js';

/** The public API: what the commands are made of. */
export { buildTopic, type BuildObserver, type BuildReport } from './app/build/build-topic.js';
export { expandTopic, type ExpandReport } from './app/build/expand-topic.js';
export {
  suggestThesaurus,
  thesaurusInfo,
  type SuggestReport,
  type ThesaurusInfo,
} from './app/build/thesaurus.js';
export {
  compareStrategies,
  type CompareProgress,
  type CompareReport,
  type CompareSurroundings,
} from './app/compare/compare.js';
export {
  crawlTopic as crawl,
  resumeCrawl,
  type CrawlReport,
  type CrawlSurroundings,
} from './app/crawl/crawl-topic.js';
export { crawlStatus, type CrawlStatus } from './app/crawl/crawl-status.js';
export {
  harvestTopic as harvest,
  type HarvestReport,
  type HarvestSurroundings,
} from './app/harvest/harvest.js';
export { openJudge, type Judge } from './judging/judge.js';
export { openKnowledgeBase, openTopic, type OpenTopic } from './knowledge/knowledge-base.js';
export { openRatingSession, reportRatings, type RatingReport, type RatingSession } from './app/rate/rate.js';
export { acceptedPages, type AcceptedPage } from './app/crawl/pages.js';
export { replayCrawl, type ReplayReport } from './app/replay/replay.js';
export type {
  BuildOptions,
  CompareOptions,
  CrawlOptions,
  HarvestOptions,
  PagesOptions,
  RateOptions,
  ReplayOptions,
  ResumeOptions,
} from './config/settings.js';
export type { ComparedCrawl, Comparison } from './evaluation/comparison.js';
export { openThesaurus, readThesaurusFile, type ThesaurusFile } from './expansion/thesaurus-file.js';
export { readEvents } from './crawl/store/result-folder.js';
export * from './model/errors.js';
export * from './wordnet/index.js';
export { STRATEGIES, type StrategyName } from './model/strategy.js';
export type { CaptureExchange, Exchange } from './model/exchange.js';
export type { CrawlEvent, Fetcher, LinkPriority } from './model/crawl.js';
export type { SearchEngine, SearchHit } from './model/search.js';
export type { Bindings, KnowledgeBase, QueryScope, ResultFormat, Term } from './model/rdf.js';
export type { Judgement, NounEvidence, Reason, TopicClassifier } from './model/topic.js';

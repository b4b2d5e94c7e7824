/**
 * The public API: the main job from texts to explained pages. Every function is `verb(subject, options)`. What else the
 * commands do is in subpaths: `sfwc/kb`, `sfwc/judge`, `sfwc/crawl`, `sfwc/parts`, and one for each extension.
 */
export {
  buildTopic,
  openKnowledgeBase,
  query,
  type AskOptions,
  type BuildProgress,
  type BuildReport,
  type BuildTopicOptions,
  type KnowledgeBase,
  type OpenOptions,
  type Term,
} from './cli/api/kb.js';
export { openJudge, type Judge, type JudgeOptions, type Judgement, type Page } from './cli/api/judge.js';
export {
  crawl,
  explain,
  readEvents,
  type CrawlCounts,
  type CrawlEvent,
  type CrawlOptions,
  type CrawlRun,
  type CrawlSummary,
  type ExplainedLink,
  type ExplainedPage,
  type ResumeCrawlOptions,
} from './cli/api/crawl.js';
export { definePlugin, type Plugin } from './judging/plugins/plugin.js';
export type { CallOptions } from './app/settings/call-options.js';
export type { Logger } from './support/logger.js';
export {
  FetchError,
  InputError,
  Interrupted,
  MissingPackageError,
  OutputError,
  PluginError,
  QueryError,
  ServiceError,
  SfwcError,
  ThreadError,
  UsageError,
} from './model/errors.js';

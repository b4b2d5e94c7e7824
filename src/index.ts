/** The public API: what the commands are made of. */
export { buildTopic, type BuildObserver, type BuildReport } from './app/build-topic.js';
export { crawlTopic as crawl, type CrawlReport, type CrawlSurroundings } from './app/crawl-topic.js';
export { openJudge, type Judge } from './app/judge.js';
export { openKnowledgeBase, openTopic, type OpenTopic } from './app/knowledge-base.js';
export type { BuildOptions, CrawlOptions } from './config/settings.js';
export { readEvents } from './crawl/result-folder.js';
export * from './model/errors.js';
export type { CrawlEvent, Fetcher, LinkPriority } from './model/crawl.js';
export type { Bindings, KnowledgeBase, QueryScope, ResultFormat, Term } from './model/rdf.js';
export type { Judgement, NounEvidence, Reason, TopicClassifier } from './model/topic.js';

/** The API of this extension: crawls that workers share. */
export { collectCrawl, type CollectReport } from './collect.js';
export { joinCrawl } from './shared-crawl.js';
export {
  dropSharedCrawl,
  sharedStatus,
  type SharedStatus,
  type SharedWorkerStatus,
} from './shared-status.js';
export type { CollectOptions, DropOptions, JoinOptions, SharedStatusOptions } from './shared-settings.js';

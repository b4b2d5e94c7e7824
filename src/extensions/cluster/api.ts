/** `sfwc/cluster`: crawls that workers share. */
import { collectCrawl as collect, type CollectReport } from './collect.js';
import { joinCrawl as join } from './shared-crawl.js';
import type { CollectOptions, JoinOptions } from './shared-settings.js';
import type { CrawlParts } from '../../app/settings/plugin-options.js';
import type { CrawlReport } from '../../app/crawl/run-crawl.js';
import type { CrawlCounts } from '../../crawling/engine/crawl-counts.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { checkArguments } from '../../support/check-arguments.js';

export {
  dropSharedCrawl,
  sharedStatus,
  type SharedStatus,
  type SharedWorkerStatus,
} from './shared-status.js';
export type { CollectOptions, DropOptions, JoinOptions, SharedStatusOptions } from './shared-settings.js';
export type { CollectReport };

/** Takes part in a shared crawl until it ends, or `signal` ends this worker. @throws UsageError, InputError, OutputError */
export async function joinCrawl(
  name: string,
  options: JoinOptions & CrawlParts & CallOptions<CrawlCounts>,
): Promise<CrawlReport> {
  const { how, settings } = takeCall<typeof options, CrawlCounts>('joinCrawl', options);
  return join(name, settings, how);
}

/**
 * Puts the results of all workers of a shared crawl into one folder.
 * @throws UsageError, InputError, OutputError
 */
export async function collectCrawl(
  name: string,
  options: CollectOptions & CallOptions & { readonly folders: readonly string[] },
): Promise<CollectReport> {
  const { how, settings: asked } = takeCall('collectCrawl', options);
  const { folders, ...settings } = asked;
  checkArguments('collectCrawl', { name: [name, 'string'], folders: [folders, 'strings'] });
  return collect(name, folders, settings, how.logger);
}

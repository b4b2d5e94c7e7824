import { join } from 'node:path';
import { checkSettings } from '../settings/resolve.js';
import { crawlFields, resumeFields } from '../settings/crawl-settings.js';
import type { CrawlOptions, ResumeOptions } from '../settings/settings.js';
import { readSeeds } from './setup/read-seeds.js';
import type { CrawlCounts, CrawlSummary } from '../../crawling/engine/crawl-counts.js';
import { PARTS } from '../../judging/parts.js';
import {
  resolveAgain,
  resolveOptions,
  takeParts,
  type CrawlParts,
  type WithParts,
} from '../settings/plugin-options.js';
import { DATABASE } from '../../support/crawl-folder.js';
import { given } from '../../support/given.js';
import {
  newCrawl,
  resumedCrawl,
  standingOf,
  type CrawlCallbacks,
  type KeptPlan,
} from './setup/prepare-crawl.js';
import { runCrawl, type CrawlReport } from './run-crawl.js';

export type { CrawlCounts, CrawlReport, CrawlSummary, CrawlCallbacks };

/**
 * Crawls for pages about a topic, or about any of several; without a topic, for every page in scope.
 * @throws UsageError for settings; InputError for the topic, the seeds and a folder that holds another crawl; OutputError
 */
export async function crawlTopic(
  options: WithParts<CrawlOptions, keyof CrawlParts>,
  deps: CrawlCallbacks = {},
): Promise<CrawlReport> {
  const { settings, plugins } = await resolveOptions(crawlFields, options);
  const seeds = await readSeeds(settings.seeds);
  const { frontier } = settings;
  if (frontier === undefined) return runCrawl({ settings, plugins, seeds, beginning: newCrawl }, deps);
  const beginSharedCrawl = await PARTS.beginSharedCrawl();
  return beginSharedCrawl({ settings, plugins, seeds }, frontier, deps);
}

/**
 * Continues a crawl where it stood, however it ended. After a kill, pages that were not committed are requested again.
 * @throws InputError for a folder without a crawl, or one into which another process is crawling; otherwise as {@link crawlTopic}
 */
export async function resumeCrawl(
  options: ResumeOptions & CrawlParts,
  deps: CrawlCallbacks = {},
): Promise<CrawlReport> {
  const taken = takeParts(options);
  const { out, plugin = [], ...changed } = checkSettings(resumeFields, taken.settings);
  const kept = standingOf(out).plan as KeptPlan;
  const again = { ...kept.settings, ...given(changed), seeds: kept.seeds, out };
  const made = `the crawl in ${join(out, DATABASE)}`;
  const { settings, plugins } = await resolveAgain(crawlFields, again, made, taken, plugin);
  return runCrawl({ settings, plugins, seeds: kept.seeds, beginning: resumedCrawl(kept) }, deps);
}

import { checkSettings } from '../settings/resolve.js';
import { crawlFields, resumeFields } from '../settings/crawl-settings.js';
import type { CrawlOptions, ResumeOptions } from '../settings/settings.js';
import { readSeeds } from './setup/read-seeds.js';
import type { CrawlCounts, CrawlSummary } from '../../crawling/engine/crawl-counts.js';
import { PARTS } from '../../judging/parts.js';
import { checkArguments } from '../../support/check-arguments.js';
import {
  resolveAgain,
  resolveOptions,
  takeParts,
  type CrawlParts,
  type WithParts,
} from '../settings/plugin-options.js';
import { given } from '../../support/given.js';
import { withResources } from '../../support/with-resources.js';
import * as opening from './setup/open-crawl.js';
import { runCrawl, type CrawlReport } from './run-crawl.js';
import type { CrawlCallbacks } from './setup/open-crawl.js';

export type { CrawlCounts, CrawlReport, CrawlSummary, CrawlCallbacks };

/**
 * Crawls for pages about a topic, or about any of several; without a topic, for every page in scope.
 * @throws UsageError for settings; InputError for the topic, the seeds and a folder that holds another crawl; OutputError
 */
export async function crawlTopic(
  options: WithParts<CrawlOptions, keyof CrawlParts>,
  deps: CrawlCallbacks = {},
): Promise<CrawlReport> {
  checkArguments('crawl', { options: [options, 'object'], deps: [deps, 'object'] });
  const { settings, plugins } = await resolveOptions(crawlFields, options);
  const seeds = await readSeeds(settings.seeds);
  const { frontier } = settings;
  if (frontier === undefined)
    return runRequest({ settings, plugins, seeds, beginning: opening.newCrawl }, deps);
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
  checkArguments('resumeCrawl', { options: [options, 'object'], deps: [deps, 'object'] });
  const taken = takeParts(options);
  const { out, plugin = [], ...changed } = checkSettings(resumeFields, taken.settings);
  const kept = opening.standingOf(out).plan as opening.KeptPlan;
  const again = { ...kept.settings, ...given(changed), seeds: kept.seeds, out };
  const { settings, plugins } = await resolveAgain(crawlFields, again, `the crawl in ${out}`, taken, plugin);
  return runRequest({ settings, plugins, seeds: kept.seeds, beginning: opening.resumedCrawl(kept) }, deps);
}

function runRequest(request: opening.CrawlRequest, deps: CrawlCallbacks): Promise<CrawlReport> {
  return withResources(async (own) => {
    const opened = await opening.openCrawl(request, deps, own);
    deps.onBegun?.(request.settings.out);
    return runCrawl(opened, deps, own);
  });
}

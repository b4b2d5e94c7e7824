import { join } from 'node:path';
import { removeArchive } from '../../web/archive/names.js';
import { portableSettings } from '../settings/kept-settings.js';
import { checkSettings } from '../settings/resolve.js';
import { crawlFields, resumeFields } from '../settings/crawl-settings.js';
import type { CrawlOptions, ResumeOptions } from '../settings/settings.js';
import { planCrawl } from './setup/crawl-plan.js';
import { followedInCrawl } from './setup/followed-links.js';
import { readSeeds } from './setup/seeds.js';
import type { CrawlCounts, CrawlSummary } from '../../crawling/engine/crawl-types.js';
import {
  openCrawlStore,
  readStanding,
  refuseRunningCrawl,
  type CrawlStanding,
} from '../../crawling/store/crawl-store.js';
import { createResultFolder, reopenResultFolder } from '../../crawling/store/result-folder.js';
import { checkArguments } from '../../support/check-arguments.js';
import {
  resolveAgain,
  resolveOptions,
  takeParts,
  type OwnParts,
  type WithParts,
} from '../settings/plugin-options.js';
import { given } from '../../support/given.js';
import { without } from '../../support/without.js';
import { withResources } from '../../support/with-resources.js';
import { refuseUnfitArchives } from './setup/crawl-archive.js';
import { refuseUnfitRendering } from './setup/rendering.js';
import { refuseUnfitSharing } from './setup/sharing.js';
import { openCrawlResources, openCrawlTopics, type CrawlSurroundings } from './setup/crawl-resources.js';
import { readAsks } from './found-queries.js';
import { refuseHeldFolder } from './held-folder.js';
import { runCrawl, type CrawlReport } from './run-crawl.js';
import { DATABASE, noCrawl } from '../../support/crawl-folder.js';
import { damagedValue } from '../../crawling/store/stored-value.js';

export type { CrawlCounts, CrawlReport, CrawlSummary, CrawlSurroundings };

/** What a crawl was started with, as its store keeps it: without secrets, and with whole paths. */
interface KeptPlan {
  readonly settings: Omit<CrawlOptions, 'seeds' | 'out'>;
  readonly seeds: readonly string[];
  readonly startedAt: number;
}

/**
 * Crawls for pages about a topic, or about any of several; without a topic, for every page in scope. Writes pages, events
 * and RDF to a folder, with the state from which the crawl can be resumed however it ends.
 *
 * @throws UsageError for settings; InputError for the topic, the seeds and a folder that holds another crawl;
 *   OutputError when results cannot be written: what was written before is then still readable, and
 *   {@link resumeCrawl} continues
 */
export async function crawlTopic(
  options: WithParts<CrawlOptions, keyof OwnParts>,
  surroundings: CrawlSurroundings = {},
): Promise<CrawlReport> {
  checkArguments('crawl', { options: [options, 'object'], surroundings: [surroundings, 'object'] });
  const { settings, plugins } = await resolveOptions(crawlFields, options);
  const seeds = await readSeeds(settings.seeds);
  const planned = planCrawl(settings, seeds);
  refuseUnfitArchives(settings);
  await refuseUnfitRendering(settings, plugins);
  refuseUnfitSharing(settings);
  await readAsks(planned.until ?? []);
  await refuseHeldFolder(settings.out, settings.force);
  const topics = await openCrawlTopics(settings, plugins, surroundings);
  const plan = { ...planned, follow: settings.follow ?? followedInCrawl(topics.priority) };
  const { frontier, crawlName: name } = settings;
  if (frontier !== undefined && name !== undefined) {
    const { beginSharedCrawl } = await import('../../extensions/cluster/shared-crawl.js');
    return beginSharedCrawl({ settings, plugins, plan, topics, seeds, frontier, name }, surroundings);
  }
  return withResources(async (own) => {
    const results = own(await createResultFolder(settings.out, { force: settings.force }));
    await removeArchive(settings.out);
    const store = own(openCrawlStore(settings.out, topics.priority));
    const begun = { settings, plugins, plan, topics, results, store };
    const resources = await openCrawlResources(begun, surroundings, own);
    const { annotator, priority } = topics;
    const { strategy = priority.name } = settings;
    const kept = portableSettings(
      crawlFields,
      without({ ...settings, annotator, strategy }, 'seeds', 'out', 'force', 'resume'),
    );
    store.keepPlan({ settings: kept, seeds, startedAt: resources.startedAt } satisfies KeptPlan);
    surroundings.onBegun?.(settings.out);
    return runCrawl(plan, resources, surroundings);
  });
}

/**
 * Continues a crawl where it stood, however it ended: at its limit, by an interruption, a failure or a kill. No page
 * is requested twice except those that were under way.
 *
 * @throws InputError for a folder without a crawl, or one into which another process is crawling; otherwise as {@link crawlTopic}
 */
export async function resumeCrawl(
  options: ResumeOptions & OwnParts,
  surroundings: CrawlSurroundings = {},
): Promise<CrawlReport> {
  checkArguments('resumeCrawl', { options: [options, 'object'], surroundings: [surroundings, 'object'] });
  const taken = await takeParts(options);
  const { out, plugin = [], ...changed } = checkSettings(resumeFields, taken.settings);
  const kept = standingOf(out).plan as KeptPlan;
  refuseDamagedSettings(kept, out);
  // A crawl of a version that read every page exactly and in full continues as it began.
  const again = {
    annotator: 'full',
    reader: 'exact',
    ...kept.settings,
    // Crawls without a topic were kept with a strategy that they did not use.
    ...given({ strategy: kept.settings['topic'] === undefined ? 'breadth-first' : undefined }),
    ...given(changed),
    seeds: kept.seeds,
    out,
  };
  const { settings, plugins } = await resolveAgain(crawlFields, again, `the crawl in ${out}`, {
    ...taken,
    modules: [...taken.modules, ...plugin],
  });
  const planned = planCrawl(settings, kept.seeds);
  refuseRunningCrawl(out);
  const topics = await openCrawlTopics(settings, plugins, surroundings);
  const plan = { ...planned, follow: settings.follow ?? followedInCrawl(topics.priority) };
  return withResources(async (own) => {
    const store = own(openCrawlStore(out, topics.priority));
    // Only now no other process writes: the crawl may have moved on since it was looked at.
    const { state } = standingOf(out);
    const results = own(
      await reopenResultFolder(out, state?.sequence ?? 0, (sequence) => store.eventsAfter(sequence)),
    );
    const resumed = { startedAt: kept.startedAt, state };
    const begun = { settings, plugins, plan, topics, results, store, resumed };
    const resources = await openCrawlResources(begun, surroundings, own);
    store.keepPlan({
      ...kept,
      settings: {
        ...kept.settings,
        ...portableSettings(crawlFields, { plugin: settings.plugin }),
        maxPages: settings.maxPages,
        until: settings.until,
        ...given({ maxSeconds: settings.maxSeconds }),
      },
    } satisfies KeptPlan);
    surroundings.onBegun?.(out);
    return runCrawl(plan, resources, surroundings);
  });
}

/** Without this check, the error would blame the settings of the command line. @throws InputError for a damaged kept setting */
function refuseDamagedSettings({ settings }: KeptPlan, out: string): void {
  const kept: Readonly<Record<string, unknown>> = settings;
  for (const [name, { schema }] of Object.entries(crawlFields)) {
    if (kept[name] === undefined) continue;
    const { error } = schema.safeParse(kept[name]);
    if (error !== undefined) throw damagedValue(join(out, DATABASE), `the setting ${name}`, error);
  }
}

/** How the crawl in a folder stands. @throws InputError when none was started there */
function standingOf(out: string): CrawlStanding {
  const standing = readStanding(out);
  if (standing.plan !== undefined) return standing;
  throw noCrawl(out);
}

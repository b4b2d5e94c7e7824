import { hostname } from 'node:os';
import path from 'node:path';
import { removeArchive } from '../../web/archive/names.js';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { portableSettings } from '../../app/settings/kept-settings.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { joinFields, type JoinOptions } from './shared-settings.js';
import { planCrawl } from '../../app/crawl/setup/crawl-plan.js';
import {
  identityOf,
  openCrawlResources,
  openCrawlTopics,
  type CrawlSurroundings,
  type PlannedCrawl,
} from '../../app/crawl/setup/crawl-resources.js';
import { refuseUnfitArchives } from '../../app/crawl/setup/crawl-archive.js';
import { refuseUnfitRendering } from '../../app/crawl/setup/rendering.js';
import { followedInCrawl } from '../../app/crawl/setup/followed-links.js';
import { databaseTime, findCrawl, makeCrawl, setMaxPages, type SharedCrawl } from './catalog.js';
import { createDatabaseClock } from './database-clock.js';
import { openDatabase, type Database } from './database.js';
import { migrate } from './schema.js';
import { shareControl } from './shared-control.js';
import { joinAsWorker, type SharedWorker } from './worker.js';
import type { CrawlIdentity } from '../../crawling/store/crawl-quads.js';
import { lockCrawlFolder } from '../../crawling/store/crawl-store.js';
import { createResultFolder } from '../../crawling/store/result-folder.js';
import { resolveAgain, takeParts, type OwnParts } from '../../app/settings/plugin-options.js';
import { checkArguments } from '../../support/check-arguments.js';
import { given } from '../../support/given.js';
import { silentLogger } from '../../support/logger.js';
import { withResources, type Own } from '../../support/with-resources.js';
import { without } from '../../support/without.js';
import { readAsks } from '../../app/crawl/found-queries.js';
import { runCrawl, type CrawlReport } from '../../app/crawl/run-crawl.js';

/** What a shared crawl was begun with, as its database keeps it: without secrets, and with whole paths. */
export interface SharedPlan {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly seeds: readonly string[];
  readonly identity: CrawlIdentity;
}

/**
 * Begins a crawl that several workers share, as its first worker.
 * @throws InputError for the database, and where it has a crawl of that name; otherwise as `crawlTopic`
 */
export async function beginSharedCrawl(
  part: PlannedCrawl & {
    readonly frontier: string;
    readonly name: string;
    readonly seeds: readonly string[];
  },
  surroundings: CrawlSurroundings,
): Promise<CrawlReport> {
  const { settings, plan, topics, seeds, name } = part;
  return withResources(async (own) => {
    const database = await connect(part.frontier, surroundings, own);
    const clock = createDatabaseClock();
    const now = await database.transaction(databaseTime);
    const { annotator, priority } = topics;
    const kept: SharedPlan = {
      settings: portableSettings(
        crawlFields,
        without(
          { ...settings, annotator, strategy: settings.strategy ?? priority.name, follow: plan.follow },
          ...(['seeds', 'out', 'force', 'resume', 'crawlName'] as const),
          // The browser is each machine's own.
          ...(['browser', 'noBrowserSandbox'] as const),
        ),
      ),
      seeds,
      identity: identityOf(settings, topics, plan.seeds, now),
    };
    const results = own(await createResultFolder(settings.out, { force: settings.force }));
    await removeArchive(settings.out);
    const crawl = await makeCrawl(database, name, kept, plan.maxPages);
    return work({ ...part, results, database, clock, crawl, kept }, surroundings, own);
  });
}

/**
 * Takes part in a crawl that was begun with `--frontier`, from any machine. It ends when nothing is left, at the limits of
 * the crawl, or when it is interrupted; the others continue.
 * @param name of the crawl
 * @throws InputError for the database, and where it does not have the crawl; otherwise as `crawlTopic`
 */
export async function joinCrawl(
  name: string,
  options: JoinOptions & OwnParts,
  surroundings: CrawlSurroundings = {},
): Promise<CrawlReport> {
  checkArguments('joinCrawl', {
    name: [name, 'string'],
    options: [options, 'object'],
    surroundings: [surroundings, 'object'],
  });
  const taken = await takeParts(options);
  const { frontier, out, force, plugin = [], ...changed } = checkSettings(joinFields, taken.settings);
  return withResources(async (own) => {
    const database = await connect(frontier, surroundings, own);
    const found = await findCrawl(database, name);
    const kept = found.plan as SharedPlan;
    const again = { ...kept.settings, ...given(without(changed, 'maxPages')), seeds: kept.seeds, out, force };
    const { settings, plugins } = await resolveAgain(crawlFields, again, `the crawl '${name}'`, {
      ...taken,
      modules: [...taken.modules, ...plugin],
    });
    refuseUnfitArchives(settings);
    await refuseUnfitRendering(settings, plugins);
    const planned = planCrawl(settings, kept.seeds);
    await readAsks(planned.until ?? []);
    const topics = await openCrawlTopics(settings, plugins, surroundings);
    const maxPages = changed.maxPages ?? found.maxPages;
    const plan = { ...planned, maxPages, follow: settings.follow ?? followedInCrawl(topics.priority) };
    if (changed.maxPages !== undefined) await setMaxPages(database, found, changed.maxPages);
    const results = own(await createResultFolder(out, { force }));
    await removeArchive(out);
    const part = { settings, plugins, plan, topics, results, database, crawl: found, kept };
    return work({ ...part, clock: createDatabaseClock() }, surroundings, own);
  });
}

async function connect(
  url: string,
  { logger = silentLogger }: CrawlSurroundings,
  own: Own,
): Promise<Database> {
  const database = own(await openDatabase(url, { logger }));
  await migrate(database);
  return database;
}

type Opened = PlannedCrawl & {
  readonly results: Parameters<typeof openCrawlResources>[0]['results'];
  readonly database: Database;
  readonly clock: ReturnType<typeof createDatabaseClock>;
  readonly crawl: SharedCrawl;
  readonly kept: SharedPlan;
};

/** Crawls as one worker, and gives its hosts back however that ends. */
async function work(opened: Opened, surroundings: CrawlSurroundings, own: Own): Promise<CrawlReport> {
  const { settings, plugins, plan, topics, results, database, clock, crawl, kept } = opened;
  own({ close: lockCrawlFolder(results.path) });
  const worker = await joinAsWorker({
    ...{ database, crawl, clock, priority: topics.priority },
    name: `${hostname()}:${path.resolve(settings.out)}`,
    lease: 1000 * settings.lease,
    timeout: 1000 * settings.timeout,
    logger: surroundings.logger ?? silentLogger,
  });
  const leaving = own(leavingOf(worker));
  const resources = await openCrawlResources(
    {
      ...{ settings, plugins, plan, topics, results, store: worker.store },
      shared: {
        name: crawl.name,
        worker: worker.id,
        crew: worker.crew,
        controlOf: (folder) => shareControl(folder, worker.asked),
        startedAt: Date.parse(kept.identity.startedAt),
        readsSitemaps: !crawl.found,
        isLost: (sequence) => worker.isLost(sequence),
      },
    },
    { ...surroundings, clock: surroundings.clock ?? clock },
    own,
  );
  surroundings.onBegun?.(settings.out);
  const report = await runCrawl(plan, resources, surroundings);
  leaving.how = report.summary.ended;
  return report;
}

/** Tells the others when the worker is gone, whatever ended it. */
function leavingOf(worker: SharedWorker): { how: string; close(): Promise<void> } {
  return {
    how: 'failed',
    async close() {
      await worker.crew.leave(this.how);
    },
  };
}

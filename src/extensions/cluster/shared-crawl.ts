import { hostname } from 'node:os';
import path from 'node:path';
import { removeArchive } from '../../web/archive/names.js';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { joinFields, type JoinOptions } from './shared-settings.js';

import { findCrawl, makeCrawl, openSchema, setMaxPages, type SharedCrawl } from './catalog.js';
import {
  createDatabaseClock,
  databaseTime,
  openDatabase,
  type Database,
  type DatabaseClock,
} from './database.js';
import { crewNews, joinAsWorker } from './worker.js';
import type { CrawlIdentity } from '../../crawling/store/crawl-quads.js';
import { lockCrawlFolder } from '../../crawling/store/crawl-store.js';
import { createResultFolder, type ResultFolder } from '../../crawling/store/result-folder.js';
import { resolveAgain, takeParts, type CrawlParts } from '../../app/settings/plugin-options.js';
import { checkArguments } from '../../support/check-arguments.js';
import { given } from '../../support/given.js';
import { silentLogger } from '../../support/logger.js';
import { withResources, type Own } from '../../support/with-resources.js';
import { without } from '../../support/without.js';
import { runCrawl, type CrawlReport } from '../../app/crawl/run-crawl.js';
import {
  identityOf,
  type PlannedCrawl,
  type CrawlDeps,
  keptSettings,
  openCrawl,
  refuseHeldFolder,
  type CrawlBeginning,
  type CrawlRequest,
} from '../../app/crawl/setup/open-crawl.js';

/** Settings with which a shared crawl was begun, as its database keeps them: without secrets, and with whole paths. */
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
  asked: Pick<PlannedCrawl, 'settings' | 'plugins' | 'seeds'>,
  { frontier, name }: { readonly frontier: string; readonly name: string },
  deps: CrawlDeps,
): Promise<CrawlReport> {
  const beginning = sharedCrawl(async (planned, own) => {
    const database = await connect(frontier, deps, own);
    const now = await database.transaction(databaseTime);
    const settings = {
      // The browser is each machine's own.
      ...keptSettings(planned, 'crawlName', 'browser', 'noBrowserSandbox'),
      follow: planned.plan.follow,
    };
    const kept: SharedPlan = { settings, seeds: asked.seeds, identity: identityOf(planned, now) };
    const results = await resultsOf(planned, own);
    return { database, kept, results, crawl: await makeCrawl(database, name, kept, planned.plan.maxPages) };
  });
  const refuse: CrawlBeginning['refuse'] = ({ out, force }) => refuseHeldFolder(out, force);
  return work({ ...asked, beginning: { ...beginning, refuse } }, beginning.leaving, deps);
}

/**
 * Takes part in a crawl that was begun with `frontier`, from any machine. It ends when nothing is left, at the limits of
 * the crawl, or when it is interrupted; the others continue.
 * @param name of the crawl
 * @throws InputError for the database, and where it does not have the crawl; otherwise as `crawlTopic`
 */
export async function joinCrawl(
  name: string,
  options: JoinOptions & CrawlParts,
  deps: CrawlDeps = {},
): Promise<CrawlReport> {
  checkArguments('joinCrawl', {
    name: [name, 'string'],
    options: [options, 'object'],
    deps: [deps, 'object'],
  });
  const taken = await takeParts(options);
  const { frontier, out, force, plugin = [], ...changed } = checkSettings(joinFields, taken.settings);
  return withResources(async (own) => {
    const database = await connect(frontier, deps, own);
    const found = await findCrawl(database, name);
    const kept = found.plan as SharedPlan;
    const again = { ...kept.settings, ...given(without(changed, 'maxPages')), seeds: kept.seeds, out, force };
    const { settings, plugins } = await resolveAgain(crawlFields, again, `the crawl '${name}'`, {
      ...taken,
      modules: [...taken.modules, ...plugin],
    });
    const beginning = sharedCrawl(async (planned, placed) => {
      if (changed.maxPages !== undefined) await setMaxPages(database, found, changed.maxPages);
      return { database, kept, results: await resultsOf(planned, placed), crawl: found };
    });
    const maxPages = changed.maxPages ?? found.maxPages;
    return work({ settings, plugins, seeds: kept.seeds, maxPages, beginning }, beginning.leaving, deps);
  });
}

async function connect(url: string, { logger = silentLogger }: CrawlDeps, own: Own): Promise<Database> {
  const database = own(await openDatabase(url, { logger }));
  await openSchema(database);
  return database;
}

async function resultsOf({ settings: { out, force } }: PlannedCrawl, own: Own): Promise<ResultFolder> {
  const results = own(await createResultFolder(out, { force }));
  await removeArchive(out);
  return results;
}

/** A crawl in its database, and the folder of this worker. */
interface OpenedShared {
  readonly database: Database;
  readonly kept: SharedPlan;
  readonly results: ResultFolder;
  readonly crawl: SharedCrawl;
}

/** Way in which the worker left, for the others. */
interface Leaving {
  how: string;
}

/** Begins as one worker, which gives its hosts back however it ends. */
function sharedCrawl(
  open: (planned: PlannedCrawl, own: Own) => Promise<OpenedShared>,
): CrawlBeginning & { readonly leaving: Leaving; readonly clock: DatabaseClock } {
  const leaving: Leaving = { how: 'failed' };
  const clock = createDatabaseClock();
  return {
    leaving,
    clock,
    refuse: () => undefined,
    async open(planned, own) {
      const { settings } = planned;
      const { database, kept, results, crawl } = await open(planned, own);
      own({ close: lockCrawlFolder(results.path) });
      const worker = await joinAsWorker({
        ...{ database, crawl, clock },
        name: `${hostname()}:${path.resolve(settings.out)}`,
        lease: 1000 * settings.lease,
        timeout: 1000 * settings.timeout,
      });
      // Tells the others when the worker is gone, whatever ended it.
      own({ close: () => worker.crew.leave(leaving.how) });
      return {
        ...{ results, store: worker.store },
        shared: {
          ...{ name: crawl.name, worker: worker.id, crew: worker.crew, news: crewNews(worker.crew) },
          ...{ readsSitemaps: !crawl.found, isLost: worker.isLost },
        },
        begun: { startedAt: Date.parse(kept.identity.startedAt), state: undefined },
      };
    },
    keep: () => undefined,
  };
}

/** Crawls as one worker. */
function work(
  request: CrawlRequest & { readonly beginning: { readonly clock: DatabaseClock } },
  leaving: Leaving,
  deps: CrawlDeps,
): Promise<CrawlReport> {
  return withResources(async (own) => {
    const { clock } = request.beginning;
    const opened = await openCrawl(request, { clock, ...given(deps) }, own);
    deps.onBegun?.(request.settings.out);
    const report = await runCrawl(opened, deps, own);
    leaving.how = report.summary.ended;
    return report;
  });
}

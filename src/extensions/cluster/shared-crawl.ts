import { hostname } from 'node:os';
import path from 'node:path';
import { removeArchive } from '../../web/archive/names.js';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { joinFields } from './shared-settings.js';
import {
  type SharedCrawl,
  findCrawl,
  makeCrawl,
  openSchema,
  setMaxPages,
  addWorker,
  tablesOf,
} from './catalog.js';
import {
  type Database,
  type DatabaseClock,
  createDatabaseClock,
  databaseTime,
  openDatabase,
} from './database.js';
import type { CrawlIdentity } from '../../crawling/store/crawl-quads.js';
import { type CrawlStore, lockCrawlFolder } from '../../crawling/store/crawl-store.js';
import { type ResultFolder, createResultFolder } from '../../crawling/store/result-folder.js';
import { type CrawlParts, resolveAgain, takeParts } from '../../app/settings/plugin-options.js';
import { UsageError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { given } from '../../support/given.js';
import type { OptionsOf } from '../../support/settings/field.js';
import { silentLogger } from '../../support/logger.js';
import { type Own, withResources } from '../../support/with-resources.js';
import { type CrawlReport, runCrawl } from '../../app/crawl/run-crawl.js';
import {
  type PlannedCrawl,
  type CrawlCallbacks,
  type CrawlBeginning,
  identityOf,
  keptSettings,
  refuseHeldFolder,
} from '../../app/crawl/setup/prepare-crawl.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { TakenAction } from '../../model/steering.js';
import type { Crawl, CrawlFeature } from '../../crawling/engine/crawl-context.js';
import { learnFrom, revise } from '../../crawling/engine/settle.js';
import { takeAccepted } from '../../crawling/pages/page-watch.js';
import { NO_MEMORY } from '../../crawling/store/crawl-memory.js';
import { type Crew, createCrew } from './crew.js';
import { createRounds } from './rounds.js';
import { createSharedFrontier } from './shared-frontier.js';
import { newWorkerState, takeBlock } from './worker-state.js';

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
  frontier: string,
  deps: CrawlCallbacks,
): Promise<CrawlReport> {
  const { url, name = '', lease } = readFrontierAddress(frontier);
  if (!/^[\w.-]{1,100}$/.test(name))
    throw new UsageError('frontier does not name the crawl', {
      hint: 'end its URL in ?crawl=NAME: letters, digits, dots, hyphens and underscores, 100 at most',
    });
  const beginning = sharedCrawl(lease, async (planned, own) => {
    const database = await connect(url, deps, own);
    const now = await database.transaction(databaseTime);
    const settings = { ...keptSettings(planned), follow: planned.plan.follow };
    const kept: SharedPlan = { settings, seeds: asked.seeds, identity: identityOf(planned, now) };
    const results = await resultsOf(planned, own);
    return { database, kept, results, crawl: await makeCrawl(database, name, kept, planned.plan.maxPages) };
  });
  const refuse: CrawlBeginning['refuse'] = ({ out, force }) => refuseHeldFolder(out, force);
  return runCrawl(
    { ...asked, beginning: { ...beginning, refuse } },
    { clock: beginning.clock, ...given(deps) },
  );
}

/**
 * Takes part in a crawl that was begun with `frontier`, from any machine. It ends when nothing is left, at the limits of
 * the crawl, or when it is interrupted; the others continue.
 * @param name of the crawl
 * @throws InputError for the database, and where it does not have the crawl; otherwise as `crawlTopic`
 */
export async function joinCrawl(
  name: string,
  options: OptionsOf<typeof joinFields> & CrawlParts,
  deps: CrawlCallbacks = {},
): Promise<CrawlReport> {
  checkArguments('joinCrawl', {
    name: [name, 'string'],
    options: [options, 'object'],
    deps: [deps, 'object'],
  });
  const taken = takeParts(options);
  const { frontier, out, force, plugin = [], ...changed } = checkSettings(joinFields, taken.settings);
  return withResources(async (own) => {
    const { url, lease } = readFrontierAddress(frontier);
    const database = await connect(url, deps, own);
    const found = await findCrawl(database, name);
    const kept = found.plan as SharedPlan;
    const { maxPages = found.maxPages } = changed;
    const again = { ...kept.settings, ...given(changed), maxPages, seeds: kept.seeds, out, force };
    const { settings, plugins } = await resolveAgain(
      crawlFields,
      again,
      `the crawl '${name}'`,
      taken,
      plugin,
    );
    const beginning = sharedCrawl(lease, async (planned, placed) => {
      if (changed.maxPages !== undefined) await setMaxPages(database, found, changed.maxPages);
      return { database, kept, results: await resultsOf(planned, placed), crawl: found };
    });
    return runCrawl(
      { settings, plugins, seeds: kept.seeds, beginning },
      { clock: beginning.clock, ...given(deps) },
    );
  });
}

/**
 * The database of `postgres://…?crawl=NAME&lease=S`, the name of the crawl, and the milliseconds after which others take over
 * the hosts of a worker that is lost.
 */
function readFrontierAddress(address: string) {
  const [database = '', query] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  const name = parameters.get('crawl') ?? undefined;
  const lease = 1000 * Number(parameters.get('lease') ?? 30);
  for (const own of ['crawl', 'lease']) parameters.delete(own);
  const rest = parameters.toString();
  return { url: rest === '' ? database : `${database}?${rest}`, name, lease };
}

async function connect(url: string, { logger = silentLogger }: CrawlCallbacks, own: Own): Promise<Database> {
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

/** Begins as one worker, which gives its hosts back however it ends. @param lease as in {@link WorkerDeps} */
function sharedCrawl(
  lease: number,
  open: (planned: PlannedCrawl, own: Own) => Promise<OpenedShared>,
): CrawlBeginning & { readonly clock: DatabaseClock } {
  /** Way in which the worker leaves, for the others. */
  let leaving = 'failed';
  const clock = createDatabaseClock();
  return {
    clock,
    refuse: () => undefined,
    async open(planned, own) {
      const { settings } = planned;
      const { database, kept, results, crawl } = await open(planned, own);
      own({ close: lockCrawlFolder(results.path) });
      const worker = await joinAsWorker({
        ...{ database, crawl, clock },
        name: `${hostname()}:${path.resolve(settings.out)}`,
        lease,
        timeout: 1000 * settings.timeout,
      });
      // Tells the others when the worker is gone, whatever ended it.
      own({ close: () => worker.crew.leave(leaving) });
      return {
        ...{ results, store: worker.store },
        shared: {
          ...{ name: crawl.name, worker: worker.id, crew: worker.crew, news: crewNews(worker.crew) },
          isLost: worker.isLost,
        },
        begun: { startedAt: Date.parse(kept.identity.startedAt), state: undefined },
      };
    },
    ended: ({ ended }) => void (leaving = ended),
  };
}

/** One worker of a shared crawl: what stands for the store of a crawl by one process. */
export type SharedWorker = Awaited<ReturnType<typeof joinAsWorker>>;

/** Services and settings of a worker. */
interface WorkerDeps {
  readonly database: Database;
  readonly crawl: SharedCrawl;
  /** Set by the time of the database. */
  readonly clock: DatabaseClock;
  /** For those who look at the crawl. */
  readonly name: string;
  /** Milliseconds that its hosts stay its own without a word from it, and that a request may take. */
  readonly lease: number;
  readonly timeout: number;
}

/** Takes part in a crawl. Its events are in the database; `leave` of its crew ends it. */
export async function joinAsWorker(parts: WorkerDeps) {
  const { database, crawl, clock, name, lease, timeout } = parts;
  const tables = tablesOf(crawl.id);
  const { worker, block } = await database.transaction(async (query) => {
    const id = await addWorker(query, crawl, name, lease);
    clock.set(await databaseTime(query));
    return { worker: id, block: await takeBlock(query, tables) };
  });
  const state = newWorkerState({ database, tables, crawl: crawl.id, worker, lease, timeout }, block);
  const round = createRounds(state);
  const { frontier, note } = createSharedFrontier(state, round);
  const actions = new Map<string, TakenAction>();
  const store: CrawlStore = {
    frontier,
    // Who takes a host over reads its robots.txt again.
    memory: NO_MEMORY,
    // What people ask of a worker concerns this one.
    actions: {
      all: () => [...actions.values()],
      has: (id) => actions.has(id),
      note: (taken) => void actions.set(taken.id, taken),
    },
    note({ event }, { tally }) {
      if (event.fetched && event.rejudged === undefined) state.fetched += 1;
      state.accepted = tally.accepted;
      note((step) => {
        step.event = { sequence: event.sequence, event: JSON.stringify(event) };
        if (step.ended !== undefined) step.ended = { ...step.ended, fetched: event.fetched };
      });
    },
    watchHosts: () => undefined,
    occupied: () => undefined,
    keepPlan: () => undefined,
    kept: () => [],
    eventsAfter: () => [],
    forgetEvents: () => undefined,
    snapshot: () => undefined,
    observations: () => [],
    close: () => undefined,
  };
  return {
    ...{ id: worker, store, crew: createCrew(state, round) },
    /** True if an event was not taken, because another worker ends its URL. */
    isLost: (sequence: number) => state.lostEvents.has(sequence),
  };
}

/**
 * Before URLs are chosen: takes in what came from the other workers of the crawl, in the order of all events, so that every
 * worker knows what all of them found.
 */
export function crewNews(crew: Pick<Crew, 'meet' | 'news'>): CrawlFeature {
  return {
    name: 'crew-news',
    begin(context) {
      const { untimed = <T>(work: Promise<T>): Promise<T> => work } = context.deps;
      return {
        async beforeChoice() {
          await untimed(crew.meet());
          const { events, hosts } = crew.news();
          for (const { host, pages } of hosts)
            if (context.plan.maxPagesPerHost < Infinity) context.hostPages.set(host, pages);
          for (const one of events) if (one.rejudged === undefined) hear(one, context);
          if (events.length > 0) revise(context);
        },
      };
    },
  };
}

/** Learns from what another worker recorded. Counters are each worker's own. */
function hear(event: CrawlEvent, context: Crawl): void {
  const { deps, acceptance, scope, pageWatch } = context;
  const { judgement, depth, state, finalUrl } = event;
  deps.priority.observe?.(event, undefined);
  if (judgement !== undefined) acceptance?.note(judgement);
  takeAccepted(event, pageWatch);
  // The targets of redirects of seeds belong to the scope of all.
  if (depth === 0 && state === 'done' && finalUrl !== undefined) scope.add(finalUrl);
  learnFrom(event, context);
}

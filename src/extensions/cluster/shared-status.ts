import { checkSettings } from '../../app/settings/resolve.js';
import {
  collectFields,
  dropFields,
  sharedStatusFields,
  type DropOptions,
  type SharedStatusOptions,
} from './shared-settings.js';
import { readTaken } from './actions.js';
import {
  dropCrawl,
  findCrawl,
  readQueue,
  readWorkers,
  type SharedCrawl,
  type WorkerStanding,
} from './catalog.js';
import { openDatabase, type Database } from './database.js';
import { openSchema } from './schema.js';
import type { CrawlState, TallyState } from '../../crawling/engine/crawl-types.js';
import type { CrawlCounts } from '../../crawling/engine/crawl-counts.js';
import { countsOf, NOTHING_COUNTED } from '../../crawling/engine/tally.js';
import { createSteering } from '../../crawling/steering/steering.js';
import { checkArguments } from '../../support/check-arguments.js';
import { withResources } from '../../support/with-resources.js';
import type { SharedPlan } from './shared-crawl.js';

/** State of a worker of a shared crawl. */
export interface SharedWorkerStatus {
  /** Machine and folder. */
  readonly name: string;
  /** running; lost: it was not heard of in time; or how it ended. */
  readonly state: string;
  /** Hosts that it holds. */
  readonly hosts: number;
  readonly fetched: number;
  readonly accepted: number;
  /** Seconds since it was heard of. */
  readonly silence: number;
}

/** State of a crawl that several workers share. */
export interface SharedStatus {
  readonly name: string;
  /** The database, without user and password. */
  readonly frontier: string;
  /** Of several topics: their names, separated by commas. */
  readonly topic: string;
  /** running: a worker is; done: nothing is left; stopped: URLs are left, and workers can join. */
  readonly state: 'running' | 'done' | 'stopped';
  /** True if people paused it: its workers request nothing, those that join included. */
  readonly paused: boolean;
  /** Of all workers together. */
  readonly counts: CrawlCounts;
  readonly maxPages: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly workers: readonly SharedWorkerStatus[];
}

/** @throws InputError for the database, and where it does not have the crawl */
export async function sharedStatus(name: string, options: SharedStatusOptions): Promise<SharedStatus> {
  checkArguments('sharedStatus', { name: [name, 'string'], options: [options, 'object'] });
  const { frontier } = checkSettings(sharedStatusFields, options);
  return lookAt(frontier, name, async (database, crawl) => {
    const workers = await readWorkers(database, crawl);
    const { queued, hosts, waiting } = await readQueue(database, crawl);
    const taken = await database.transaction((query) => readTaken(query, crawl.id));
    const { identity } = crawl.plan as SharedPlan;
    const isRunning = workers.some(({ standing }) => standing === 'running');
    return {
      name,
      frontier: database.shown,
      topic: [identity.topic].flat().join(', '),
      state: isRunning ? 'running' : queued === 0 && workers.length > 0 ? 'done' : 'stopped',
      paused: createSteering(taken).isPaused(),
      counts: {
        ...countsOf(sumOfTallies(workers.map(tallyOf))),
        fetched: fetchedBy(workers),
        queued,
        hosts,
        hostsWaiting: waiting,
      },
      maxPages: crawl.maxPages,
      startedAt: identity.startedAt,
      workers: workers.map(statusOf),
    };
  });
}

/** Removes a shared crawl from its database. @throws InputError while workers are running, unless it is forced */
export async function dropSharedCrawl(name: string, options: DropOptions): Promise<void> {
  checkArguments('dropSharedCrawl', { name: [name, 'string'], options: [options, 'object'] });
  const { frontier, force } = checkSettings(dropFields, options);
  await lookAt(frontier, name, (database, crawl) => dropCrawl(database, crawl, force));
}

/** Opens a database whose schema is there, and finds a crawl in it. */
export async function lookAt<T>(
  frontier: string,
  name: string,
  look: (database: Database, crawl: SharedCrawl) => Promise<T>,
): Promise<T> {
  return withResources(async (own) => {
    const { frontier: url } = checkSettings({ frontier: collectFields.frontier }, { frontier });
    const database = own(await openDatabase(url, { patience: 10 }));
    await openSchema(database, false);
    return look(database, await findCrawl(database, name));
  });
}

function tallyOf({ state }: WorkerStanding): TallyState {
  return (state as CrawlState | undefined)?.tally ?? NOTHING_COUNTED;
}

function fetchedBy(workers: readonly WorkerStanding[]): number {
  return workers.reduce((sum, { fetched }) => sum + fetched, 0);
}

function statusOf(worker: WorkerStanding): SharedWorkerStatus {
  const { fetched } = worker;
  const { accepted } = tallyOf(worker);
  return {
    name: worker.name,
    state: worker.standing === 'ended' ? (worker.ended ?? 'ended') : worker.standing,
    hosts: worker.hosts,
    fetched,
    accepted,
    silence: worker.silence / 1000,
  };
}

/** Sum of the counts of several workers. Which of their last requests were the last of all is not known. */
function sumOfTallies(tallies: readonly TallyState[]): TallyState {
  const sum = (of: (tally: TallyState) => number | undefined): number =>
    tallies.reduce((total, tally) => total + (of(tally) ?? 0), 0);
  const all = <K extends string>(
    of: (tally: TallyState) => Readonly<Partial<Record<K, number>>> | undefined,
  ) => {
    const names = new Set(tallies.flatMap((tally) => Object.keys(of(tally) ?? {}) as K[]));
    return Object.fromEntries([...names].map((name) => [name, sum((tally) => of(tally)?.[name])])) as Record<
      K,
      number
    >;
  };
  const byTopic = all((tally) => tally.acceptedByTopic);
  const rejudged = sum((tally) => tally.rejudged);
  return {
    states: { ...NOTHING_COUNTED.states, ...all((tally) => tally.states) },
    reasons: all((tally) => tally.reasons),
    links: all((tally) => tally.links),
    fetched: sum((tally) => tally.fetched),
    accepted: sum((tally) => tally.accepted),
    secondChoice: sum((tally) => tally.secondChoice),
    ...(Object.keys(byTopic).length === 0 ? {} : { acceptedByTopic: byTopic }),
    ...(rejudged === 0 ? {} : { rejudged }),
    bytes: sum((tally) => tally.bytes),
    recent: '',
  };
}

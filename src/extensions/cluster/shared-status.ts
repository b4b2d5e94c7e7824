import { checkSettings } from '../../app/settings/resolve.js';
import type { OptionsOf } from '../../support/settings/field.js';
import { checkArguments } from '../../support/check-arguments.js';
import { withResources } from '../../support/with-resources.js';
import { findCrawl, readQueue, readWorkers, type SharedCrawl, type SharedWorkerStatus } from './catalog.js';
import { openDatabase, type Database } from './database.js';
import type { SharedPlan } from './shared-crawl.js';
import { sharedStatusFields } from './shared-settings.js';

/** State of a crawl that several workers share. */
export interface SharedStatus {
  readonly name: string;
  /** The database, without user and password. */
  readonly frontier: string;
  /** Of several topics: their names, separated by commas. */
  readonly topic: string;
  /** running: a worker is; done: nothing is left; stopped: URLs are left, and workers can join. */
  readonly state: 'running' | 'done' | 'stopped';
  /** Of all workers together. */
  readonly counts: Readonly<Record<'fetched' | 'accepted' | 'queued' | 'hosts' | 'hostsWaiting', number>>;
  readonly maxPages: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly workers: readonly SharedWorkerStatus[];
}

/** @throws InputError for the database, and where it does not have the crawl */
export async function sharedStatus(
  name: string,
  options: OptionsOf<typeof sharedStatusFields>,
): Promise<SharedStatus> {
  checkArguments('sharedStatus', { name: [name, 'string'], options: [options, 'object'] });
  const { frontier } = checkSettings(sharedStatusFields, options);
  return lookAt(frontier, name, async (database, crawl) => {
    const workers = await readWorkers(database, crawl);
    const queue = await readQueue(database, crawl);
    const { identity } = crawl.plan as SharedPlan;
    const isRunning = workers.some(({ state }) => state === 'running');
    const sum = (of: 'fetched' | 'accepted'): number => workers.reduce((all, one) => all + one[of], 0);
    return {
      ...{ name, frontier: database.shown, topic: [identity.topic].flat().join(', ') },
      state: isRunning ? 'running' : queue.queued === 0 && workers.length > 0 ? 'done' : 'stopped',
      counts: { fetched: sum('fetched'), accepted: sum('accepted'), ...queue },
      ...{ maxPages: crawl.maxPages, startedAt: identity.startedAt, workers },
    };
  });
}

/** Opens a database, and finds a crawl in it. */
export async function lookAt<T>(
  frontier: string,
  name: string,
  look: (database: Database, crawl: SharedCrawl) => Promise<T>,
): Promise<T> {
  return withResources(async (own) => {
    const database = own(await openDatabase(frontier, { patience: 10 }));
    return look(database, await findCrawl(database, name));
  });
}

import { checkSettings } from '../../app/settings/resolve.js';
import type { OptionsOf } from '../../support/settings/field.js';
import { checkArguments } from '../../support/check-arguments.js';
import { withResources } from '../../support/with-resources.js';
import { findCrawl, readQueue, readWorkers, type SharedCrawl } from './catalog.js';
import { openDatabase, type Database } from './database.js';
import type { SharedPlan } from './shared-crawl.js';
import { sharedStatusFields } from './shared-settings.js';

/** State of a crawl that several workers share. */
export type SharedStatus = Awaited<ReturnType<typeof sharedStatus>>;

/** @throws InputError for the database, and where it does not have the crawl */
export async function sharedStatus(name: string, options: OptionsOf<typeof sharedStatusFields>) {
  checkArguments('sharedStatus', { name: [name, 'string'], options: [options, 'object'] });
  const { frontier } = checkSettings(sharedStatusFields, options);
  return lookAt(frontier, name, async (database, crawl) => {
    const workers = await readWorkers(database, crawl);
    const queue = await readQueue(database, crawl);
    const { identity } = crawl.plan as SharedPlan;
    const isRunning = workers.some(({ state }) => state === 'running');
    const ended = queue.queued === 0 && workers.length > 0 ? 'done' : 'stopped';
    /** running: a worker is; done: nothing is left; stopped: URLs are left, and workers can join. */
    const state: 'running' | 'done' | 'stopped' = isRunning ? 'running' : ended;
    const sum = (of: 'fetched' | 'accepted'): number => workers.reduce((all, one) => all + one[of], 0);
    return {
      /** The database, without user and password, and the topic; of several topics their names, separated by commas. */
      ...{ name, frontier: database.shown, topic: [identity.topic].flat().join(', '), state },
      /** Of all workers together. */
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

import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { askAction, findTaken } from './actions.js';
import { isSeen, readWorkers, type SharedCrawl } from './catalog.js';
import type { Database } from './database.js';
import { newCommand } from '../../crawling/steering/command-folder.js';
import { requireWebAddress } from '../../crawling/urls/urls.js';
import { UsageError } from '../../model/errors.js';
import type { Action, TakenAction } from '../../model/steering.js';
import { lookAt } from './shared-status.js';
import { unknownPage, type Steered, type SteerOptions } from '../../app/crawl/steer-crawl.js';

/** Milliseconds between two looks whether a worker has taken an action. */
const LOOK_EVERY = 200;

/**
 * Asks something of a crawl that several workers share, through its database: one worker takes it, and all take it up within
 * a second. Where none runs, those take it up that join.
 *
 * @throws UsageError for what makes no sense of a crawl that is not running; InputError for the database, where it does not
 *   have the crawl, for an invalid action, and for an answer about a URL that the crawl does not know
 */
export async function steerSharedCrawl(
  frontier: string,
  name: string,
  action: Action,
  { by = userInfo().username, wait = 10, alike, signal }: SteerOptions = {},
): Promise<Steered> {
  if (alike === true)
    throw new UsageError('--alike is for a crawl in a folder', { hint: 'name each page of a shared crawl' });
  const command = newCommand(
    action.kind === 'rate' ? { ...action, url: requireWebAddress(action.url) } : action,
    by,
  );
  return lookAt(frontier, name, async (database, crawl) => {
    const running = (await readWorkers(database, crawl)).some(({ standing }) => standing === 'running');
    if (!running) refuseWithoutWorkers(name, command.action);
    if (command.action.kind === 'rate') await refuseUnknown(database, crawl, command.action.url);
    await database.transaction((query) => askAction(query, crawl.id, command));
    if (!running) return { running };
    const find = (): Promise<TakenAction | undefined> =>
      database.transaction((query) => findTaken(query, crawl.id, command.id));
    for (const until = Date.now() + 1000 * wait; ;) {
      const taken = await find();
      if (taken !== undefined) return { running, taken };
      if (Date.now() >= until) return { running };
      await sleep(LOOK_EVERY, undefined, { ...(signal && { signal }) });
    }
  });
}

async function refuseUnknown(database: Database, crawl: SharedCrawl, url: string): Promise<void> {
  if (await isSeen(database, crawl, url)) return;
  throw unknownPage(`the crawl '${crawl.name}'`, url, `sfwc shared steer ${crawl.name} seed ${url}`);
}

function refuseWithoutWorkers(name: string, { kind }: Action): void {
  if (kind !== 'pause' && kind !== 'stop') return;
  throw new UsageError(`no worker of '${name}' is running`, {
    hint: `continue with: sfwc shared join ${name}`,
  });
}

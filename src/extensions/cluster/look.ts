import { hostsWithin, readCrew, readOpenHosts } from './shared-crawl-view.js';
import type { Query } from './database.js';
import { readActions, type HeardActions } from './hear-actions.js';
import { addUrls, hold, type HoldState } from './hold-hosts.js';
import {
  endLostGrants,
  freeHosts,
  giveBack,
  readBest,
  readHosts,
  readNews,
  readOthersEvents,
  takeBest,
  URLS_A_HOST,
  type HostContent,
  type TakenHost,
} from './holdings.js';
import { shareBudget } from './page-budget.js';
import { PLACES_A_BLOCK } from './schema.js';
import { idleHosts, shareOf, surplusOf } from './spare-hosts.js';
import { lose, takeBlock, usedBy, type CrewSeen, type HeldHost, type WorkerState } from './worker-state.js';

/** URLs in the memory of a worker at most, about 1 kB each. */
const MAX_URLS = 300_000;

/** Results of a look. */
interface Sight {
  readonly taken: readonly TakenHost[];
  readonly contents: ReadonlyMap<string, HostContent>;
  /** The best URLs of hosts that are held, read again. */
  readonly again: ReadonlyMap<string, HostContent['urls']>;
  readonly block: number | undefined;
  /** Pages that this worker may end from now on. */
  readonly granted: number;
  /** Commands to the crawl; undefined if nothing has changed. */
  readonly heard: HeardActions | undefined;
}

/** Writes what was done, gives back what is not needed, and takes what is. */
export async function lookOnce(state: WorkerState, round: () => Promise<void>): Promise<void> {
  await round();
  const { identity, hosts } = state;
  const { holdings, held } = hosts;
  const isIdle = held.counts().queued === 0;
  hosts.isShort = false;
  const surplus = surplusOf(state);
  for (const { host } of surplus) lose(host, hosts);
  const drained = [...holdings.values()].filter(({ host, hasMore }) => hasMore && held.queuedOf(host) === 0);
  let isAgain = false;
  const sight = await identity.database.transaction(async (query) => {
    if (isAgain) await freeForgotten(query, state);
    isAgain = true;
    return see(query, state, { drained, isIdle, surplus });
  });
  arrive(sight, state);
}

/** After a look whose answer was lost: frees the hosts that it took; what it read of others is to be read again. */
async function freeForgotten(
  query: Query,
  { identity: { tables, worker }, hosts: { holdings } }: Pick<WorkerState, 'identity' | 'hosts'>,
): Promise<void> {
  for (const holding of holdings.values()) holding.hasMore = true;
  const keys = [...holdings.values()].map(({ key }) => key);
  await query(`UPDATE ${tables.hosts} SET worker = NULL WHERE worker = $1 AND host <> ALL ($2::bigint[])`, [
    worker,
    keys,
  ]);
}

/** Purpose of a look. */
interface Needs {
  /** Hosts of which the database may have more URLs than there are in memory. */
  readonly drained: readonly HeldHost[];
  /** True if nothing is left to request here. */
  readonly isIdle: boolean;
  /** Hosts to give back. */
  readonly surplus: readonly HeldHost[];
}

async function see(query: Query, state: WorkerState, { drained, isIdle, surplus }: Needs): Promise<Sight> {
  const { hosts, crew, places } = state;
  const { tables, crawl, worker } = state.identity;
  const { holdings, held } = hosts;
  const lost = await endLostGrants(query, tables, crawl, worker);
  const workers = await readCrew(query, crawl, worker);
  crew.view = { ...crew.view, ...workers };
  // What locks the crawl comes before what locks hosts, as in rounds.
  const heard = await readActions(query, workers.asked, state);
  const granted = await shareBudget(query, state);
  await giveBack(query, tables, worker, surplus);
  await freeHosts(query, tables, lost);
  const isAlone = workers.others === 0;
  const news = isAlone && !isIdle ? { changed: [], wanted: [] } : await readNews(query, tables, worker);
  const open = await readOpenHosts(query, tables, worker);
  crew.view = { ...workers, ...open };
  const mine = [...holdings.keys()].filter((host) => held.queuedOf(host) > 0).length;
  const fitting = hostsWithin(MAX_URLS - held.counts().queued, open, URLS_A_HOST);
  const room = usedBy(state) < granted ? Math.min(shareOf(state) - mine, fitting) : 0;
  const taken = room > 0 && open.urls > 0 ? await takeBest(query, tables, worker, room) : [];
  const keys = taken.map(({ key }) => key);
  const contents: Sight['contents'] = keys.length === 0 ? new Map() : await readHosts(query, tables, keys);
  const reread = [...new Set([...news.changed, ...drained.map(({ key }) => key)])];
  const again: Sight['again'] = reread.length === 0 ? new Map() : await readBest(query, tables.urls, reread);
  const wanted = idleHosts(state).filter(({ key }) => news.wanted.includes(key));
  for (const { host } of wanted) lose(host, hosts);
  await giveBack(query, tables, worker, wanted);
  if (taken.length > 0) crew.view = { ...workers, ...(await readOpenHosts(query, tables, worker)) };
  if (!isAlone || crew.hadOthers || !crew.hasMet) await readEvents(query, state);
  // The seeds, and what sitemaps name, are in the database by now.
  if (!crew.hasMet) await query('UPDATE sfwc.crawls SET found = true WHERE id = $1 AND NOT found', [crawl]);
  crew.hasMet = true;
  crew.hadOthers = !isAlone;
  const isBlockUsed = places.next % PLACES_A_BLOCK > PLACES_A_BLOCK / 2;
  const block = isBlockUsed ? await takeBlock(query, tables) : undefined;
  return { taken, contents, again, granted, heard, block };
}

/** Batches of events of others that are read at one look; the rest follows at the next. */
const BATCHES_A_LOOK = 20;

async function readEvents(
  query: Query,
  { identity, crew }: Pick<WorkerState, 'identity' | 'crew'>,
): Promise<void> {
  const { tables, crawl, worker } = identity;
  const after = new Map(crew.after);
  const events: CrewSeen['news']['events'] = [];
  for (let batch = 0; batch < BATCHES_A_LOOK; batch += 1) {
    const read = await readOthersEvents(query, tables, crawl, worker, after);
    if (read.length === 0) break;
    events.push(...read);
  }
  crew.after = after;
  crew.news.events.push(...events);
}

/** Takes what a look brought into memory. */
function arrive(
  { taken, contents, again, block, granted, heard }: Sight,
  state: HoldState & Pick<WorkerState, 'progress'>,
): void {
  const { hosts, places, progress, steering } = state;
  progress.granted = granted;
  if (heard !== undefined) {
    steering.actions.seen = heard.seen;
    steering.actions.arrive(heard.asked);
  }
  for (const host of taken) hold(host, contents.get(host.key), state);
  if (again.size > 0) {
    for (const holding of hosts.holdings.values()) {
      const urls = again.get(holding.key);
      if (urls !== undefined) holding.hasMore = addUrls(urls, true, state);
    }
  }
  if (block === undefined) return;
  places.blocks.add(block);
  places.next = block * PLACES_A_BLOCK;
}

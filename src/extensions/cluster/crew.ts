import type { CrawlCrew } from '../../crawling/engine/crawl-types.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextActions, type AskedAction } from './actions.js';
import { hostsWithin, readCrew, readOpenHosts } from './crawl-view.js';
import type { Query } from './database.js';
import {
  endLostGrants,
  freeHosts,
  giveBack,
  readBest,
  readHosts,
  readNews,
  readOthersEvents,
  takeBest,
  takeOne,
  URLS_A_HOST,
  type HostContent,
  type TakenHost,
} from './holdings.js';
import { hostsOf } from './journal.js';
import { hostKey } from './keys.js';
import { isUsedUp, mayBeGrantedMore, shareBudget } from './page-budget.js';
import { PLACES_A_BLOCK } from './schema.js';
import { lose, takeBlock, usedBy, type CrewSeen, type HeldHost, type WorkerState } from './worker-state.js';

/** Hosts that a worker holds at most, and URLs of them in its memory, about 1 kB each. */
const MOST_HELD = 10_000;
const MOST_URLS = 300_000;
/** Milliseconds between two looks at what others did, where nothing is short. */
const LOOK_EVERY = 1000;
/** Milliseconds between two looks of a worker that has used up what it was granted. */
const GRANT_AGAIN = 100;
/** Milliseconds for which a redirect waits for a host that another worker holds, and between two tries. */
const LONGEST_REACH = 30_000;
const REACH_EVERY = 300;
/** Milliseconds for which a host that was taken for a redirect is kept before its first request. */
const REACHED_FOR = 60_000;
/** Milliseconds after which an announcement is too old for the request to begin: the machine may have been asleep. */
const ANNOUNCED_FOR = 5000;

/** The crew as one worker sees it. */
export interface Crew extends CrawlCrew {
  /** Brings what was done to the others, and takes what there is, whether that is due or not. */
  look(): Promise<void>;
  /** Gives all hosts back and tells the others that this worker has ended. */
  leave(how: string): Promise<void>;
}

/**
 * The crew of a worker. It looks at what others did every second, and at once where it has nothing left to ask for; alone,
 * it takes a host as soon as a URL there is found, so that the order is that of a crawl by one process.
 * @param round writes all steps so far
 */
export function createCrew(state: WorkerState, round: () => Promise<void>): Crew {
  const { identity, hosts, elsewhere, unwritten, progress, steering, crew } = state;
  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  function look(): Promise<void> {
    looking ??= lookOnce(state, round).finally(() => {
      looking = undefined;
      lookedAt = performance.now();
    });
    return looking;
  }
  // The hosts stay this worker's while it judges a page for long, or is paused by a person.
  const heart = setInterval(() => void look().catch(() => undefined), Math.max(100, identity.lease / 3));
  heart.unref();
  // A crawl that is paused looks at nothing else.
  const ear = setInterval(() => {
    const isLate = looking === undefined && performance.now() - lookedAt > LOOK_EVERY;
    if (isLate) hearActions(state).catch(() => undefined);
  }, LOOK_EVERY);
  ear.unref();

  return {
    async look() {
      await looking;
      await look();
    },
    async meet() {
      // A look that is under way may have begun before what is short now.
      if (looking !== undefined && mustLook(state)) await looking;
      const since = performance.now() - lookedAt;
      const isWaiting = usedBy(state) >= progress.granted && mayBeGrantedMore(state) && since > GRANT_AGAIN;
      if (mustLook(state) || isWaiting) await look();
      else if (since > LOOK_EVERY) look().catch(() => undefined);
    },
    valued: (url, priority) => elsewhere.valued.set(url, priority),
    news() {
      const { news } = crew;
      crew.news = { events: [], hosts: [] };
      return news;
    },
    get limit() {
      return progress.granted + progress.lostPages;
    },
    get mayRise() {
      return mayBeGrantedMore(state);
    },
    adjustBy: (adjusted) => (steering.adjusted = adjusted),
    async reach(host, signal) {
      const wait = await reach(host, signal, state);
      const holding = hosts.holdings.get(host);
      if (holding !== undefined) holding.busyUntil = performance.now() + REACHED_FOR;
      return wait;
    },
    announce: (host, pause) => announce(host, pause, state, round),
    rest(host, milliseconds) {
      const holding = hosts.holdings.get(host);
      if (holding === undefined) return;
      holding.busyUntil = 0;
      unwritten.rests.set(host, performance.now() + milliseconds);
    },
    async leave(how) {
      clearInterval(heart);
      clearInterval(ear);
      await looking?.catch(() => undefined);
      await round();
      await leave(how, state);
    },
  };
}

/** Commits when the host may be asked again, until that was quick enough for the request to begin. */
async function announce(
  host: string,
  pause: number,
  { identity, hosts, unwritten }: Pick<WorkerState, 'identity' | 'hosts' | 'unwritten'>,
  round: () => Promise<void>,
): Promise<boolean> {
  for (;;) {
    const holding = hosts.holdings.get(host);
    if (holding === undefined) return false;
    const begun = performance.now();
    holding.busyUntil = begun + identity.timeout + pause;
    unwritten.rests.set(host, holding.busyUntil);
    await round();
    if (performance.now() - begun < ANNOUNCED_FOR) return hosts.holdings.has(host);
  }
}

async function leave(
  how: string,
  { identity, hosts }: Pick<WorkerState, 'identity' | 'hosts'>,
): Promise<void> {
  const { database, tables, worker } = identity;
  const holdings = [...hosts.holdings.values()];
  for (const { host } of holdings) lose(host, hosts);
  await database.transaction(async (query) => {
    await giveBack(query, tables, worker, holdings);
    await query(
      'UPDATE sfwc.workers SET ended = $2, granted = fetched, seen_at = clock_timestamp() WHERE id = $1',
      [worker, how],
    );
  });
}

function mustLook({ hosts, crew }: Pick<WorkerState, 'hosts' | 'crew'>): boolean {
  return hosts.held.queuedCount === 0 || (crew.view.others === 0 && hosts.isShort);
}

/** Looks at once whether something was asked of the crawl, and at nothing else. */
export async function hearActions(state: Pick<WorkerState, 'identity' | 'steering'>): Promise<void> {
  const { database, crawl } = state.identity;
  const { actions } = state.steering;
  const heard = await database.transaction(async (query) => {
    const [row] = await query('SELECT asked FROM sfwc.crawls WHERE id = $1', [crawl]);
    return readActions(query, Number(row?.['asked'] ?? 0), state);
  });
  if (heard === undefined) return;
  actions.seen = heard.seen;
  actions.arrive(heard.asked);
}

/** Reads what was asked of the crawl, where that has changed. */
async function readActions(
  query: Query,
  changes: number,
  { identity: { crawl, worker }, steering: { actions } }: Pick<WorkerState, 'identity' | 'steering'>,
): Promise<Sight['heard']> {
  if (changes === actions.seen) return undefined;
  const { actions: asked, isAll } = await nextActions(query, crawl, worker, actions.after);
  // What another worker is taking is looked for again, should that one be gone.
  return { asked, seen: isAll ? changes : -1 };
}

/** What a look brings. */
interface Sight {
  readonly taken: readonly TakenHost[];
  readonly contents: ReadonlyMap<string, HostContent>;
  /** The best URLs of hosts that are held, read again. */
  readonly again: ReadonlyMap<string, HostContent['urls']>;
  readonly block: number | undefined;
  /** Pages that this worker may end from now on. */
  readonly granted: number;
  /** What was asked of the crawl, and how many changes of that were seen; undefined where nothing has changed. */
  readonly heard: { readonly asked: readonly AskedAction[]; readonly seen: number } | undefined;
}

/** Writes what was done, gives back what is not needed, and takes what is. */
async function lookOnce(state: WorkerState, round: () => Promise<void>): Promise<void> {
  await round();
  const { identity, hosts } = state;
  const { holdings, held } = hosts;
  const isIdle = held.queuedCount === 0;
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

/** Hosts that may be given back: nothing of theirs is under way, or on its way into the database. */
function idleHosts({
  hosts: { holdings, held },
  unwritten: { steps, rests },
}: Pick<WorkerState, 'hosts' | 'unwritten'>): readonly HeldHost[] {
  const now = performance.now();
  const written = hostsOf(steps);
  return [...holdings.values()].filter(
    ({ host, claims, busyUntil }) =>
      claims <= 0 && busyUntil <= now && held.leasedOf(host) === 0 && !rests.has(host) && !written.has(host),
  );
}

/**
 * Hosts to give back: those without URLs, where others are there or nothing else is left; and of the others every second,
 * while this worker has more than its share.
 */
function surplusOf(
  state: Pick<WorkerState, 'hosts' | 'unwritten' | 'progress' | 'crew'>,
): readonly HeldHost[] {
  const { held } = state.hosts;
  const isAlone = state.crew.view.others === 0;
  const idle = idleHosts(state);
  // Others have pages left to request, and may have nothing to request.
  if (!isAlone && isUsedUp(state) && mayBeGrantedMore(state)) return idle;
  const empty = idle.filter(({ host, hasMore }) => !hasMore && held.queuedOf(host) === 0);
  const full = idle.filter((holding) => !empty.includes(holding));
  const over = full.length - shareOf(state);
  const many = isAlone || over <= 1 ? [] : full.filter((_, place) => place % 2 === 1).slice(0, over);
  return [...(isAlone && held.queuedCount > 0 ? [] : empty), ...many];
}

/** Hosts with URLs that are this worker's part. */
function shareOf({ hosts: { holdings, held }, crew: { view } }: Pick<WorkerState, 'hosts' | 'crew'>): number {
  const mine = [...holdings.keys()].filter((host) => held.queuedOf(host) > 0).length;
  const share = Math.ceil((mine + view.hosts) / (view.others + 1));
  return Math.min(MOST_HELD, Math.max(1, view.others === 0 ? MOST_HELD : share));
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

/** What a look is for. */
interface Needs {
  /** Hosts of which the database may have more URLs than there are in memory. */
  readonly drained: readonly HeldHost[];
  /** Whether nothing is left to request here. */
  readonly isIdle: boolean;
  /** Hosts to give back. */
  readonly surplus: readonly HeldHost[];
}

async function see(query: Query, state: WorkerState, { drained, isIdle, surplus }: Needs): Promise<Sight> {
  const { hosts, crew, places } = state;
  const { tables, crawl, worker, clock } = state.identity;
  const { holdings, held } = hosts;
  const lost = await endLostGrants(query, tables, crawl, worker);
  const asked = performance.now();
  const workers = await readCrew(query, crawl, worker);
  clock.told(workers.now, asked, performance.now());
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
  const fitting = hostsWithin(MOST_URLS - held.queuedCount, open, URLS_A_HOST);
  const room = usedBy(state) < granted ? Math.min(shareOf(state) - mine, fitting) : 0;
  const taken = room > 0 && open.urls > 0 ? await takeBest(query, tables, worker, room) : [];
  const contents: Sight['contents'] =
    taken.length === 0
      ? new Map()
      : await readHosts(
          query,
          tables,
          taken.map(({ key }) => key),
        );
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
  return {
    taken,
    contents,
    again,
    granted,
    heard,
    block: isBlockUsed ? await takeBlock(query, tables) : undefined,
  };
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
function arrive({ taken, contents, again, block, granted, heard }: Sight, state: WorkerState): void {
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

/** Where hosts and their URLs arrive. */
type HoldState = Pick<WorkerState, 'hosts' | 'places' | 'elsewhere' | 'steering' | 'crew'>;

function hold(taken: TakenHost, content: HostContent | undefined, state: HoldState): void {
  const { host, key, epoch, isOwn, pages } = taken;
  const { urls = [], ended, kept = [] } = content ?? {};
  const { holdings, held, memory } = state.hosts;
  for (const one of ended ?? []) held.markEnded(one);
  const hasMore = addUrls(urls, !isOwn, state);
  holdings.set(host, {
    host,
    key,
    epoch,
    isComplete: ended !== undefined,
    hasMore,
    claims: 0,
    busyUntil: 0,
  });
  if (isOwn) return;
  memory.arrive(host, kept);
  state.crew.news.hosts.push({ host, pages });
}

/** Queues URLs that the database has; tells whether it may have more. @param isOthers whether another worker may have valued them */
function addUrls(
  urls: HostContent['urls'],
  isOthers: boolean,
  { hosts: { held }, places: { blocks }, elsewhere, steering }: Omit<HoldState, 'crew'>,
): boolean {
  for (const { queued, place } of urls) {
    const isMine = blocks.has(Math.floor(place / PLACES_A_BLOCK));
    const own = held.waiting(queued.url);
    if (own !== undefined) {
      if (own.referrer !== queued.referrer && queued.priority.value > own.priority.value)
        held.requeue(queued);
      continue;
    }
    // Seeds are not the strategy's to value.
    const mayRevalue = isOthers && !isMine && queued.referrer !== undefined;
    const valued = mayRevalue ? elsewhere.valued.get(queued.url) : undefined;
    const entry = valued === undefined ? queued : { ...queued, priority: valued };
    held.add({ queued: queued.referrer === undefined ? entry : steering.adjusted(entry), place });
  }
  return urls.length >= URLS_A_HOST;
}

/** Takes a host for a redirect, as soon as its holder gives it up. */
async function reach(
  host: string,
  signal: AbortSignal,
  state: HoldState & Pick<WorkerState, 'identity'>,
): Promise<number | undefined> {
  const { database, tables, worker } = state.identity;
  const until = performance.now() + LONGEST_REACH;
  const key = hostKey(host);
  while (!state.hosts.holdings.has(host)) {
    if (signal.aborted || performance.now() > until) return undefined;
    const found = await database.transaction(async (query) => {
      const taken = await takeOne(query, tables, worker, { host, key });
      return taken && { taken, contents: await readHosts(query, tables, [key]) };
    });
    if (found !== undefined) {
      hold(found.taken, found.contents.get(key), state);
      return found.taken.isOwn ? 0 : found.taken.wait;
    }
    await sleep(REACH_EVERY, undefined, { ref: false });
  }
  return 0;
}

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
import { lose, takeBlock, usedBy, type HeldHost, type WorkerState } from './worker-state.js';

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
  const heart = setInterval(() => void look().catch(() => undefined), Math.max(100, state.lease / 3));
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
      const isWaiting = usedBy(state) >= state.granted && mayBeGrantedMore(state) && since > GRANT_AGAIN;
      if (mustLook(state) || isWaiting) await look();
      else if (since > LOOK_EVERY) look().catch(() => undefined);
    },
    valued: (url, priority) => state.valued.set(url, priority),
    news() {
      const { events, hosts } = state.news;
      state.news = { events: [], hosts: [] };
      return { events, hosts };
    },
    get limit() {
      return state.granted + state.lostPages;
    },
    get mayRise() {
      return mayBeGrantedMore(state);
    },
    adjustBy: (adjusted) => (state.adjusted = adjusted),
    async reach(host, signal) {
      const wait = await reach(host, signal, state);
      const holding = state.holdings.get(host);
      if (holding !== undefined) holding.busyUntil = performance.now() + REACHED_FOR;
      return wait;
    },
    announce: (host, pause) => announce(host, pause, state, round),
    rest(host, milliseconds) {
      const holding = state.holdings.get(host);
      if (holding === undefined) return;
      holding.busyUntil = 0;
      state.rests.set(host, performance.now() + milliseconds);
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
  state: WorkerState,
  round: () => Promise<void>,
): Promise<boolean> {
  for (;;) {
    const holding = state.holdings.get(host);
    if (holding === undefined) return false;
    const begun = performance.now();
    holding.busyUntil = begun + state.timeout + pause;
    state.rests.set(host, holding.busyUntil);
    await round();
    if (performance.now() - begun < ANNOUNCED_FOR) return state.holdings.has(host);
  }
}

async function leave(how: string, state: WorkerState): Promise<void> {
  const { database, tables, worker } = state;
  const holdings = [...state.holdings.values()];
  for (const { host } of holdings) lose(host, state);
  await database.transaction(async (query) => {
    await giveBack(query, tables, worker, holdings);
    await query(
      'UPDATE sfwc.workers SET ended = $2, granted = fetched, seen_at = clock_timestamp() WHERE id = $1',
      [worker, how],
    );
  });
}

function mustLook({ held, isShort, view }: WorkerState): boolean {
  return held.queuedCount === 0 || (view.others === 0 && isShort);
}

/** Looks at once whether something was asked of the crawl, and at nothing else. */
export async function hearActions(state: WorkerState): Promise<void> {
  const { database, crawl, actions } = state;
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
  { crawl, worker, actions }: WorkerState,
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
  const { holdings, held } = state;
  const isIdle = held.queuedCount === 0;
  state.isShort = false;
  const surplus = surplusOf(state);
  for (const { host } of surplus) lose(host, state);
  const drained = [...holdings.values()].filter(({ host, hasMore }) => hasMore && held.queuedOf(host) === 0);
  let isAgain = false;
  const sight = await state.database.transaction(async (query) => {
    if (isAgain) await freeForgotten(query, state);
    isAgain = true;
    return see(query, state, { drained, isIdle, surplus });
  });
  arrive(sight, state);
}

/** Hosts that may be given back: nothing of theirs is under way, or on its way into the database. */
function idleHosts({ holdings, held, steps, rests }: WorkerState): readonly HeldHost[] {
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
function surplusOf(state: WorkerState): readonly HeldHost[] {
  const { held, view } = state;
  const isAlone = view.others === 0;
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
function shareOf({ holdings, held, view }: WorkerState): number {
  const mine = [...holdings.keys()].filter((host) => held.queuedOf(host) > 0).length;
  const share = Math.ceil((mine + view.hosts) / (view.others + 1));
  return Math.min(MOST_HELD, Math.max(1, view.others === 0 ? MOST_HELD : share));
}

/** After a look whose answer was lost: frees the hosts that it took; what it read of others is to be read again. */
async function freeForgotten(query: Query, { tables, worker, holdings }: WorkerState): Promise<void> {
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
  const { tables, crawl, worker, holdings, held } = state;
  const lost = await endLostGrants(query, tables, crawl, worker);
  const asked = performance.now();
  const crew = await readCrew(query, crawl, worker);
  state.clock.told(crew.now, asked, performance.now());
  state.view = { ...state.view, ...crew };
  // What locks the crawl comes before what locks hosts, as in rounds.
  const heard = await readActions(query, crew.asked, state);
  const granted = await shareBudget(query, state);
  await giveBack(query, tables, worker, surplus);
  await freeHosts(query, tables, lost);
  const isAlone = crew.others === 0;
  const news = isAlone && !isIdle ? { changed: [], wanted: [] } : await readNews(query, tables, worker);
  const open = await readOpenHosts(query, tables, worker);
  state.view = { ...crew, ...open };
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
  for (const { host } of wanted) lose(host, state);
  await giveBack(query, tables, worker, wanted);
  if (taken.length > 0) state.view = { ...crew, ...(await readOpenHosts(query, tables, worker)) };
  if (!isAlone || state.hadOthers || !state.hasMet) await readEvents(query, state);
  // The seeds, and what sitemaps name, are in the database by now.
  if (!state.hasMet) await query('UPDATE sfwc.crawls SET found = true WHERE id = $1 AND NOT found', [crawl]);
  state.hasMet = true;
  state.hadOthers = !isAlone;
  const isBlockUsed = state.nextPlace % PLACES_A_BLOCK > PLACES_A_BLOCK / 2;
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

async function readEvents(query: Query, state: WorkerState): Promise<void> {
  const after = new Map(state.after);
  const events: WorkerState['news']['events'] = [];
  for (let batch = 0; batch < BATCHES_A_LOOK; batch += 1) {
    const read = await readOthersEvents(query, state.tables, state.crawl, state.worker, after);
    if (read.length === 0) break;
    events.push(...read);
  }
  state.after = after;
  state.news.events.push(...events);
}

/** Takes what a look brought into memory. */
function arrive({ taken, contents, again, block, granted, heard }: Sight, state: WorkerState): void {
  state.granted = granted;
  if (heard !== undefined) {
    state.actions.seen = heard.seen;
    state.actions.arrive(heard.asked);
  }
  for (const host of taken) hold(host, contents.get(host.key), state);
  if (again.size > 0) {
    for (const holding of state.holdings.values()) {
      const urls = again.get(holding.key);
      if (urls !== undefined) holding.hasMore = addUrls(urls, true, state);
    }
  }
  if (block === undefined) return;
  state.blocks.add(block);
  state.nextPlace = block * PLACES_A_BLOCK;
}

function hold(taken: TakenHost, content: HostContent | undefined, state: WorkerState): void {
  const { host, key, epoch, isOwn, pages } = taken;
  const { urls = [], ended, kept = [] } = content ?? {};
  for (const one of ended ?? []) state.held.markEnded(one);
  const hasMore = addUrls(urls, !isOwn, state);
  state.holdings.set(host, {
    host,
    key,
    epoch,
    isComplete: ended !== undefined,
    hasMore,
    claims: 0,
    busyUntil: 0,
  });
  if (isOwn) return;
  state.memory.arrive(host, kept);
  state.news.hosts.push({ host, pages });
}

/** Queues URLs that the database has; tells whether it may have more. @param isOthers whether another worker may have valued them */
function addUrls(urls: HostContent['urls'], isOthers: boolean, state: WorkerState): boolean {
  const { held, blocks } = state;
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
    const valued = mayRevalue ? state.valued.get(queued.url) : undefined;
    const entry = valued === undefined ? queued : { ...queued, priority: valued };
    held.add({ queued: queued.referrer === undefined ? entry : state.adjusted(entry), place });
  }
  return urls.length >= URLS_A_HOST;
}

/** Takes a host for a redirect, as soon as its holder gives it up. */
async function reach(host: string, signal: AbortSignal, state: WorkerState): Promise<number | undefined> {
  const until = performance.now() + LONGEST_REACH;
  const key = hostKey(host);
  while (!state.holdings.has(host)) {
    if (signal.aborted || performance.now() > until) return undefined;
    const found = await state.database.transaction(async (query) => {
      const taken = await takeOne(query, state.tables, state.worker, { host, key });
      return taken && { taken, contents: await readHosts(query, state.tables, [key]) };
    });
    if (found !== undefined) {
      hold(found.taken, found.contents.get(key), state);
      return found.taken.isOwn ? 0 : found.taken.wait;
    }
    await sleep(REACH_EVERY, undefined, { ref: false });
  }
  return 0;
}

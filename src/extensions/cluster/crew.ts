import type { CrawlCrew } from '../../crawling/engine/crawl-types.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostKey } from './catalog.js';
import type { Query } from './database.js';
import {
  addUrls,
  endLostGrants,
  freeHosts,
  giveBack,
  hold,
  readBest,
  readHostNews,
  readHosts,
  readOthersEvents,
  takeBest,
  takeOne,
  URLS_A_HOST,
} from './hosts.js';
import { hostsOf } from './rounds.js';
import {
  lose,
  PLACES_A_BLOCK,
  takeBlock,
  usedBy,
  type CrawlView,
  type CrewNews,
  type HeldHost,
  type WorkerState,
} from './worker-state.js';

/** Milliseconds between two looks at what others did, where nothing is short. */
const LOOK_EVERY = 1000;
/** Milliseconds between two looks of a worker that has used up what it was granted. */
const GRANT_AGAIN = 100;
/** Milliseconds for which a redirect waits for a host that another worker holds, and between two tries. */
const [LONGEST_REACH, REACH_EVERY] = [30_000, 300];
/** Milliseconds for which a host that was taken for a redirect is kept before its first request. */
const REACHED_FOR = 60_000;
/** Milliseconds after which an announcement is too old for the request to begin: the machine may have been asleep. */
const ANNOUNCED_FOR = 5000;
/** Hosts that a worker holds at most, and URLs in its memory, about 1 kB each. */
const [MAX_HELD, MAX_URLS] = [10_000, 300_000];
/** Hosts that are counted at most, of those that nobody holds. */
const MAX_COUNTED = 20_000;

/** The crew as one worker sees it. */
export interface Crew extends CrawlCrew {
  /**
   * Before URLs are chosen: where that is due, brings what was done to the others and takes hosts.
   * @throws OutputError when the database stays away
   */
  meet(): Promise<void>;
  /** News from others since the last call. */
  news(): CrewNews;
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
  const { holdings } = state;
  const looks = createLooks(state, round);
  return {
    look: () => looks.look(),
    meet: () => looks.meet(),
    news() {
      const { news } = state;
      state.news = { events: [], hosts: [] };
      return news;
    },
    get limit() {
      return state.granted + state.lostPages;
    },
    get mayRise() {
      return mayBeGrantedMore(state);
    },
    async reach(host, signal) {
      const wait = await reach(host, signal, state);
      const holding = holdings.get(host);
      if (holding !== undefined) holding.busyUntil = performance.now() + REACHED_FOR;
      return wait;
    },
    announce: (host, pause) => announce(host, pause, state, round),
    rest(host, milliseconds) {
      const holding = holdings.get(host);
      if (holding === undefined) return;
      holding.busyUntil = 0;
      state.rests.set(host, performance.now() + milliseconds);
    },
    async leave(how) {
      await looks.end();
      await round();
      await leave(how, state);
    },
  };
}

/** The looks of a worker at what others did. */
function createLooks(state: WorkerState, round: () => Promise<void>) {
  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  function begin(): Promise<void> {
    looking ??= lookOnce(state, round).finally(() => {
      looking = undefined;
      lookedAt = performance.now();
    });
    return looking;
  }
  // The hosts stay this worker's while it judges a page for long, or is paused by a person.
  const every = Math.max(100, state.lease / 3);
  const heart = setInterval(() => void begin().catch(() => undefined), every).unref();
  return {
    async look() {
      await looking;
      await begin();
    },
    async meet() {
      const { held, view } = state;
      const mustLook = (): boolean => held.counts().queued === 0 || (view.others === 0 && state.isShort);
      // A look that is under way may have begun before what is short now.
      if (looking !== undefined && mustLook()) await looking;
      const since = performance.now() - lookedAt;
      const isWaiting = usedBy(state) >= state.granted && mayBeGrantedMore(state) && since > GRANT_AGAIN;
      if (mustLook() || isWaiting) await begin();
      else if (since > LOOK_EVERY) begin().catch(() => undefined);
    },
    async end() {
      clearInterval(heart);
      await looking?.catch(() => undefined);
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
  const { holdings, database, worker } = state;
  const all = [...holdings.values()];
  for (const { host } of all) lose(host, state);
  await database.transaction(async (query) => {
    await giveBack(query, state, all);
    await query(
      'UPDATE sfwc.workers SET ended = $2, granted = fetched, seen_at = clock_timestamp() WHERE id = $1',
      [worker, how],
    );
  });
}

/** Takes a host for a redirect, as soon as its holder gives it up. */
async function reach(host: string, signal: AbortSignal, state: WorkerState): Promise<number | undefined> {
  const { database, tables, holdings } = state;
  const until = performance.now() + LONGEST_REACH;
  const key = hostKey(host);
  while (!holdings.has(host)) {
    if (signal.aborted || performance.now() > until) return undefined;
    const found = await database.transaction(async (query) => {
      const taken = await takeOne(query, state, { host, key });
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

/** Writes what was done, gives back what is not needed, and takes what is. */
async function lookOnce(state: WorkerState, round: () => Promise<void>): Promise<void> {
  await round();
  const { holdings, held } = state;
  const isIdle = held.counts().queued === 0;
  state.isShort = false;
  const surplus = surplusOf(state);
  for (const { host } of surplus) lose(host, state);
  const drained = [...holdings.values()].flatMap(({ host, key, hasMore }) =>
    hasMore && held.of(host).queued.size === 0 ? [key] : [],
  );
  let isAgain = false;
  const sight = await state.database.transaction(async (query) => {
    if (isAgain) await freeForgotten(query, state);
    isAgain = true;
    return see(query, state, { drained, isIdle, surplus });
  });
  arrive(sight, state);
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

/**
 * Looks at what others did.
 * @param needs whether nothing is left to request here; keys of hosts of which the database may have more URLs; hosts to give back
 * @returns hosts that were taken with their content, the best URLs of held hosts read again, and the pages that may be ended
 */
async function see(
  query: Query,
  state: WorkerState,
  needs: {
    readonly isIdle: boolean;
    readonly drained: readonly string[];
    readonly surplus: readonly HeldHost[];
  },
) {
  const { drained, isIdle, surplus } = needs;
  const { tables, holdings, held } = state;
  const lost = await endLostGrants(query, state);
  const workers = await readCrew(query, state);
  state.view = { ...state.view, ...workers };
  // What locks the crawl comes before what locks hosts, as in rounds.
  const granted = await shareBudget(query, state);
  await giveBack(query, state, surplus);
  await freeHosts(query, tables, lost);
  const isAlone = workers.others === 0;
  const news = isAlone && !isIdle ? { changed: [], wanted: [] } : await readHostNews(query, state);
  const open = await readOpenHosts(query, state);
  state.view = { ...workers, ...open };
  const mine = [...holdings.keys()].filter((host) => held.of(host).queued.size > 0).length;
  const fitting = hostsWithin(MAX_URLS - held.counts().queued, open);
  const room = usedBy(state) < granted ? Math.min(shareOf(state) - mine, fitting) : 0;
  const taken = room > 0 && open.urls > 0 ? await takeBest(query, state, room) : [];
  const keys = taken.map(({ key }) => key);
  const contents = await readHosts(query, tables, keys);
  const again = await readBest(query, tables.urls, [...new Set([...news.changed, ...drained])]);
  const wanted = idleHosts(state).filter(({ key }) => news.wanted.includes(key));
  for (const { host } of wanted) lose(host, state);
  await giveBack(query, state, wanted);
  if (taken.length > 0) state.view = { ...workers, ...(await readOpenHosts(query, state)) };
  if (!isAlone || state.hadOthers || !state.hasMet) await readOthersEvents(query, state);
  state.hasMet = true;
  state.hadOthers = !isAlone;
  const isBlockUsed = state.nextPlace % PLACES_A_BLOCK > PLACES_A_BLOCK / 2;
  return { taken, contents, again, granted, block: isBlockUsed ? await takeBlock(query, tables) : undefined };
}

/** Takes what a look brought into memory. */
function arrive(sight: Awaited<ReturnType<typeof see>>, state: WorkerState): void {
  const { taken, contents, again, block, granted } = sight;
  state.granted = granted;
  for (const host of taken) hold(host, contents.get(host.key), state);
  for (const holding of again.size > 0 ? state.holdings.values() : []) {
    const urls = again.get(holding.key);
    if (urls !== undefined) holding.hasMore = addUrls(urls, state);
  }
  if (block !== undefined) state.nextPlace = block * PLACES_A_BLOCK;
}

/** Reads how the workers of a crawl stand, and its limits. */
async function readCrew(
  query: Query,
  { crawl, worker }: WorkerState,
): Promise<Omit<CrawlView, 'hosts' | 'urls'>> {
  const [row] = await query(
    `SELECT w.*, (SELECT granted FROM sfwc.workers WHERE id = $2) AS granted, c.max_pages
     FROM sfwc.crawls c, (SELECT count(*) FILTER (WHERE alive) AS others,
         count(*) FILTER (WHERE alive AND id < $2) AS earlier,
         sum(CASE WHEN alive THEN greatest(requested, fetched) ELSE fetched END) AS requested,
         sum(fetched) AS ended
       FROM (SELECT *, deadline > clock_timestamp() AND ended IS NULL AS alive
         FROM sfwc.workers WHERE crawl = $1 AND id <> $2) o) w
     WHERE c.id = $1`,
    [crawl, worker],
  );
  const number = (name: string): number => Number(row?.[name] ?? 0);
  return {
    ...{ others: number('others'), isFirst: number('earlier') === 0, requested: number('requested') },
    ...{ ended: number('ended'), granted: number('granted'), maxPages: number('max_pages') },
  };
}

/** Reads which hosts are there that the worker does not hold. */
async function readOpenHosts(
  query: Query,
  { tables: { hosts }, worker }: WorkerState,
): Promise<Pick<CrawlView, 'hosts' | 'urls'>> {
  const [row] = await query(
    `SELECT count(*) AS hosts, coalesce(sum(queued), 0) AS urls FROM (
       (SELECT queued FROM ${hosts} WHERE worker IS NULL AND queued > 0 LIMIT ${MAX_COUNTED})
       UNION ALL SELECT queued FROM ${hosts} WHERE worker IS NOT NULL AND worker <> $1 AND queued > 0) l`,
    [worker],
  );
  return { hosts: Number(row?.['hosts'] ?? 0), urls: Number(row?.['urls'] ?? 0) };
}

/** Hosts with so many URLs altogether, as they are on the average. */
export function hostsWithin(urls: number, open: Pick<CrawlView, 'hosts' | 'urls'>): number {
  const each = open.hosts === 0 ? 1 : Math.min(URLS_A_HOST, Math.max(1, open.urls / open.hosts));
  return Math.max(0, Math.floor(urls / each));
}

/**
 * Brings the grant of a worker to its part, so that the budget of pages holds exactly though several workers end pages at the
 * same time: the grants of all never exceed the limit. The part is the pages that the worker has used, and its share of the
 * rest. A lower grant counts here at once, a higher one when it is committed. A worker gives the rest back when it ends, or with
 * its hosts.
 * @returns the grant that counts after the commit
 */
async function shareBudget(query: Query, state: WorkerState): Promise<number> {
  const { crawl, worker, view } = state;
  // One worker at a time, so that each sees what the one before was granted.
  await query('SELECT id FROM sfwc.crawls WHERE id = $1 FOR NO KEY UPDATE', [crawl]);
  const used = usedBy(state);
  const left = Math.max(0, view.maxPages - view.requested - used);
  const workers = view.others + 1;
  const part = used + Math.floor(left / workers) + (view.isFirst ? left % workers : 0);
  // Others may have freed what this worker had, while its machine was paused.
  state.granted = Math.min(state.granted, view.granted, part);
  const [row] = await query(
    `UPDATE sfwc.workers w SET granted = greatest(w.fetched, least($2::bigint, c.max_pages -
         (SELECT coalesce(sum(granted), 0) FROM sfwc.workers WHERE crawl = $3 AND id <> $1)))
       FROM sfwc.crawls c WHERE w.id = $1 AND c.id = $3 RETURNING w.granted`,
    [worker, part, crawl],
  );
  return Number(row?.['granted'] ?? 0);
}

/** True if other workers may give back pages that they were granted. */
function mayBeGrantedMore({ view, granted }: WorkerState): boolean {
  return view.maxPages - view.ended - granted > 0;
}

/** Hosts that may be given back: nothing of theirs is under way, or on its way into the database. */
function idleHosts({ holdings, held, steps, rests }: WorkerState): readonly HeldHost[] {
  const now = performance.now();
  const written = hostsOf(steps);
  return [...holdings.values()].filter(
    ({ host, claims, busyUntil }) =>
      claims <= 0 &&
      busyUntil <= now &&
      held.of(host).leased.size === 0 &&
      !rests.has(host) &&
      !written.has(host),
  );
}

/**
 * Hosts to give back: those without URLs, where others are there or nothing else is left; and of the others every second,
 * while this worker has more than its share.
 */
function surplusOf(state: WorkerState): readonly HeldHost[] {
  const { held, view, granted } = state;
  const isAlone = view.others === 0;
  const idle = idleHosts(state);
  // Others have pages left to request, and may have nothing to request.
  const { queued, leased } = held.counts();
  if (!isAlone && leased === 0 && usedBy(state) >= granted && mayBeGrantedMore(state)) return idle;
  const empty = idle.filter(({ host, hasMore }) => !hasMore && held.of(host).queued.size === 0);
  const full = idle.filter((holding) => !empty.includes(holding));
  const over = full.length - shareOf(state);
  const many = isAlone || over <= 1 ? [] : full.filter((_, place) => place % 2 === 1).slice(0, over);
  return [...(isAlone && queued > 0 ? [] : empty), ...many];
}

/** Hosts with URLs that are this worker's part. */
function shareOf({ holdings, held, view }: WorkerState): number {
  if (view.others === 0) return MAX_HELD;
  const mine = [...holdings.keys()].filter((host) => held.of(host).queued.size > 0).length;
  return Math.min(MAX_HELD, Math.max(1, Math.ceil((mine + view.hosts) / (view.others + 1))));
}

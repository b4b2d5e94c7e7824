import type { CrawlCrew } from '../../crawling/engine/crawl-types.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { hearActions } from './hear-actions.js';
import { hold, type HoldState } from './hold-hosts.js';
import { giveBack, readHosts, takeOne } from './holdings.js';
import { hostKey } from './keys.js';
import { lookOnce } from './look.js';
import { mayBeGrantedMore } from './page-budget.js';
import { lose, usedBy, type CrewNews, type WorkerState } from './worker-state.js';

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
  const { hosts, elsewhere, unwritten, progress, steering, crew } = state;
  const looks = createLooks(state, round);
  return {
    look: () => looks.look(),
    meet: () => looks.meet(),
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
  const every = Math.max(100, state.identity.lease / 3);
  const heart = setInterval(() => void begin().catch(() => undefined), every).unref();
  // A crawl that is paused looks at nothing else.
  const ear = setInterval(() => {
    const isLate = looking === undefined && performance.now() - lookedAt > LOOK_EVERY;
    if (isLate) hearActions(state).catch(() => undefined);
  }, LOOK_EVERY).unref();
  return {
    async look() {
      await looking;
      await begin();
    },
    async meet() {
      // A look that is under way may have begun before what is short now.
      if (looking !== undefined && mustLook(state)) await looking;
      const since = performance.now() - lookedAt;
      const isWaiting =
        usedBy(state) >= state.progress.granted && mayBeGrantedMore(state) && since > GRANT_AGAIN;
      if (mustLook(state) || isWaiting) await begin();
      else if (since > LOOK_EVERY) begin().catch(() => undefined);
    },
    async end() {
      for (const timer of [heart, ear]) clearInterval(timer);
      await looking?.catch(() => undefined);
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
  return hosts.held.counts().queued === 0 || (crew.view.others === 0 && hosts.isShort);
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

import type { LinkPriority, Priority, QueuedUrl } from '../../model/crawl.js';
import type { Logger } from '../../support/logger.js';
import { createRecent } from '../../support/recent.js';
import type { CrawlState, CrewNews } from '../../crawling/engine/crawl-types.js';
import { createActionQueue, type ActionQueue } from './action-queue.js';
import type { DatabaseClock } from './database-clock.js';
import type { Database, Query } from './database.js';
import { createHeldUrls, type HeldUrls } from './held-urls.js';
import type { FoundUrl, Step } from './journal.js';
import { NOTHING_LOST, writeRound, type Holding } from './rounds.js';
import { PLACES_A_BLOCK, tablesOf, type CrawlTables } from './schema.js';
import { NO_VIEW, type CrawlView } from './crawl-view.js';
import type { SharedMemory } from './shared-memory.js';

/** A host that a worker holds, and what it has of it in memory. */
export interface HeldHost extends Holding {
  /** Whether all of its URLs that ended are known here. */
  readonly isComplete: boolean;
  /** Whether the database has queued URLs of it that are not in memory. */
  hasMore: boolean;
  /** Targets of redirects that were claimed here and have not ended. */
  claims: number;
  /** Until when a request may be under way, in milliseconds of `performance.now`. */
  busyUntil: number;
}

/** What one worker of a shared crawl works with. */
export interface WorkerState {
  readonly database: Database;
  readonly tables: CrawlTables;
  readonly crawl: number;
  readonly worker: number;
  /** Milliseconds that its hosts stay its own without a word from it. */
  readonly lease: number;
  /** Milliseconds that a request may take. */
  readonly timeout: number;
  readonly priority: LinkPriority;
  readonly memory: SharedMemory;
  readonly logger: Logger;
  readonly clock: DatabaseClock;
  readonly held: HeldUrls;
  readonly holdings: Map<string, HeldHost>;
  /** Steps that are not in the database yet. */
  steps: Step[];
  /** Until when hosts must not be asked, in milliseconds of `performance.now`; where the database does not know yet. */
  rests: Map<string, number>;
  /** URLs of hosts that are not held, on their way into the database, by their addresses. */
  readonly parked: Map<string, Parked>;
  /** The best values of URLs of such hosts that were sent lately. */
  readonly sent: ReturnType<typeof createRecent<string, number>>;
  /** Numbers of events that were not taken. */
  readonly lostEvents: Set<number>;
  /** Blocks of places that this worker has taken, and the next place in the last of them. */
  readonly blocks: Set<number>;
  nextPlace: number;
  /** Requests so far, and those of them whose events were not taken. */
  fetched: number;
  lostPages: number;
  /** Pages that this worker may end in all, by the database; see `page-budget.ts`. */
  granted: number;
  /** What people asked of the crawl, as far as this worker has taken it up. */
  readonly actions: ActionQueue;
  /** The priority of a URL as people want it. */
  adjusted: (entry: QueuedUrl) => QueuedUrl;
  /** The state of this part of the crawl, where it has changed. */
  part: CrawlState | undefined;
  /** Values of URLs of others by what was learned here, as they were valued last. */
  readonly valued: ReturnType<typeof createRecent<string, Priority>>;
  rounds: number;
  view: CrawlView;
  news: { events: CrewNews['events'][number][]; hosts: CrewNews['hosts'][number][] };
  /** The last number of each other worker whose event was read. */
  after: ReadonlyMap<number, number>;
  /** Whether it has looked at what others did, and whether others were there when it did so last. */
  hasMet: boolean;
  hadOthers: boolean;
  /** Whether URLs were found at hosts that nobody may hold yet, and whether a host has run out of URLs in memory. */
  isShort: boolean;
}

/** A URL that waits until its host is held: the row on its way. */
export interface Parked {
  found: FoundUrl;
  readonly step: Step;
}

/** URLs of hosts of others whose values are remembered, in each of two generations. */
const SENT = 100_000;

/** Who a worker is. */
export type WorkerIdentity = Pick<
  WorkerState,
  'database' | 'crawl' | 'worker' | 'lease' | 'timeout' | 'priority' | 'memory' | 'logger' | 'clock'
>;

/** A worker that holds nothing yet. @param block the first block of places */
export function newWorkerState(identity: WorkerIdentity, block: number): WorkerState {
  return {
    ...identity,
    tables: tablesOf(identity.crawl),
    held: createHeldUrls(),
    holdings: new Map(),
    steps: [],
    rests: new Map(),
    parked: new Map(),
    sent: createRecent(SENT),
    lostEvents: new Set(),
    blocks: new Set([block]),
    nextPlace: block * PLACES_A_BLOCK,
    ...{ fetched: 0, lostPages: 0, granted: 0 },
    actions: createActionQueue(),
    adjusted: (entry) => entry,
    part: undefined,
    valued: createRecent(SENT),
    rounds: 0,
    view: NO_VIEW,
    news: { events: [], hosts: [] },
    after: new Map(),
    hasMet: false,
    hadOthers: false,
    isShort: true,
  };
}

/** Pages that a worker has ended, or has under way. */
export function usedBy({ fetched, lostPages, held }: WorkerState): number {
  return fetched - lostPages + held.leasedCount;
}

/** The next block of places. */
export async function takeBlock(query: Query, { places }: CrawlTables): Promise<number> {
  const [row] = await query(`SELECT nextval('${places}') AS block`);
  return Number(row?.['block']);
}

/** Writes what a worker has done, in rounds: what comes while one is under way is in the next. */
export function createRounds(state: WorkerState): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      running = write(state);
      // The failure reaches those who wait for the next round.
      running.catch(() => undefined);
      return running;
    });
    return next;
  };
}

async function write(state: WorkerState): Promise<void> {
  const { database, tables, holdings } = state;
  const { steps, rests: until, part } = state;
  state.steps = [];
  state.rests = new Map();
  state.part = undefined;
  for (const step of steps) for (const { url } of step.found) state.parked.delete(url);
  state.rounds += 1;
  const number = state.rounds;
  const before = new Map(holdings);
  let isAgain = false;
  let outcome = NOTHING_LOST;
  await database.transaction(async (query) => {
    if (isAgain && (await isWritten(query, state.worker, number))) return;
    isAgain = true;
    const now = performance.now();
    const rests = new Map([...until].map(([host, time]) => [host, Math.max(0, time - now)]));
    const { crawl, worker, lease } = state;
    const requested = usedBy(state);
    outcome = await writeRound(query, tables, {
      ...{ number, crawl, worker, lease, requested, steps, rests, holdings: before },
      state: part && JSON.stringify(part),
    });
  });
  for (const { sequence, fetched } of outcome.lostEvents) {
    state.lostEvents.add(sequence);
    if (fetched) state.lostPages += 1;
  }
  for (const host of outcome.lostHosts) lose(host, state);
}

/** The answer to the commit may have been lost, and not the commit. */
async function isWritten(query: Query, worker: number, number: number): Promise<boolean> {
  const [row] = await query('SELECT flushed FROM sfwc.workers WHERE id = $1', [worker]);
  return Number(row?.['flushed'] ?? 0) >= number;
}

/** Forgets a host that is another worker's by now. */
export function lose(host: string, { holdings, held }: WorkerState): void {
  holdings.delete(host);
  held.drop(host);
}

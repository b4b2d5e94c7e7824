import type { CrawlEvent, Priority, QueuedUrl } from '../../model/crawl-event.js';
import { createRecent } from '../../support/remember.js';
import type { CrawlState, Lesson } from '../../crawling/engine/crawl-types.js';
import { createActionQueue, type ActionQueue } from './action-queue.js';
import type { Database, Query } from './database.js';
import { createHeldUrls, type HeldUrls } from './held-urls.js';
import type { FoundUrl, Step } from './journal.js';
import type { Holding } from './rounds.js';
import { PLACES_A_BLOCK, type CrawlTables } from './schema.js';
import { NO_VIEW, type CrawlView } from './shared-crawl-view.js';
import type { SharedMemory } from './shared-memory.js';

/** A host that a worker holds, and what it has of it in memory. */
export interface HeldHost extends Holding {
  /** True if all of its URLs that ended are known here. */
  readonly isComplete: boolean;
  /** True if the database has queued URLs of it that are not in memory. */
  hasMore: boolean;
  /** Targets of redirects that were claimed here and have not ended. */
  claims: number;
  /** Until when a request may be under way, in milliseconds of `performance.now`. */
  busyUntil: number;
}

/** State of one worker of a shared crawl. */
export interface WorkerState {
  readonly identity: WorkerIdentity;
  readonly hosts: WorkerHosts;
  readonly elsewhere: UrlsElsewhere;
  readonly places: Places;
  readonly unwritten: Unwritten;
  readonly progress: WorkerProgress;
  readonly steering: WorkerSteering;
  readonly crew: CrewSeen;
}

/** Which worker it is, of which crawl, in which database. */
export interface WorkerIdentity {
  readonly database: Database;
  readonly tables: CrawlTables;
  readonly crawl: number;
  readonly worker: number;
  /** Milliseconds that its hosts stay its own without a word from it. */
  readonly lease: number;
  /** Milliseconds that a request may take. */
  readonly timeout: number;
}

/** The hosts that a worker holds. */
export interface WorkerHosts {
  readonly holdings: Map<string, HeldHost>;
  /** Their URLs. */
  readonly held: HeldUrls;
  /** Memory of the crawl about them. */
  readonly memory: SharedMemory;
  /** True if URLs were found at hosts that nobody may hold yet, and whether a host has run out of URLs in memory. */
  isShort: boolean;
}

/** URLs of hosts that the worker does not hold. */
export interface UrlsElsewhere {
  /** Those on their way into the database, by their addresses. */
  readonly parked: Map<string, Parked>;
  /** The best values of those that were sent lately. */
  readonly sent: ReturnType<typeof createRecent<string, number>>;
  /** Values by what was learned here, as they were valued last. */
  readonly valued: ReturnType<typeof createRecent<string, Priority>>;
}

/** The order of the URLs that a worker finds. */
export interface Places {
  /** Blocks of places that this worker has taken, and the next place in the last of them. */
  readonly blocks: Set<number>;
  next: number;
}

/** Changes that are not in the database yet. */
export interface Unwritten {
  steps: Step[];
  /** Until when hosts must not be asked, in milliseconds of `performance.now`. */
  rests: Map<string, number>;
  /** The state of this part of the crawl, where it has changed. */
  part: CrawlState | undefined;
  /** Rounds that were written, or are being written. */
  rounds: number;
}

/** Progress of a worker, and its limits. */
export interface WorkerProgress {
  /** Requests so far, and those of them whose events were not taken. */
  fetched: number;
  lostPages: number;
  /** Numbers of events that were not taken. */
  readonly lostEvents: Set<number>;
  /** Pages that this worker may end in all, by the database; see `page-budget.ts`. */
  granted: number;
}

/** Wishes of people about the crawl. */
export interface WorkerSteering {
  /** Their actions, as far as this worker has taken them. */
  readonly actions: ActionQueue;
  /** The priority of a URL as they want it. */
  adjusted: (entry: QueuedUrl) => QueuedUrl;
}

/** News from other workers. */
export interface CrewNews {
  /** Events that they recorded, with what strategies learn from, in the order of all events. */
  readonly events: readonly { readonly event: CrawlEvent; readonly lesson?: Lesson }[];
  /** Hosts that came to this worker, with the number of their pages that were requested. */
  readonly hosts: readonly { readonly host: string; readonly pages: number }[];
}

/** Observations of a worker about the others. */
export interface CrewSeen {
  view: CrawlView;
  /** News that the crawl has not heard yet. */
  news: { events: CrewNews['events'][number][]; hosts: CrewNews['hosts'][number][] };
  /** The last number of each other worker whose event was read. */
  after: ReadonlyMap<number, number>;
  /** True if it has looked at what others did, and whether others were there when it did so last. */
  hasMet: boolean;
  hadOthers: boolean;
}

/** A URL that waits until its host is held: the row on its way. */
export interface Parked {
  found: FoundUrl;
  readonly step: Step;
}

/** URLs of hosts of others whose values are remembered, in each of two generations. */
const SENT = 100_000;

/** A worker that holds nothing yet. @param block the first block of places */
export function newWorkerState(identity: WorkerIdentity, memory: SharedMemory, block: number): WorkerState {
  return {
    identity,
    hosts: { holdings: new Map(), held: createHeldUrls(), memory, isShort: true },
    elsewhere: { parked: new Map(), sent: createRecent(SENT), valued: createRecent(SENT) },
    places: { blocks: new Set([block]), next: block * PLACES_A_BLOCK },
    unwritten: { steps: [], rests: new Map(), part: undefined, rounds: 0 },
    progress: { fetched: 0, lostPages: 0, lostEvents: new Set(), granted: 0 },
    steering: { actions: createActionQueue(), adjusted: (entry) => entry },
    crew: {
      view: NO_VIEW,
      news: { events: [], hosts: [] },
      after: new Map(),
      hasMet: false,
      hadOthers: false,
    },
  };
}

/** Pages that a worker has ended, or has under way. */
export function usedBy({ progress, hosts }: Pick<WorkerState, 'progress' | 'hosts'>): number {
  return progress.fetched - progress.lostPages + hosts.held.counts().leased;
}

/** The next block of places. */
export async function takeBlock(query: Query, { places }: CrawlTables): Promise<number> {
  const [row] = await query(`SELECT nextval('${places}') AS block`);
  return Number(row?.['block']);
}

/** Forgets a host that is another worker's by now. */
export function lose(host: string, { holdings, held }: WorkerHosts): void {
  holdings.delete(host);
  held.drop(host);
}

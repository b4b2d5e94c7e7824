import type { CrawlEvent } from '../../model/crawl-event.js';
import type { CrawlTables } from './catalog.js';
import type { Database, Query } from './database.js';
import { createHeldUrls } from './held-urls.js';
import { createRecent } from '../../support/remember.js';

/** A host as the database knows its holder. */
export interface Holding {
  readonly host: string;
  readonly key: string;
  readonly epoch: number;
}

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

/** A URL that was found, or found again by a better link. */
export interface FoundUrl {
  /** With port. */
  readonly host: string;
  readonly url: string;
  readonly value: number;
  /** Its place in the order of discovery. */
  readonly place: number;
  /** The entry as JSON. */
  readonly entry: string;
}

/**
 * Changes that are made together. Findings are true whichever worker made them; everything else counts only as long as the worker
 * holds the hosts that it concerns.
 */
export interface Step {
  readonly found: FoundUrl[];
  /** Targets of redirects that end with the URL. */
  readonly claimed: { readonly host: string; readonly url: string }[];
  /** A URL that came to its end, and whether it was requested. */
  ended?: { readonly host: string; readonly url: string; readonly fetched: boolean };
  event?: { readonly sequence: number; readonly event: string };
}

/** News from other workers. */
export interface CrewNews {
  /** Events that they recorded, in the order of all events. */
  readonly events: readonly CrawlEvent[];
  /** Hosts that came to this worker, with the number of their pages that were requested. */
  readonly hosts: readonly { readonly host: string; readonly pages: number }[];
}

/** State of a crawl, as a worker sees it. */
export type CrawlView = typeof NO_VIEW;

const NO_VIEW = {
  /** Other workers that were heard of lately, and whether all of them joined later. */
  ...{ others: 0, isFirst: true as boolean },
  /** Pages that others have ended or have under way (of those that are gone, what they ended), and pages that others ended. */
  ...{ requested: 0, ended: 0 },
  /** Pages that this worker may end, and all workers together. */
  ...{ granted: 0, maxPages: 0 },
  /** Hosts with URLs queued that others hold, or nobody; and these URLs. Both up to a limit. */
  ...{ hosts: 0, urls: 0 },
};

/** One worker of a shared crawl, of which crawl, in which database. */
interface WorkerIdentity {
  readonly database: Database;
  readonly tables: CrawlTables;
  readonly crawl: number;
  readonly worker: number;
  /** Milliseconds that its hosts stay its own without a word from it. */
  readonly lease: number;
  /** Milliseconds that a request may take. */
  readonly timeout: number;
}

/** State of one worker of a shared crawl. */
export type WorkerState = ReturnType<typeof newWorkerState>;

/** URLs of hosts of others whose values are remembered, in each of two generations. */
const SENT = 100_000;
/** Places that a worker takes at a time. */
export const PLACES_A_BLOCK = 1_000_000;

/** A worker that holds nothing yet. @param block the first block of places */
export function newWorkerState(identity: WorkerIdentity, block: number) {
  return {
    ...identity,
    /** The hosts that it holds, and their URLs. */
    ...{ holdings: new Map<string, HeldHost>(), held: createHeldUrls() },
    /** True if URLs were found at hosts that nobody may hold yet, or a host has run out of URLs in memory. */
    isShort: true,
    /** URLs of hosts that it does not hold, on their way into the database, by their addresses: the rows and their steps. */
    parked: new Map<string, { readonly found: FoundUrl; readonly step: Step }>(),
    /** The best values of those that were sent lately. */
    sent: createRecent<string, number>(SENT),
    /** The next place in the order of the URLs that it finds. */
    nextPlace: block * PLACES_A_BLOCK,
    /** Changes that are not in the database yet, and until when hosts must not be asked, by `performance.now`. */
    ...{ steps: [] as Step[], rests: new Map<string, number>() },
    /** Rounds that were written, or are being written. */
    rounds: 0,
    /** Requests so far, accepted pages, requests whose events were not taken, and the numbers of such events. */
    ...{ fetched: 0, accepted: 0, lostPages: 0, lostEvents: new Set<number>() },
    /** Pages that this worker may end in all, by the database; see `shareBudget`. */
    granted: 0,
    view: NO_VIEW as Readonly<CrawlView>,
    /** News that the crawl has not heard yet. */
    news: { events: [] as CrawlEvent[], hosts: [] as CrewNews['hosts'][number][] },
    /** The last number of each other worker whose event was read. */
    after: new Map<number, number>() as ReadonlyMap<number, number>,
    /** True if it has looked at what others did, and whether others were there when it did so last. */
    ...{ hasMet: false, hadOthers: false },
  };
}

/** Pages that a worker has ended, or has under way. */
export function usedBy({ fetched, lostPages, held }: WorkerState): number {
  return fetched - lostPages + held.counts().leased;
}

/** The next block of places. */
export async function takeBlock(query: Query, { places }: CrawlTables): Promise<number> {
  const [row] = await query(`SELECT nextval('${places}') AS block`);
  return Number(row?.['block']);
}

/** Forgets a host that is another worker's by now. */
export function lose(host: string, { holdings, held }: WorkerState): void {
  holdings.delete(host);
  held.drop(host);
}

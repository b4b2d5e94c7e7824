import type { CrawlEnd, LeftBy, ReasonCode } from '../../model/crawl-event.js';
import type { RemainingPages } from '../../model/remaining-pages.js';

/** Outcome of the distinct links of pages; second-choice: queued behind all others, because the page was rejected. */
export type LinkOutcome = 'queued' | 'second-choice' | 'known' | Exclude<LeftBy, 'rejected' | 'full'>;

/** Requests over which the recent harvest rate is taken. */
export const RECENT_REQUESTS = 100;

/** Progress of a crawl. */
export interface CrawlCounts {
  /** URLs that were requested. */
  readonly fetched: number;
  readonly done: number;
  readonly accepted: number;
  /** Hosts with accepted pages; absent for several workers together. */
  readonly acceptedHosts?: number;
  /** Those that each topic accepted, where there are several: a page may count for more than one. */
  readonly acceptedByTopic?: Readonly<Record<string, number>>;
  /** Verdicts that were changed; absent where none was. */
  readonly rejudged?: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly failed: number;
  /** Of those fetched: the ones that only rejected pages linked to, requested because no others were left. */
  readonly secondChoice: number;
  /** URLs known and not requested yet. */
  readonly queued: number;
  /** Bytes of all bodies, after decompression. */
  readonly bytes: number;
  /** The share of accepted pages among all requests of the crawl; null before the first. */
  readonly harvestRate: number | null;
  /** The same among the last {@link RECENT_REQUESTS}. */
  readonly recentHarvestRate: number | null;
  /** Hosts with URLs queued, and those of them that may not be contacted yet. */
  readonly hosts: number;
  readonly hostsWaiting: number;
  /** Hosts that answered with a check whether a person asks; absent for none. */
  readonly challengedHosts?: number | undefined;
  readonly reasons: Readonly<Partial<Record<ReasonCode, number>>>;
  /** Number of relevant pages left, by the last estimate; and for a person, where links bring little more: why, and what to do. */
  readonly remaining?: RemainingPages;
  readonly driedUp?: string;
  /** Questions that software answered (`teacher`), and its name; absent where none. */
  readonly taught?: { readonly by: string; readonly answers: number };
  readonly searches?: SearchCounts;
}

/** Searches of a crawl that was dry: the address of the engine, their number, and the URLs that they brought. */
export interface SearchCounts {
  readonly engine: string;
  readonly asked: number;
  readonly brought: number;
  /** Of these URLs: the ones that were requested, and those that were accepted. */
  readonly fetched: number;
  readonly accepted: number;
}

/** Summary of a crawl. */
export interface CrawlSummary extends CrawlCounts {
  readonly ended: CrawlEnd;
  /** The condition that ended it, as it was given. */
  readonly until?: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** For how long all its runs went on. */
  readonly seconds: number;
  /** Links on pages whose links were followed. */
  readonly links: Readonly<Partial<Record<LinkOutcome, number>>>;
  /** Present where not a single page could be fetched and read: why, a line for each reason. */
  readonly noPage?: readonly string[];
}

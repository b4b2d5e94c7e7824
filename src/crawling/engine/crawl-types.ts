import type { PageStore } from '../store/page-store.js';
import type { ReadingMarks } from '../store/reading-marks.js';
import type { ArchivePlace, CrawlArchive } from '../../model/archive.js';
import type {
  CrawlEvent,
  Fetcher,
  Follow,
  LinkPriority,
  Priority,
  QueuedUrl,
} from '../../model/crawl-event.js';
import type { Frontier } from '../../model/frontier.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import type { PageJudge } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { Command, TakenAction } from '../../model/steering.js';
import type { Judgement } from '../../model/topic.js';
import type { Clock } from '../../support/time/clock.js';
import type { Logger } from '../../support/logger.js';
import type { Backoff } from '../politeness/busy-hosts.js';
import type { CrawlCounts } from './crawl-counts.js';
import type { TallyState } from './tally.js';
import type { HostStanding, Pause, Politeness } from '../politeness/politeness.js';
import type { CrawlMemory } from '../store/crawl-memory.js';
import type { Robots } from '../politeness/robots.js';
import type { StopCondition } from './stop-condition.js';
import type { RejudgingState } from './rejudging.js';
import type { Scope } from '../urls/urls.js';

/** Record of a finished URL: its event, and the page with its body where the event accepts it, or is its first one. */
export interface CrawlRecord {
  readonly event: CrawlEvent;
  readonly page?: Page;
  readonly body?: Uint8Array;
}

/** Observation of a strategy about one finished URL: enough to replay it. */
export interface Observation {
  readonly entry: QueuedUrl;
  readonly event: CrawlEvent;
  /** The links that it valued, in this order, and their page with its judgement and its body, as received or rendered. */
  readonly valued?: readonly string[];
  readonly judgement?: Judgement;
  readonly body?: Uint8Array;
  readonly page?: Page;
}

/** State of a crawl after an event, to resume it. JSON. Features keep theirs next to these, each under its name. */
export interface CrawlState {
  /** Number and time of the last event, the beginning of the crawl (milliseconds), and for how long all its runs went on. */
  readonly sequence: number;
  readonly startedAt: number;
  readonly time: number;
  readonly seconds: number;
  readonly tally: TallyState;
  /** Addresses that redirects of seeds took into the scope. */
  readonly scope: readonly string[];
  /** End of the archive, and bytes of the stored pages, if there are any. */
  readonly archive?: ArchivePlace;
  readonly stored?: number;
  readonly rejudging?: RejudgingState;
}

/** Services of a crawl. Optional ones are off unless given. */
export interface CrawlDeps {
  readonly fetcher: Fetcher;
  readonly robots: Robots;
  readonly judge: PageJudge;
  /** The pages so far, to be judged again. */
  readonly judged?: JudgedPages | undefined;
  readonly frontier: Frontier;
  readonly priority: LinkPriority;
  readonly crew?: CrawlCrew | undefined;
  readonly memory?: CrawlMemory | undefined;
  /** Gets the records in order, a batch at a time, when the frontier has committed it. */
  readonly sink: (records: readonly CrawlRecord[]) => Promise<void>;
  /** Notes an event and the state of the crawl after it, in the transaction in which the URL comes to its end. */
  readonly note?: (observation: Observation, state: CrawlState) => void;
  /** Records that are committed together, and milliseconds of real time that the first one waits, at most. Default: each. */
  readonly batch?: { readonly records: number; readonly milliseconds: number };
  readonly marks?: Omit<ReadingMarks, 'close'> | undefined;
  readonly archive?: CrawlArchive | undefined;
  /** Stores accepted pages, and rejected ones that may be accepted later. */
  readonly pages?: Pick<PageStore, 'add' | 'length'> | undefined;
  readonly control?: CrawlControl | undefined;
  /** Called when a URL has come to its end; its event may not be durable yet. */
  readonly progress?: ((counts: CrawlCounts, maxPages: number) => void) | undefined;
  /** Take, when the crawl begins, functions that list resting hosts, and say what the crawl is occupied with. */
  readonly watchHosts?: (standing: (most: number) => HostStanding) => void;
  readonly watchActivity?: ((activity: () => CrawlActivity | undefined) => unknown) | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Does work that takes no time where that is simulated. Default: work takes its time. */
  readonly untimed?: <T>(work: Promise<T>) => Promise<T>;
}

/** Port: the workers that share a crawl. Each holds hosts, which nobody else asks meanwhile. */
export interface CrawlCrew {
  /** Requests that this worker may make in all, and whether it may become more, since others have some left. */
  readonly limit: number;
  readonly mayRise: boolean;
  /** Takes the host to which a redirect leads: milliseconds until it may be asked; undefined where it is not given up. */
  reach(host: string, signal: AbortSignal): Promise<number | undefined>;
  /** Makes durable that the host must not be asked during a request and the pause after it (ms). False: it is lost. @throws OutputError */
  announce(host: string, pause: number): Promise<boolean>;
  /** After a request: the host may be asked again in so many milliseconds. */
  rest(host: string, milliseconds: number): void;
}

/** Port: brings what people ask of a crawl. */
export interface CrawlControl {
  /** True if something has come that was not taken yet; `look` looks for it at once. */
  hasNews(): boolean;
  look(): Promise<boolean>;
  /** Commands since the last call, the oldest first. */
  news(): Promise<readonly Command[]>;
  /** Calls a function whenever something comes, until the crawl ends. Only the last function is called. */
  onNews(ring: () => void): void;
  /** Keeps an action that was taken, in the transaction of the frontier that is under way. */
  note(taken: TakenAction): void;
  /** Tells who asked, after the transaction. @throws OutputError */
  tell(taken: TakenAction): Promise<void>;
}

/** The pages that a crawl has judged, and handed to the sink. */
export interface JudgedPages {
  /** Their events so far, each with its last judgement. */
  events(): AsyncIterable<CrawlEvent>;
  /** The body of a page; undefined where it was not stored. */
  bodyOf(event: CrawlEvent): Promise<Uint8Array | undefined>;
}

/** Plan of a crawl: plain values, all of them given. Limits may be infinite. */
export interface CrawlPlan {
  readonly seeds: readonly string[];
  /** URLs that are requested at most, failures included; redirects and robots.txt files do not count. */
  readonly maxPages: number;
  /** For how long the crawl runs at most, all its runs together. */
  readonly maxSeconds: number;
  /** Seconds of real time that pages under way have to come to their end when the crawl is interrupted. */
  readonly stopWithin: number;
  /** Seconds that the crawl waits at most for hosts when no others are left, and for those of better pages: `url-choice.ts`. */
  readonly maxIdle: number;
  readonly patience: number;
  /** Links away from the seeds at most. */
  readonly maxDepth: number;
  readonly scope: Scope;
  readonly follow: Follow;
  /** Hosts contacted at the same time. */
  readonly concurrency: number;
  readonly pause: Pause;
  readonly backoff: Backoff;
  /** Leaves parameters of trackers and sessions in the addresses of links and redirects. */
  readonly keepParameters: boolean;
  /** Links and redirects lead to such addresses only. */
  readonly admits: (url: string) => boolean;
  /** Links of a page that are looked at, the first ones, and pages of one host that are requested, at most. */
  readonly maxLinks: number;
  readonly maxPagesPerHost: number;
  /** Skips copies of accepted pages: see `pages/page-watch.ts`. */
  readonly nearDuplicates: boolean;
  /** The name by which pages call this crawler, in lower case. */
  readonly productToken: string;
  readonly until: readonly StopCondition[];
}

/** Finds addresses while the crawl runs, and hands them on, some at a time. @param deps what it shares with the crawl */
export type FindUrls = (
  deps: { readonly politeness: Politeness; readonly atOnce: number; readonly signal: AbortSignal },
  take: (found: readonly FoundUrl[]) => Promise<void>,
) => Promise<void>;

/** An address that stood in a list, such as a sitemap. */
export interface FoundUrl {
  readonly url: string;
  /** The address of the list, or of the page with the link; absent where neither is known. */
  readonly source?: string;
  /** Date of change, as the list says. */
  readonly lastModified?: string;
  /** Default: as the strategy values the words of the address; and depth 1. */
  readonly priority?: Priority;
  readonly depth?: number;
}

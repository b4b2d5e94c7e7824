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
  ReasonCode,
  Validators,
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
import type { CrawlCounts, LinkOutcome } from './crawl-counts.js';
import type { HostStanding, Pause, Politeness } from '../politeness/politeness.js';
import type { CrawlMemory } from '../store/crawl-memory.js';
import type { Robots } from '../politeness/robots.js';
import type { StopCondition } from './stop-condition.js';
import type { RejudgingState } from './rejudging.js';
import type { AcceptedPage, AcceptedHosts } from '../pages/accepted-pages.js';
import type { Scope } from '../urls/urls.js';

/** Record that a crawl passes to the sink for each finished URL. */
export interface CrawlRecord {
  readonly event: CrawlEvent;
  /** The page and its body, as received or rendered; absent where the event is a later verdict that rejects it, or not 'done'. */
  readonly page?: Page;
  readonly body?: Uint8Array;
}

/** Observation of a strategy about one finished URL: enough to replay it. */
export interface Observation {
  readonly entry: QueuedUrl;
  readonly event: CrawlEvent;
  /** The judgement on a page whose links were valued; an event need not have it. */
  readonly judgement?: Judgement;
  /** The links that it valued, in this order. */
  readonly valued?: readonly string[];
  /** The page's body, as received or rendered, where there was one. */
  readonly body?: Uint8Array;
  /** The page as it was read, where its links were valued. It is made of the body again when it is replayed. */
  readonly page?: Page;
}

/**
 * State of a crawl after an event; with it and its frontier the crawl can be resumed. JSON. The features of the crawl keep
 * theirs next to these, each under its name.
 */
export interface CrawlState {
  /** Number of the last event. */
  readonly sequence: number;
  /** Beginning of the crawl, and time of the last event, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly time: number;
  /** For how long it ran, all its runs together. */
  readonly seconds: number;
  readonly tally: TallyState;
  /** Addresses that redirects of seeds took into the scope. */
  readonly scope: readonly string[];
  /** End of the archive, and bytes of the stored pages, if there are any. */
  readonly archive?: ArchivePlace;
  readonly stored?: number;
  /** Times at which pages are judged again, if the threshold moves. */
  readonly rejudging?: RejudgingState;
}

/** State that a crawl keeps in memory, out of its events. */
export interface Remembered {
  /** Pages requested, by host. */
  readonly hostPages: ReadonlyMap<string, number>;
  readonly acceptedHosts?: AcceptedHosts;
  /** Accepted pages in their order, by which copies are found. */
  readonly accepted: readonly AcceptedPage[];
}

/** The counters of a crawl. */
export interface TallyState extends Pick<
  CrawlCounts,
  | 'fetched'
  | 'accepted'
  | 'acceptedHosts'
  | 'secondChoice'
  | 'acceptedByTopic'
  | 'rejudged'
  | 'trapHosts'
  | 'bytes'
> {
  readonly states: Readonly<Record<CrawlEvent['state'], number>>;
  readonly reasons: Readonly<Partial<Record<ReasonCode, number>>>;
  readonly links: Readonly<Partial<Record<LinkOutcome, number>>>;
  /** Of the last 100 URLs that were requested: 1 for an accepted page, else 0. */
  readonly recent: string;
}

/** Rules for committing records in batches: records, and milliseconds of real time that the first waits, at most. */
export interface Batching {
  readonly records: number;
  readonly milliseconds: number;
}

/** Services of a crawl. Optional ones are off unless given. */
export interface CrawlParts {
  readonly fetcher: Fetcher;
  readonly robots: Robots;
  readonly judge: PageJudge;
  /** The pages so far, which are judged again when the threshold has settled. */
  readonly judged?: JudgedPages | undefined;
  readonly frontier: Frontier;
  readonly priority: LinkPriority;
  /** The other workers of the crawl. */
  readonly crew?: CrawlCrew | undefined;
  /** State that survives the process in addition to the frontier. */
  readonly memory?: CrawlMemory | undefined;
  /** Gets the records in the order of their numbers, a batch at a time, when the frontier has committed it. */
  readonly sink: (records: readonly CrawlRecord[]) => Promise<void>;
  /** Notes an event and the state of the crawl after it, in the transaction in which the URL comes to its end. */
  readonly note?: (heard: Observation, state: CrawlState) => void;
  /** End of a batch. Default: after each record. */
  readonly batch?: Batching;
  /** Marks pages while they are read. */
  readonly marks?: Omit<ReadingMarks, 'close'> | undefined;
  /** Keeps what goes over the wire. */
  readonly archive?: CrawlArchive | undefined;
  /** Stores accepted pages, and rejected ones that may be accepted later. */
  readonly pages?: Pick<PageStore, 'add' | 'length'> | undefined;
  /** Brings what people ask of the crawl while it runs. */
  readonly control?: CrawlControl | undefined;
  /** Called when a URL has come to its end; its event may not be durable yet. */
  readonly progress?: ((counts: CrawlCounts, maxPages: number) => void) | undefined;
  /** Takes, when the crawl begins, a function that lists resting hosts. */
  readonly watchHosts?: (standing: (most: number) => HostStanding) => void;
  /** Takes, when the crawl begins, a function that says what the crawl is occupied with; undefined: requesting pages. */
  readonly watchActivity?: ((activity: () => CrawlActivity | undefined) => unknown) | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Does work that takes no time where that is simulated. Default: work takes its time. */
  readonly untimed?: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * Port: the workers that share a crawl. Each holds hosts, which nobody else asks meanwhile; its frontier hands out only the
 * URLs of these.
 */
export interface CrawlCrew {
  /** Requests that this worker may make in all, and whether it may become more, since others have some left. */
  readonly limit: number;
  readonly mayRise: boolean;
  /**
   * Takes the host to which a redirect leads: milliseconds until it may be asked; undefined where another worker does not
   * give it up. @throws OutputError when the database stays away
   */
  reach(host: string, signal: AbortSignal): Promise<number | undefined>;
  /**
   * Before each request: makes durable that the host must not be asked while the request may take, and not during the pause
   * after it. False where the host is not this worker's any more, and must not be asked. @throws as {@link CrawlCrew.reach}
   * @param pause milliseconds after the longest answer
   */
  announce(host: string, pause: number): Promise<boolean>;
  /** After a request: the host may be asked again in so many milliseconds. */
  rest(host: string, milliseconds: number): void;
}

/** Port: brings what people ask of a crawl. */
export interface CrawlControl {
  /** True if something has come that was not taken yet. */
  hasNews(): boolean;
  /** Looks at once whether something has come that was not taken yet, and knows it from then on. */
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

/** The pages that a crawl has judged. */
export interface JudgedPages {
  /** Their events so far, each with its last judgement: those that were handed to the sink when it is called. */
  events(): AsyncIterable<CrawlEvent>;
  /** The body of a page; undefined where it was not stored. */
  bodyOf(event: CrawlEvent): Promise<Uint8Array | undefined>;
}

/** Plan of a crawl: plain values, all of them given. Limits may be infinite. */
export interface CrawlPlan {
  /** Addresses to start from. */
  readonly seeds: readonly string[];
  /** URLs that are requested at most, failures included; redirects and robots.txt files do not count. */
  readonly maxPages: number;
  /** For how long the crawl runs at most, all its runs together. Requests under way are finished. */
  readonly maxSeconds: number;
  /** Seconds of real time that pages under way have to come to their end when the crawl is interrupted. */
  readonly stopWithin: number;
  /** Seconds that the crawl waits at most for hosts that asked for it, or that could not be reached, when no others are left. */
  readonly maxIdle: number;
  /** Seconds that the crawl waits at most, after a request, for the hosts of better pages: see `url-choice.ts`. */
  readonly patience: number;
  /** Links away from the seeds at most. */
  readonly maxDepth: number;
  readonly scope: Scope;
  /**
   * Whose links are followed: 'accepted' = those of accepted pages, and of the seeds whatever their judgement, because
   * the user chose them as the way in; 'accepted-first' = those of other pages as well, when none of these are left;
   * 'all' = those of every page that was judged.
   */
  readonly follow: Follow;
  /** Hosts contacted at the same time. */
  readonly concurrency: number;
  readonly pause: Pause;
  /** Number and times of further requests for a page that answers 429 or 503. */
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
  /** Conditions that end the crawl: any of these. */
  readonly until: readonly StopCondition[];
}

/** Knowledge of a crawl when it starts, in addition to its seeds. */
export interface CrawlStart {
  /** Addresses that lists name: queued after the seeds, in their order, and not followed as seeds are. */
  readonly found?: readonly FoundUrl[];
  /** Finds further ones, such as those that sitemaps name. */
  readonly find?: FindUrls;
  /** End of an earlier run of the crawl, and its events. */
  readonly resumed?: {
    readonly state: CrawlState;
    readonly remembered: Remembered;
    /** The events so far, each with its last judgement. */
    readonly events?: () => AsyncIterable<CrawlEvent>;
  };
  /** Actions of earlier runs of the crawl, in the order in which they were taken. */
  readonly actions?: readonly TakenAction[];
}

/**
 * Finds addresses while the crawl runs, and hands them on, some at a time.
 * @param surroundings the crawl's politeness, how many hosts may be contacted at the same time, and what ends it
 */
export type FindUrls = (
  surroundings: {
    readonly politeness: Politeness;
    readonly atOnce: number;
    readonly signal: AbortSignal;
  },
  take: (found: readonly FoundUrl[]) => Promise<void>,
) => Promise<void>;

/** An address that stood in a list, such as a sitemap. */
export interface FoundUrl {
  readonly url: string;
  /** The address of the list, or of the page with the link; absent where neither is known. */
  readonly source?: string;
  /** Date of change, as the list says. */
  readonly lastModified?: string;
  /** Default: as the strategy values the words of the address. */
  readonly priority?: Priority;
  /** Default: 1. */
  readonly depth?: number;
}

/** Knowledge from earlier crawls of the same collection. */
export interface CollectionMemory {
  /** Queued after the seeds, in their order. */
  readonly found: readonly FoundUrl[];
  /** True if links to an address are left because earlier crawls requested it. */
  readonly isKnown: (url: string) => boolean;
  /** Results of earlier crawls. @param judges whose judgements are taken over, as `judgedBy` names them */
  readonly earlier: (judges: string) => Promise<EarlierCrawl | undefined>;
}

/** A page as an earlier crawl left it. */
export interface EarlierPage {
  readonly event: CrawlEvent;
  /** Present where the page was accepted. */
  readonly body?: Uint8Array;
  /** The document that the body was made of. */
  readonly source?: Uint8Array;
}

/** The results of an earlier crawl. */
export interface EarlierCrawl {
  /**
   * By what the server would recognise the page; undefined where it has to be requested as if it were new.
   * @param needsLinks the links of the page are followed: then its body has to be there, which only accepted pages have
   */
  validators(url: string, needsLinks: boolean): Validators | undefined;
  /** @throws InputError when the results cannot be read any more */
  read(url: string): Promise<EarlierPage | undefined>;
}

import type { CaptureExchange, Truncation } from './exchange.js';
import type { Page, PageLink } from './page.js';
import type { PageMetadata } from './page-metadata.js';
import type { PageReading } from './page-reading.js';
import type { Rights } from './rights.js';
import type { Subject } from './subject.js';
import type { Judgement } from './topic.js';

/** The longest address that is crawled unless settings say otherwise, in characters. */
export const MAX_URL_LENGTH = 2048;

/**
 * The states of a URL: queued → leased → done | skipped | failed, or back to queued (a busy server, an interruption).
 * done: fetched, read and judged. skipped: deliberately not fetched, or not judged, as the reason code says. failed: the network
 * or the server did not deliver. What is still queued when a crawl ends has no event.
 */
export type UrlState = 'queued' | 'leased' | 'done' | 'skipped' | 'failed';

/** Why a URL was skipped or failed, or (`unchanged`, `other-language`) done without its text being judged. */
export const REASONS = {
  'robots-disallowed': 'robots.txt forbids it',
  'robots-unreachable': 'robots.txt could not be fetched, so the host is off limits',
  'out-of-scope': 'outside of the scope',
  'too-deep': 'further from the seeds than allowed',
  'host-full': 'the page limit of the host was reached',
  trap: 'the pages that lead to it are alike and bring nothing new: an endless calendar or maze',
  'not-html': 'neither HTML nor a document that is read, by its type or by its first bytes',
  'too-large': 'the body is larger than allowed, compressed or decompressed',
  'redirect-target-known': 'it redirects to an address that the crawl knows already',
  'redirect-out-of-scope': 'it redirects to an address outside of the scope',
  'private-address':
    'it leads to an address outside of the public Internet, or of the hosts that are allowed',
  'no-index': 'the page, or its header, asks not to be indexed',
  'tdm-reserved':
    'text and data mining is reserved, or it asks not to be used by machine learning (respectTdm)',
  'canonical-known': 'the page names another one as canonical, which was accepted and has the same text',
  'near-duplicate': 'its title and nearly its text are those of a page accepted earlier',
  'soft-404': 'the page says that it was not found, with a success status',
  blocked: 'a person blocked it while the crawl was running',
  'other-language':
    'the page is not in the language of the topic, so that it was rejected without being judged',
  unchanged: 'unchanged since an earlier crawl; the judgement was taken over',
  'verbatim-copy': 'its text is word for word that of a page that a harvest knows',
  'blog-or-forum': 'its address looks like a blog or a forum, which harvests skip',
  'no-content': 'it has hardly any text of its own',
  hub: 'a list of links, which a harvest follows and does not keep',
  'not-archived': 'the archive that is crawled has no usable capture of it in the time that was asked for',
  'bad-capture': 'what the archive has of it is damaged, or belongs to another address',
  'http-status': 'the server answered with an error status',
  busy: 'the server answered 429 or 503, several times',
  challenged: 'the host answered with a check whether a person asks, which is never evaded',
  login: 'the host answered with a form to log in; with cookies of your own, name them by --cookies',
  consent: 'the host answered with a request for consent instead of the page',
  'too-many-redirects': 'it redirects in a circle or too often',
  timeout: 'no complete answer came in time',
  certificate: 'the certificate of the server is not valid',
  network: 'the network or the server failed',
  unreadable: 'the page could not be read or judged',
  'too-slow': 'reading or judging the page took longer than a page may take',
  crashed: 'reading or judging the page ended the thread, or twice the process, that did it',
} as const;

export type ReasonCode = keyof typeof REASONS;

/** Place of a page in `pages.warc`: the byte at which its first record begins, and the bytes of its records in order. */
export interface StoredPage {
  readonly offset: number;
  /** Document that the body was made of, where it was made of one. */
  readonly source?: number;
  readonly body: number;
  readonly text: number;
}

/** The capture in a crawl archive that a response comes from, instead of from its host. JSON. */
export interface ArchivedCapture {
  /** Time at which the archive requested the page: ISO 8601, UTC. The page is judged as of then. */
  readonly time: string;
  /** The archive: the address of its index without credentials, or its folder. */
  readonly archive: string;
  /** The address of the capture, where it differs from the one that was looked up by scheme or spelling. */
  readonly url?: string;
  /** The WARC file, and the place of the record in bytes; absent where the archive replayed the capture. */
  readonly file?: string;
  readonly offset?: number;
  readonly length?: number;
  /** The address at which the archive replayed it. */
  readonly replayed?: string;
  /** Of the payload, as the index or the record states it; it was verified unless `unverified` says otherwise. */
  readonly digest?: string;
  /** Why the digest was not compared with the payload. */
  readonly unverified?: 'no digest' | 'truncated' | 'unknown algorithm' | 'replayed decoded';
  /** Why the body is not whole, as the archive says it. */
  readonly truncated?: string;
  /** Time at which the payload was captured, if the record only says that it was the same: ISO 8601, UTC. */
  readonly payloadOf?: string;
}

/** Record of one URL: one line of `events.jsonl`, and the source of its RDF. */
export interface CrawlEvent {
  /** 1 for the first event of the crawl. */
  readonly sequence: number;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly url: string;
  readonly state: 'done' | 'skipped' | 'failed';
  readonly code?: ReasonCode;
  /** Explanation for a person, if the code alone does not give it. */
  readonly message?: string;
  /** Links away from a seed; a seed is 0. */
  readonly depth: number;
  /** The page on which the link was found; absent for seeds. */
  readonly referrer?: string;
  readonly anchorText?: string;
  /** Priority with which it was queued, the strategy's reason, and what counted most where the strategy says so. */
  readonly priority?: Pick<Priority, 'value' | 'reason' | 'contributions'>;
  /** True where it was drawn at random from the queue, to estimate how many relevant pages are left. */
  readonly sample?: true;
  /** True when a request for the URL itself (not its robots.txt) was sent. */
  readonly fetched: boolean;
  /** The address after redirects, where it differs. */
  readonly finalUrl?: string;
  readonly status?: number;
  readonly contentType?: string;
  /** Validators by which the server recognises this version of the page (RFC 9110, section 8.8), as sent. */
  readonly validators?: Validators;
  /** Time at which this version of the page was requested (ISO 8601, UTC), if the crawl archives: the WARC-Date of its record. */
  readonly capturedAt?: string;
  /** The capture that the page was read from, where an archive was crawled instead of hosts. */
  readonly archived?: ArchivedCapture;
  /** The address that the page names as its own, normalised, where it differs from both others. */
  readonly canonicalUrl?: string;
  /** Sketch of an accepted page, by which copies of it are found, in Base64. */
  readonly fingerprint?: string;
  /** The accepted page that this one is a copy of. */
  readonly resembles?: string;
  /** Length of the body in bytes, after decompression. */
  readonly bytes?: number;
  /** Present where the body broke off, and the page was read from what had come: why. */
  readonly truncated?: Truncation;
  readonly checksum?: string;
  readonly stored?: StoredPage;
  readonly title?: string;
  /** Way in which the page was read; absent if from its HTML, as most are. */
  readonly reading?: PageReading;
  /** Statements of page and server about its use; absent if there are none. */
  readonly rights?: Rights;
  readonly listed?: ListedTimes;
  /** Statements of an accepted page about itself, if the crawl reads them. */
  readonly metadata?: PageMetadata;
  readonly judgement?: Judgement;
  /** The concepts that an accepted page is about, the strongest first, where its topic has a vocabulary. */
  readonly subjects?: readonly Subject[];
  /** Absolute addresses of the links on the page, in document order, each once. */
  readonly links?: readonly string[];
  /** Links that were left by a rule: their places in `links`, by rule. Links that were known already are not among them. */
  readonly left?: LeftLinks;
  /** Present where the event takes the place of a former one, because the verdict has changed; nothing was requested for it. */
  readonly rejudged?: Rejudged;
}

/** The rules by which links are left, and what they mean. */
export const LEFT_BY = {
  'out-of-scope': 'it is outside of the scope',
  excluded: 'its address is excluded by --include or --exclude',
  'too-deep': 'it is further from the seeds than --max-depth',
  'no-follow': 'the link, the page or its header says nofollow',
  trap: 'its path or query repeats itself, as loops of links do',
  'over-limit': 'the page has more links than are considered',
  unpromising: 'the strategy did not want it',
  rejected: 'the page with the link was rejected, and only links of accepted pages are followed',
  full: 'as many links of rejected pages were queued as a crawl keeps',
} as const;

export type LeftBy = keyof typeof LEFT_BY;

/** Places of links in the links of a page, by the rule by which they were left; `all` of them. */
export type LeftLinks = Readonly<Partial<Record<LeftBy, readonly number[] | 'all'>>>;

export interface Rejudged extends FormerVerdict, Pick<CrawlEvent, 'sequence' | 'time'> {
  readonly topics?: readonly (FormerVerdict & { readonly topic: string })[];
}

export interface FormerVerdict {
  readonly accepted: boolean;
  readonly threshold: number | null;
  readonly model?: number;
}

/** Dates of publication and change, as a feed or sitemap states them; other texts than dates are possible. */
export interface ListedTimes {
  readonly published?: string;
  readonly modified?: string;
}

/** By what a server recognises a version of a page. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** Head of a response, known before its body is read. */
export interface ResponseHead {
  readonly url: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The IP address that answered, where the network was used without a proxy. */
  readonly address?: string;
  /** Present where an archive answered instead of the host. */
  readonly archived?: ArchivedCapture;
}

/** A response as it came over the wire, decompressed. */
export interface FetchedResponse extends ResponseHead {
  readonly body: Uint8Array;
  /** Present where the body is not whole: why. */
  readonly truncated?: Truncation;
}

export interface FetchOptions {
  /** Asked before following a redirect; throwing stops the fetch with that error. */
  readonly onRedirect?: (target: string) => Promise<void> | void;
  /** Treats a page that sends its readers on by a refresh within ten seconds as a redirect. Default: it is the answer. */
  readonly followRefresh?: boolean;
  readonly accept?: string;
  /** Makes the request conditional: status 304 means that this version is still the current one. */
  readonly unlessMatches?: Validators;
  /** Looks at the head of the response; false leaves the body unread (the response then has an empty one). */
  readonly wantBody?: (head: ResponseHead) => boolean;
  /** Cuts the body after that many bytes, instead of failing as `too-large` at the fetcher's own limit. */
  readonly cutAfter?: number;
  /** Takes what has come where the connection breaks off within the body, instead of failing as `network`. */
  readonly takePart?: boolean;
  /** Takes the place of the fetcher's own limit, in bytes, compressed and decompressed; by the head, undefined for its own. */
  readonly maxBytes?: number | ((head: ResponseHead) => number | undefined);
  /** Asks for these bytes of the body alone, unencoded (status 206). */
  readonly range?: { readonly offset: number; readonly length: number };
  /** Sends this by POST instead of asking by GET. A redirect that is followed sends it again. */
  readonly post?: { readonly body: string; readonly headers: Readonly<Record<string, string>> };
  /** Gets what goes over the wire. Only fetchers that see a wire call it. */
  readonly capture?: CaptureExchange;
  readonly signal?: AbortSignal;
}

/** Port: brings the response for a URL, from the network or from a stored or virtual web. @throws FetchError */
export interface Fetcher {
  fetch(url: string, options?: FetchOptions): Promise<FetchedResponse>;
}

/** A link on its way into the frontier, with all that a strategy may look at. */
export interface LinkCandidate {
  readonly link: PageLink;
  readonly source: Page;
  readonly judgement: Judgement;
  /** Depth that the link's target would have. */
  readonly depth: number;
  /** The entry under which the source was fetched: its address in the crawl, its own priority, the page that led to it. */
  readonly entry: QueuedUrl;
}

/** Amount that one feature of a link added to its value, in the strategy's own unit. */
export interface Contribution {
  readonly feature: string;
  readonly value: number;
}

/** The value of what is requested before all that a strategy values: seeds, and URLs drawn at random. */
export const BEFORE_ALL = Number.MAX_SAFE_INTEGER;

/** True if a value is no strategy's: one of a URL that is requested before all others, in an order among such URLs. */
export function isBeforeAll(value: number): boolean {
  return value > BEFORE_ALL / 2;
}

/** A link's place in the queue: larger values first, equal values in the order of discovery. */
export interface Priority {
  /** Finite; the scale is the strategy's own. */
  readonly value: number;
  /** Why, in a few words; kept in the event. */
  readonly reason: string;
  /** Strongest contributions, the largest first, if the strategy can say; up to three are kept in the event. */
  readonly contributions?: readonly Contribution[];
  /** State that the strategy wants back when the links of the target are valued: it comes back as `entry.priority.state`. */
  readonly state?: readonly number[];
  /** Present where a person pinned or boosted the URL: what was added to the value, and the strategy's own reason. */
  readonly steered?: { readonly amount: number; readonly reason: string };
}

/** Port: values links. A URL that several pages link to has the priority of its best link. */
export interface LinkPriority {
  readonly name: string;
  /** Whose links are followed unless the crawl says otherwise: those of accepted pages and seeds, or of all. Default `all`. */
  readonly follow?: 'accepted' | 'all';
  /** True if its values are expected relevances, and some requests look for further hosts. */
  readonly explores?: boolean;
  /** Undefined: the link is not worth queueing. Reason and contributions may be getters: they are read at once, or not at all. */
  prioritise(candidate: LinkCandidate): Priority | undefined;
  /** Called for each finished URL, after its links were valued; with its page where there is one. */
  observe?(event: CrawlEvent, page?: Page): void;
  /** Called when people, or a model trained with what they said, have changed the verdict on a page observed before. */
  correct?(event: CrawlEvent): void;
  /** Called after each event: URLs whose priority has changed. Those before all others, or no longer queued, are ignored. */
  revisions?(): Iterable<readonly [url: string, priority: Priority]>;
  /** The priority of a waiting URL as of now; a queue then takes the values of revisions alone, and asks for reasons later. */
  current?(url: string): Priority | undefined;
  /** Learned state as JSON; a fresh strategy continues from it by `restore`. */
  snapshot?(): unknown;
  /** Large parts of the snapshot, kept next to it: the JSON of each URL that has changed since the last call; undefined removes it. */
  changes?(): Iterable<readonly [url: string, kept: unknown]>;
  /** @param kept what `changes` gave last of each URL, in their first order @throws Error for other snapshots */
  restore?(snapshot: unknown, kept?: Iterable<readonly [url: string, kept: unknown]>): void;
}

/** Pages whose links are followed: accepted ones and seeds; rejected ones only when no other link is left; or all. */
export const FOLLOW = ['accepted', 'accepted-first', 'all'] as const;
export type Follow = (typeof FOLLOW)[number];

/** Why a crawl ended; `gave-up`: no host that was left could be contacted for a long time. */
export const CRAWL_ENDS = [
  'nothing-left',
  'max-pages',
  'max-seconds',
  'until',
  'gave-up',
  'interrupted',
] as const;

export type CrawlEnd = (typeof CRAWL_ENDS)[number];

export interface QueuedUrl {
  readonly url: string;
  readonly depth: number;
  readonly referrer?: string;
  readonly anchorText?: string;
  /** The anchor text with the words around it, where the link is part of the text of its page. */
  readonly linkContext?: string;
  readonly priority: Priority;
  /** The pages without anything new that led to it, where there are such (`crawling/pages/traps.ts`). */
  readonly trail?: string;
  readonly listed?: ListedTimes;
  /** Present where it was drawn at random to be requested next: the priority that it has otherwise. */
  readonly sample?: Priority;
  /** Present where the value of its priority was changed alone: reason and contributions are of the value before. */
  readonly revalued?: true;
}

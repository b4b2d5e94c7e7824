import type { RenderedVersion } from '../../model/archive.js';
import type {
  CrawlEvent,
  FetchedResponse,
  QueuedUrl,
  ReasonCode,
  ResponseHead,
  Validators,
} from '../../model/crawl-event.js';
import type { LabelledReason, ReadPage } from '../../model/judging.js';
import type { PageReading } from '../../model/page-reading.js';
import type { Page } from '../../model/page.js';
import type { Rights } from '../../model/rights.js';
import type { CrawlCounts } from './crawl-counts.js';
import type { JudgedPages } from './crawl-types.js';
import type { Outcome } from './recorder.js';

/** Hooks of a feature at the moments of a crawl. Where a hook gives an answer, the first answer of all features counts. */
export interface CrawlHooks {
  /** Before URLs are chosen, again and again; the choice waits for it. @throws OutputError */
  readonly beforeChoice?: () => Promise<void> | void;
  /** Rules of the host of an address for the use of its pages. */
  readonly rules?: (url: string) => HostRules;
  /** Recognises a page by an earlier version of it, so that its server need not send it again. */
  readonly recognise?: (entry: QueuedUrl) => Recognition | undefined;
  /** Conversion of a response that is not HTML, to HTML. */
  readonly convert?: (head: ResponseHead) => Conversion;
  /** Reads a response in the end; each feature receives what the one before returned. @throws Error when it cannot be read */
  readonly read?: (response: FetchedResponse, read: ReadResponse) => Promise<ReadResponse>;
  /** Description of an accepted page, as a part of its event. The answers add up. */
  readonly describe?: (page: DescribedResponse) => Promise<Description> | Description;
  /** URLs are about to be queued that a page links to. */
  readonly found?: (urls: readonly string[]) => void;
  /** Takes in the event of each URL that ends, also of earlier runs and other workers. @param isNow true if the queue may be changed */
  readonly ended?: (event: CrawlEvent, isNow: boolean) => void;
  /** State after an event, to continue from besides the events (JSON), and counts to be added to those of the crawl. */
  readonly state?: () => { readonly kept?: unknown; readonly counts?: Partial<CrawlCounts> };
  readonly retrain?: Retrain;
}

interface HostRules {
  /** A request that comes before a page of the host; the rules are looked up again after it. */
  readonly load?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Rights of a page with those that its host states. */
  readonly rights: (stated: Rights | undefined) => RightsOfPage;
}

interface Recognition {
  readonly validators: Validators;
  /** Ends the visit if the page has not changed (304). @param answer the part of the event about the response */
  readonly unchanged: (answer: Answer) => Promise<Outcome | undefined>;
}

interface Conversion {
  /** Bytes that its body may have; undefined if the feature does not need it. */
  readonly maxBytes: number | undefined;
  /** The HTML that the response is read as, or how its visit ended; undefined if the feature does not read it. */
  readonly run: (response: FetchedResponse) => Promise<ConvertedResponse | Unconverted | undefined>;
}

/** Hooks of a feature that has models trained with what people say of pages. */
interface Retrain {
  /** True if it has a reason to judge pages again now. */
  readonly isDue: () => boolean;
  /** Called before pages are judged again. @throws OutputError; InputError */
  readonly judge: (judged: JudgedPages) => Promise<void>;
  /** The number of the model that judges, and the pages that it learned from, each as judged by one that did not. */
  readonly model: () => { readonly number: number | undefined; readonly heldOut: readonly HeldOutPage[] };
  /** People gave verdicts on pages. @param answered the events of these pages */
  readonly answered: (answered: readonly CrawlEvent[], judged: JudgedPages) => Promise<void>;
}

/** Rights of a page, and why it is neither judged nor kept, where it is not. */
interface RightsOfPage {
  readonly rights?: Rights | undefined;
  readonly refusal?: Refusal | undefined;
}

/** Answer in an event about a response. */
export type Answer = Omit<Outcome, 'state'>;

/** A response as it was read, with the bytes that it was read from. */
export interface ReadResponse {
  readonly read: ReadPage;
  readonly body: Uint8Array;
  /** Way in which it was read; absent if from HTML that does not look like a shell. */
  readonly reading?: PageReading;
  /** The page as it came, where its judgement tells whether reading it otherwise paid. */
  readonly before?: ReadPage;
  readonly rendered?: RenderedVersion;
  /** The response, where it is kept next to what the page was read from. */
  readonly source?: Uint8Array;
}

/** An accepted page with what its event says of it, and the HTML that it was read from. */
export interface DescribedResponse {
  readonly event: Pick<
    CrawlEvent,
    'url' | 'finalUrl' | 'time' | 'contentType' | 'validators' | 'rights' | 'listed'
  >;
  readonly body: Uint8Array;
  readonly page: Page;
}

/** Descriptions of an accepted page by features. */
export type Description = Pick<CrawlEvent, 'metadata' | 'subjects'>;

/** HTML that was made of a response: in UTF-8, with a byte order mark, which takes precedence over headers. */
export type ConvertedResponse = Required<Pick<ReadResponse, 'body' | 'source' | 'reading'>>;

/** Why a response is not read. */
export interface Unconverted extends Refusal {
  readonly state: 'skipped' | 'failed';
}

/** Why a page is skipped. */
export interface Refusal {
  readonly code: ReasonCode;
  readonly message: string;
}

/** A page that a model learned from, as judged by one that did not learn from it. A page of this crawl has an address. */
export interface HeldOutPage extends LabelledReason {
  readonly url?: string;
}

type Features = readonly CrawlHooks[];

/** Counts that features add to those of a crawl. */
export function countsOf(features: Features): Partial<CrawlCounts> {
  return Object.assign({}, ...features.map(({ state }) => state?.().counts)) as Partial<CrawlCounts>;
}

/** Rights of a page as features have them; otherwise as they are stated. */
export function rightsOf(features: Features, url: string, stated: Rights | undefined): RightsOfPage {
  return firstAnswer(features, ({ rules }) => rules?.(url).rights(stated)) ?? { rights: stated };
}

/** Descriptions of an accepted page by features. */
export async function described(features: Features, page: DescribedResponse): Promise<Description> {
  const describing = features.flatMap(({ describe }) => describe ?? []);
  const parts = await Promise.all(describing.map(async (describe) => describe(page)));
  return Object.assign({}, ...parts) as Description;
}

/** The first answer that a feature gives; undefined where none does. It asks no further features then. */
export function firstAnswer<T>(features: Features, ask: (one: CrawlHooks) => T | undefined): T | undefined {
  let answer: T | undefined;
  features.some((one) => (answer = ask(one)) !== undefined);
  return answer;
}

import { z } from 'zod';
import type { FeatureModule } from '../../../app/crawl/feature-module.js';
import type { CrawlFeature } from '../../../crawling/engine/crawl-context.js';
import type { CrawlCounts } from '../../../crawling/engine/crawl-counts.js';
import { hostOf } from '../../../crawling/urls/urls.js';
import { BEFORE_ALL, type CrawlEvent, type QueuedUrl, type ReasonCode } from '../../../model/crawl-event.js';
import type { Frontier } from '../../../model/frontier.js';
import type { PageInterval, RemainingPages } from '../../../model/remaining-pages.js';
import { given } from '../../../support/given.js';
import { once } from '../../../support/once.js';
import { seededRandom, seedOf } from '../../../support/random.js';
import { sum } from '../../../support/statistics.js';
import { without } from '../../../support/without.js';
import { watchDrought, type LookForDrought } from './drought.js';
import { createCurveCounter, estimateByRate, type AcceptanceCurve } from './rate-estimate.js';

/** State of a survey in addition to the events. */
interface SurveyState {
  /** URLs drawn so far. */
  readonly drawn: number;
  /** Acceptances among them that the estimates had let expect. */
  readonly expected: number;
  /** The one that was drawn and has not come to its end. */
  readonly waiting?: string;
  /** The last estimate, and the requests that it was made for. */
  readonly estimate?: RemainingPages;
  readonly ahead?: number;
  readonly driedUp?: string | undefined;
}

const stateSchema = z.looseObject({
  drawn: z.number().int().nonnegative(),
  expected: z.number().nonnegative(),
  waiting: z.string().optional(),
});

/** The figures of a survey in the state of a crawl, or kept by itself: the last estimate, and what to know where it dried up. */
export function surveyIn(state: object | undefined): Pick<CrawlCounts, 'remaining' | 'driedUp'> {
  const saved: unknown = { ...state }['survey' as never];
  const { estimate, driedUp } = stateSchema.safeParse(saved).success ? (saved as SurveyState) : {};
  return given({ remaining: estimate, driedUp });
}

/** Share of the requests that are drawn at random. */
const SAMPLED = 0.02;

/** The survey of a crawl. */
export const survey: FeatureModule = { open: () => surveyFeature() };

/**
 * Estimates how many relevant pages are left, and says when the crawl has dried up.
 * @param share of the requests that are spent on URLs drawn at random from the queue; may be 0
 */
export function surveyFeature(share = SAMPLED, seed = 1): CrawlFeature {
  return {
    name: 'survey',
    stateSchema,
    begin({ deps: { frontier, logger }, plan: { maxLinks, admits }, scope, tally, exploration }, saved) {
      const isInside = (url: string): boolean => scope.includes(url) && admits(url);
      const left = new Survey(share, seed, { maxLinks, isInside }, saved as SurveyState | undefined);
      const drought = watchDrought();
      const warn = once(() => logger.warn(left.state.driedUp ?? ''));
      return {
        found: (urls) => left.queued(urls),
        ended(event, isNow) {
          left.note(event);
          drought.note(event);
          if (!isNow) return;
          left.step(frontier, tally.now.accepted, (waiting, tried) => {
            const won = tally.state().acceptedHosts ?? 0;
            return exploration && drought.found(exploration.hosts, waiting, tried, won);
          });
          if (left.state.driedUp !== undefined) warn();
        },
        state: () => ({ kept: left.state, counts: surveyIn({ survey: left.state }) }),
      };
    },
  };
}

/** Links that count. */
interface SurveyLimits {
  /** Links of a page that are looked at. */
  readonly maxLinks: number;
  /** True if the crawl may go to an address, by its scope and patterns. */
  readonly isInside: (url: string) => boolean;
}

/** Queue that a survey draws from. */
type SurveyedQueue = Pick<Frontier, 'counts' | 'requeue' | 'valueOf' | 'waiting'>;

/** Requests before the first estimate and the first sample: before them there is little to learn from. */
const FIRST_ESTIMATE = 100;
/** Requests between estimates: so many, or this share of all so far, whichever is more. */
const EVERY = { requests: 25, share: 0.025 };
/** Draws until one was found on a page. */
const TRIES = 100;

/** Estimates in the course of a crawl how many relevant pages are left. */
export class Survey {
  private readonly evidence: Evidence;
  private isComplete: boolean;
  state: SurveyState;

  /** @param from as an earlier run of the crawl left it: then the events of that run are to be noted before its first step */
  constructor(
    private readonly share: number,
    private readonly seed: number,
    limits: SurveyLimits,
    from?: SurveyState,
  ) {
    this.evidence = new Evidence(limits);
    this.state = from ?? { drawn: 0, expected: 0 };
    this.isComplete = from === undefined;
  }

  /** Takes in an event, in the order of the events. Judging a page again does not change what is known of its links. */
  note(event: CrawlEvent): void {
    if (event.url === this.state.waiting) this.state = without(this.state, 'waiting');
    this.evidence.note(event);
  }

  /** Takes in URLs that were queued. */
  queued(urls: Iterable<string>): void {
    this.evidence.queued(urls);
  }

  /**
   * After an event: estimates again where it is time to, and puts a URL that is drawn at random at the head of the queue
   * where one is due. Both depend on the events and the queue alone, so that a resumed crawl continues as it would have.
   */
  step(frontier: SurveyedQueue, found: number, drought: LookForDrought): void {
    if (!this.isComplete) this.evidence.lookUp(frontier);
    this.isComplete = true;
    const { fetched, samples, samplesAccepted, accepted } = this.evidence;
    const { queued, leased: underWay } = frontier.counts();
    const { estimate, drawn, expected } = this.state;
    if (fetched < FIRST_ESTIMATE) return;
    const since = fetched - (estimate?.requests ?? -Infinity);
    if (since >= Math.max(EVERY.requests, (fetched - since) * EVERY.share) || queued + underWay === 0) {
      const ahead = queued + underWay === 0 ? 0 : this.evidence.ahead(queued) + underWay;
      const counts = { fetched, samples, samplesAccepted, found, expected };
      const { text, neverAsked = 0 } = drought(this.evidence.waiting(), this.evidence.answers) ?? {};
      const remaining = estimateRemaining(counts, accepted.curve(), ahead, neverAsked);
      this.state = { ...this.state, ahead, estimate: remaining, driedUp: text };
    }
    const due = Math.floor((fetched - FIRST_ESTIMATE) * this.share);
    if (this.state.waiting === undefined && drawn < due) this.draw(frontier);
  }

  private draw(frontier: SurveyedQueue): void {
    const { drawn, expected, estimate, ahead = 0 } = this.state;
    const seed = seedOf(String(drawn), this.seed);
    const chosen = drawUrl(this.evidence.waiting(), frontier, seed);
    this.state = { ...this.state, drawn: drawn + 1 };
    if (chosen === undefined) return;
    const { priority, url } = chosen;
    frontier.requeue({ ...chosen, priority: { ...priority, value: BEFORE_ALL }, sample: priority });
    const chance = Math.min(1, (estimate?.byRate?.left ?? 0) / Math.max(1, ahead));
    this.state = { ...this.state, waiting: url, expected: expected + chance };
  }
}

/** Acceptances among random samples, as many as expected, that the estimate by rate counts as much as. */
const RATE_WEIGHT = 2;
/** Exponent of the distance of an end from the figure, in logarithms: crawls find pages in bursts that the rate does not know. */
const WIDENING = 1.75;
/** Largest factor between the ends of an interval that says something. */
const MAX_WIDTH = 50;
/** Pages that make no difference, as a share of those found. */
const NEGLIGIBLE = 0.02;

/** Counts of a crawl. */
export interface SurveyCounts {
  readonly fetched: number;
  readonly found: number;
  readonly samples: number;
  readonly samplesAccepted: number;
  /** Acceptances among the samples that earlier estimates had let expect. */
  readonly expected: number;
}

/**
 * Estimates how many relevant pages the crawl could still find, by its acceptances per request ({@link estimateByRate}). A crawl takes
 * the best URLs first, so the estimate is corrected by the URLs drawn at random: hits among them are taken as Poisson
 * with the mean that was expected times a factor, whose prior is a gamma distribution around 1. The interval is widened
 * ({@link WIDENING}); there is no figure while its ends differ by more than a factor of {@link MAX_WIDTH}.
 *
 * `docs/papers.md` says how many of the figures have the truth in their interval.
 * @param ahead requests that the crawl may still make, limits aside @param neverAsked hosts of which nothing is known, so that there can be no figure
 */
export function estimateRemaining(
  counts: SurveyCounts,
  curve: AcceptanceCurve,
  ahead: number,
  neverAsked = 0,
): RemainingPages {
  const { fetched: requests, found, samples, samplesAccepted, expected } = counts;
  const byRate = estimateByRate(curve, ahead);
  const basis = { requests, found, samples, samplesAccepted, byRate };
  if (neverAsked > 0) return { ...basis, notKnown: `${neverAsked} hosts were never asked` };
  const correction = (RATE_WEIGHT + samplesAccepted) / (RATE_WEIGHT + expected);
  const left = byRate.left * correction;
  const none = 1 + NEGLIGIBLE * found;
  const widened = (end: number): number => (left + none) * ((end + none) / (left + none)) ** WIDENING - none;
  const low = Math.max(0, Math.floor(widened(byRate.low * Math.min(1, correction))));
  const high = Math.ceil(widened(byRate.high * Math.max(1, correction)));
  if ((high + none) / (low + none) > MAX_WIDTH)
    return { ...basis, notKnown: `the acceptances per request suggest between ${low} and ${high} more` };
  return { ...basis, left, low, high, ...recallOf({ left, low, high }, found) };
}

function recallOf({ left, low, high }: PageInterval, found: number) {
  const recall = (missing: number): number => (found + missing === 0 ? 0 : found / (found + missing));
  return { recall: recall(left), recallLow: recall(high), recallHigh: recall(low) };
}

/** URLs that are followed at most; of more, a random part. Hosts that are remembered at most; later ones are not counted. */
const [MAX_URLS, MAX_HOSTS] = [20_000, 50_000];
/** A URL in the queue stands for so many requests at most, its own included. */
const MAX_FOLLOWERS = 20;

/** A URL that is followed. */
interface FollowedUrl {
  readonly host: string;
  isLinked: boolean;
  /** seen: only its links are known; ended: it was requested, or never will be. */
  state: 'seen' | 'queued' | 'ended';
}

/**
 * Evidence of the events of a crawl, in bounded memory. When there are too many URLs, only those are followed whose hash is a multiple
 * of a power of two, which is doubled as often as necessary: a random part, the same for the same links.
 */
export class Evidence {
  fetched = 0;
  samples = 0;
  samplesAccepted = 0;
  /** Results of the requests that the strategy chose: what was drawn at random does not show how its choice declines. */
  readonly accepted = createCurveCounter();
  private readonly discoveries = createCurveCounter();
  private readonly followed = new Map<string, FollowedUrl>();
  /** True for hosts that have answered, false for those that were tried and have not. */
  readonly answers = new Map<string, boolean>();
  private mask = 0;

  constructor(
    private readonly limits: SurveyLimits,
    private readonly most = MAX_URLS,
  ) {}

  /** Takes in an event, in the order of the events. */
  note(event: CrawlEvent): void {
    // What a page was taken for when its links were followed stands.
    if (event.rejudged !== undefined && !event.fetched) return;
    this.count(event);
    const own = this.follow(event.url);
    if (own !== undefined) own.state = 'ended';
    const target = event.finalUrl === undefined ? undefined : this.followed.get(event.finalUrl);
    if (target !== undefined) target.state = 'ended';
    this.noteLinks(event);
  }

  queued(urls: Iterable<string>): void {
    for (const url of urls) {
      const known = this.follow(url);
      if (known?.state === 'seen') known.state = 'queued';
    }
  }

  /** Looks up which of the URLs that pages link to are queued, where the events alone were noted. */
  lookUp(frontier: Pick<Frontier, 'valueOf'>): void {
    for (const [url, known] of this.followed)
      if (known.state === 'seen' && frontier.valueOf(url) !== undefined) known.state = 'queued';
  }

  /** The queued URLs that are followed. */
  waiting(): readonly string[] {
    return [...this.followed].flatMap(([url, { state }]) => (state === 'queued' ? [url] : []));
  }

  /** Requests that hosts may answer: for the URLs in the queue, and for those that they lead to. */
  ahead(queued: number): number {
    const tried = [...this.answers.values()];
    const alive = (tried.filter(Boolean).length + 0.5) / (tried.length + 1);
    const waiting = [...this.followed.values()].filter(({ state }) => state === 'queued');
    const open = sum(waiting.map(({ host }) => Number(this.answers.get(host) ?? alive)));
    const share = waiting.length === 0 ? 1 : open / waiting.length;
    const found = growthOf(this.discoveries.curve()) * share;
    return share * queued * Math.min(MAX_FOLLOWERS, 1 / Math.max(1 / MAX_FOLLOWERS, 1 - found));
  }

  private follow(url: string): FollowedUrl | undefined {
    const before = this.followed.get(url);
    if (before !== undefined || !this.isFollowed(url)) return before;
    this.followed.set(url, { host: hostOf(url), isLinked: false, state: 'seen' });
    while (this.followed.size > this.most) {
      this.mask = 2 * this.mask + 1;
      for (const known of this.followed.keys()) if (!this.isFollowed(known)) this.followed.delete(known);
    }
    return this.followed.get(url);
  }

  private isFollowed(url: string): boolean {
    return (seedOf(url) & this.mask) === 0;
  }

  private count(event: CrawlEvent): void {
    const isAccepted = event.rejudged?.accepted ?? event.judgement?.accepted ?? false;
    const isSample = event.sample === true;
    this.samples += Number(isSample);
    this.samplesAccepted += Number(isSample && isAccepted);
    this.fetched += Number(event.fetched);
    if (event.fetched && !isSample) this.accepted.request(Number(isAccepted));
    const host = hostOf(event.url);
    if (this.answers.has(host) || this.answers.size < MAX_HOSTS)
      this.answers.set(host, this.answers.get(host) === true || hasAnswered(event));
  }

  private noteLinks({ url, links = [], fetched }: CrawlEvent): void {
    let discovered = 0;
    for (const target of links.slice(0, this.limits.maxLinks)) {
      if (target === url || !this.limits.isInside(target)) continue;
      const known = this.follow(target);
      if (known?.isLinked === false) discovered += this.mask + 1;
      if (known !== undefined) known.isLinked = true;
    }
    if (fetched) this.discoveries.request(discovered);
  }
}

/** URLs that each request of the later half found. */
function growthOf({ width, accepted: discovered, requests }: AcceptanceCurve): number {
  const from = Math.floor(discovered.length / 2);
  return requests === 0 ? 0 : sum(discovered.slice(from)) / Math.max(1, requests - from * width);
}

/** Failures after which nothing is known of a host but that it did not answer. */
const NO_ANSWER: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  ...([
    'robots-unreachable',
    'network',
    'timeout',
    'certificate',
    'busy',
    'challenged',
    'private-address',
  ] as const),
]);

/** True if the host of a URL answered, as the event of the URL says. */
function hasAnswered({ state, code }: Pick<CrawlEvent, 'state' | 'code'>): boolean {
  return state === 'done' || code === undefined || !NO_ANSWER.has(code);
}

/** A queued URL that was found on a page, drawn at random. */
function drawUrl(urls: readonly string[], frontier: SurveyedQueue, seed: number): QueuedUrl | undefined {
  const random = seededRandom(seed);
  for (let tries = 0; tries < TRIES && urls.length > 0; tries += 1) {
    const entry = frontier.waiting(urls[Math.floor(random() * urls.length)] ?? '');
    if (entry?.referrer !== undefined) return entry;
  }
  return undefined;
}

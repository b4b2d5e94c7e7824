import { BEFORE_ALL, type CrawlEvent, type QueuedUrl } from '../../../model/crawl-event.js';
import type { Frontier } from '../../../model/frontier.js';
import { z } from 'zod';
import { seededRandom, seedOf } from '../../../support/random.js';
import type { FeatureModule } from '../../../app/crawl/feature-module.js';
import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import { createCrawlEvidence, type CrawlEvidence, type LinkLimits } from './crawl-evidence.js';
import type { RemainingPages } from '../../../model/remaining-pages.js';
import { estimateRemaining, isRecallReached } from './estimate.js';
import type { LinkPanel } from './link-panel.js';

/** Plan of estimating what a crawl has not found yet. */
export interface SurveyPlan {
  /** Share of the requests that are spent on URLs drawn at random from the queue; may be 0. */
  readonly share: number;
  /** Seed of the draws. */
  readonly seed: number;
}

/** The name of the feature. */
const SURVEY = 'survey';

/** State of a survey in addition to the events. */
export interface SurveyState {
  /** URLs drawn so far. */
  readonly drawn: number;
  /** The one that was drawn and has not come to its end. */
  readonly waiting?: string;
  /** The last estimate. */
  readonly estimate?: RemainingPages;
}

const stateSchema = z.looseObject({
  drawn: z.number().int().nonnegative(),
  waiting: z.string().optional(),
});

/** The last estimate of a crawl, by its state; undefined where it made none. */
export function estimateIn(state: object | undefined): RemainingPages | undefined {
  const saved: unknown = { ...state }[SURVEY as never];
  return stateSchema.safeParse(saved).success ? (saved as SurveyState).estimate : undefined;
}

/** The survey of a crawl, with its share of the requests by the settings. */
export const survey: FeatureModule = {
  open: ({ sampleFrontier: share }) => surveyFeature({ share, seed: 1 }),
};

/** Estimates how many relevant pages are left, and spends a share of the requests on that. */
export function surveyFeature(plan: SurveyPlan): CrawlFeature {
  return {
    name: SURVEY,
    stateSchema,
    begin({ parts: { frontier }, plan: bounds, known: { scope }, progress: { tally } }, saved) {
      const { maxLinks, maxPagesPerHost, admits } = bounds;
      const isInside = (url: string): boolean => scope.includes(url) && admits(url);
      const limits = { maxLinks, maxPagesPerHost, isInside };
      const left = createSurvey(plan, limits, saved as SurveyState | undefined);
      return {
        note: (event) => left.note(event),
        found: (urls) => left.queued(urls),
        recorded: () => left.step(frontier, tally.accepted),
        state: () => left.state(),
        counts: () => ({ remaining: left.estimate }),
        isMet: (condition) =>
          condition.kind === 'recall' ? isRecallReached(left.estimate, condition.value) : undefined,
      };
    },
  };
}

/** Limits of the crawl within which pages can be found. */
export interface SurveyLimits extends LinkLimits {
  /** Pages of one host that are requested at most; may be infinite. */
  readonly maxPagesPerHost: number;
}

/** Queue that a survey draws from. */
type SurveyedQueue = Pick<Frontier, 'counts' | 'requeue' | 'valueAt' | 'valueOf' | 'waiting'>;

/** Estimates in the course of a crawl how many relevant pages are left. */
export interface Survey {
  /** Takes in an event, in the order of the events. Judging a page again does not change what is known of its links. */
  note(event: CrawlEvent): void;
  /** Takes in URLs that were queued. */
  queued(urls: Iterable<string>): void;
  /**
   * After an event: estimates again where it is time to, and puts a URL that is drawn at random at the head of the queue
   * where one is due. Both depend on the events and the queue alone, so that a resumed crawl continues as it would have.
   */
  step(frontier: SurveyedQueue, accepted: number): void;
  /** The last estimate; undefined before there is one. */
  readonly estimate: RemainingPages | undefined;
  state(): SurveyState;
}

/** Requests before the first estimate and the first sample: before them there is little to learn from. */
const FIRST_ESTIMATE = 100;
/** Requests between estimates: so many, or this share of all so far, whichever is more. An estimate takes up to 0.1 s. */
const EVERY = { requests: 25, share: 0.025 };
/** Draws until one is of the quarter of the queue that is wanted; then any is taken. */
const TRIES = 100;
/** Parts of the queue, by priority, from which samples are drawn in turn. */
const STRATA = 4;

/**
 * A survey from its beginning, or as an earlier run of the crawl left it: then the events of that run are to be noted
 * first, before its first step.
 */
export function createSurvey({ share, seed }: SurveyPlan, limits: SurveyLimits, from?: SurveyState): Survey {
  const evidence = createCrawlEvidence(limits);
  let { drawn, waiting, estimate }: SurveyState = from ?? { drawn: 0 };
  let isComplete = from === undefined;

  function draw(frontier: SurveyedQueue): void {
    const chosen = drawUrl(evidence.panel, frontier, seedOf(String(drawn), seed), drawn % STRATA);
    drawn += 1;
    if (chosen === undefined) return;
    const { priority } = chosen;
    frontier.requeue({ ...chosen, priority: { ...priority, value: BEFORE_ALL }, sample: priority });
    waiting = chosen.url;
  }

  return {
    note(event) {
      if (event.url === waiting) waiting = undefined;
      evidence.note(event);
    },
    queued: (urls) => evidence.queued(urls),
    step(frontier, accepted) {
      if (!isComplete) evidence.lookUp(frontier);
      isComplete = true;
      const { fetched } = evidence;
      const { queued, leased: underWay } = frontier.counts();
      if (fetched < FIRST_ESTIMATE) return;
      const isOver = queued + underWay === 0;
      if (estimate === undefined || fetched >= nextAfter(estimate) || isOver) {
        const { maxPagesPerHost } = limits;
        const standing = { queued, underWay, accepted, fetched, maxPagesPerHost };
        estimate = estimateRemaining({ ...knownFrom(evidence), ...standing });
      }
      if (waiting === undefined && drawn < Math.floor((fetched - FIRST_ESTIMATE) * share)) draw(frontier);
    },
    get estimate() {
      return estimate;
    },
    state: () => ({ drawn, waiting, estimate }),
  };
}

/** Facts of the events of a crawl for an estimate. */
function knownFrom(evidence: CrawlEvidence) {
  const { panel, hosts } = evidence;
  const [requests, samples] = [evidence.requests(), evidence.samples()];
  return { panel, hosts, requests, samples, curve: evidence.curve(), growth: evidence.growth() };
}

/** Requests at which it is estimated again. */
function nextAfter({ requests }: RemainingPages): number {
  return requests + Math.max(EVERY.requests, requests * EVERY.share);
}

/** A queued URL that was found on a page, if possible one of a part of the queue. */
function drawUrl(
  panel: LinkPanel,
  frontier: SurveyedQueue,
  seed: number,
  part: number,
): QueuedUrl | undefined {
  const urls = [...panel.urls()].flatMap(([url, { state }]) => (state === 'queued' ? [url] : []));
  const random = seededRandom(seed);
  let chosen: QueuedUrl | undefined;
  for (let tries = 0; tries < TRIES && urls.length > 0; tries += 1) {
    const entry = frontier.waiting(urls[Math.floor(random() * urls.length)] ?? '');
    if (entry?.referrer === undefined) continue;
    chosen = entry;
    if (isInPart(entry.priority.value, part, frontier)) break;
  }
  return chosen;
}

/** True if a value is in this part of the queue; 0 is that of the best. */
function isInPart(value: number, part: number, frontier: SurveyedQueue): boolean {
  const share = frontier.counts().queued / STRATA;
  const bound = (parts: number): number =>
    frontier.valueAt(Math.max(1, Math.ceil(parts * share))) ?? Number.NEGATIVE_INFINITY;
  const low = part === STRATA - 1 ? Number.NEGATIVE_INFINITY : bound(part + 1);
  const high = part === 0 ? Number.POSITIVE_INFINITY : bound(part);
  return value >= low && value <= high;
}

import type { CrawlEvent } from '../../model/crawl-event.js';
import type { Countable } from '../../model/frontier.js';
import { isByNewModel } from './rejudging.js';
import { countRequest } from './recent-requests.js';
import { isSecondChoice } from './second-choice.js';
import type { TallyState } from './crawl-types.js';
import type { CrawlCounts, LinkOutcome } from './crawl-counts.js';

/** Requests over which the recent harvest rate is taken. */
const RECENT = 100;

/** Counts what happens in a crawl. */
export interface Tally {
  countEvent(event: CrawlEvent): void;
  countLink(outcome: LinkOutcome): void;
  /** URLs that were requested so far. */
  readonly fetched: number;
  /** Rejected pages with links, other than seeds, in this run. */
  readonly rejectedWithLinks: number;
  /** Pages accepted so far, and bytes of all bodies. */
  readonly accepted: number;
  readonly bytes: number;
  /** Links that had that outcome so far. */
  linksOf(outcome: LinkOutcome): number;
  /** Pages that were judged so far. */
  readonly done: number;
  counts(): CrawlCounts;
  /** What was counted, to continue from. */
  state(): TallyState;
}

/** A tally at zero. */
export const NOTHING_COUNTED: TallyState = {
  states: { done: 0, skipped: 0, failed: 0 },
  reasons: {},
  links: {},
  fetched: 0,
  accepted: 0,
  secondChoice: 0,
  bytes: 0,
  recent: '',
};

/** A tally at zero, or the continuation of an earlier one; the frontier counts the queued URLs. */
export function createTally(frontier: Countable, from: TallyState = NOTHING_COUNTED): Tally {
  const states = { ...from.states };
  const reasons = { ...from.reasons };
  const links = { ...from.links };
  let { fetched, accepted, secondChoice = 0, acceptedByTopic, rejudged, bytes } = from;
  let latest: Pick<TallyState, 'recent' | 'recentRequests'> = {
    recent: from.recent,
    recentRequests: from.recentRequests,
  };
  let rejectedWithLinks = 0;
  const state = (): TallyState => ({
    states: { ...states },
    reasons: { ...reasons },
    links: { ...links },
    fetched,
    accepted,
    secondChoice,
    acceptedByTopic,
    rejudged,
    bytes,
    ...latest,
  });
  return {
    countEvent(event) {
      const isAccepted = event.state === 'done' && event.judgement?.accepted === true;
      acceptedByTopic = countTopics(event, acceptedByTopic);
      if (event.rejudged !== undefined) {
        // Everything else was counted when the page came to its end.
        accepted += Number(isAccepted) - Number(event.rejudged.accepted);
        if (changesVerdict(event)) rejudged = (rejudged ?? 0) + 1;
        return;
      }
      states[event.state] += 1;
      if (event.fetched) {
        fetched += 1;
        if (event.sample !== true && isSecondChoice(event.priority)) secondChoice += 1;
        latest = withRequest(latest, event, isAccepted);
      }
      if (event.code !== undefined) reasons[event.code] = (reasons[event.code] ?? 0) + 1;
      if (isAccepted) accepted += 1;
      if (isRejectedWithLinks(event)) rejectedWithLinks += 1;
      bytes += event.bytes ?? 0;
    },
    countLink: (outcome) => (links[outcome] = (links[outcome] ?? 0) + 1),
    linksOf: (outcome) => links[outcome] ?? 0,
    get fetched() {
      return fetched;
    },
    get accepted() {
      return accepted;
    },
    get bytes() {
      return bytes;
    },
    get rejectedWithLinks() {
      return rejectedWithLinks;
    },
    get done() {
      return states.done;
    },
    counts: () => ({
      ...countsOf(state()),
      queued: frontier.count('queued'),
      hosts: frontier.hostCount(),
      hostsWaiting: frontier.heldHosts(),
    }),
    state,
  };
}

function withRequest(
  { recent, recentRequests }: Pick<TallyState, 'recent' | 'recentRequests'>,
  { time }: CrawlEvent,
  isAccepted: boolean,
): Pick<TallyState, 'recent' | 'recentRequests'> {
  return {
    recent: `${recent}${isAccepted ? 1 : 0}`.slice(-RECENT),
    recentRequests: countRequest(recentRequests, Date.parse(time)),
  };
}

/** By a new model, pages have a further event where the verdict stays as well. */
function changesVerdict(event: CrawlEvent): boolean {
  return !isByNewModel(event) || event.judgement?.accepted !== event.rejudged?.accepted;
}

function isRejectedWithLinks({ judgement, depth, links }: CrawlEvent): boolean {
  return judgement?.accepted === false && depth > 0 && links !== undefined && links.length > 0;
}

/** Counts a page for each of the topics that accept it; undefined as long as there is one topic. */
function countTopics(
  { judgement, rejudged }: CrawlEvent,
  before: Readonly<Record<string, number>> | undefined,
): Readonly<Record<string, number>> | undefined {
  if (judgement?.topics === undefined) return before;
  const counts = { ...before };
  for (const { topic, accepted } of judgement.topics) {
    const former = rejudged?.topics?.find((one) => one.topic === topic)?.accepted ?? false;
    counts[topic] = (counts[topic] ?? 0) + Number(accepted) - Number(former);
  }
  return counts;
}

/** What a tally says without its frontier. */
export function countsOf({
  states,
  reasons,
  fetched,
  accepted,
  secondChoice = 0,
  acceptedByTopic,
  rejudged,
  bytes,
  recent,
}: TallyState): Omit<CrawlCounts, 'queued' | 'hosts' | 'hostsWaiting'> {
  return {
    fetched,
    ...states,
    accepted,
    acceptedByTopic,
    rejudged,
    rejected: states.done - accepted,
    secondChoice,
    bytes,
    harvestRate: fetched === 0 ? null : accepted / fetched,
    recentHarvestRate: recent === '' ? null : recent.replaceAll('0', '').length / recent.length,
    reasons: { ...reasons },
  };
}

import type { CrawlEvent, ReasonCode } from '../../model/crawl-event.js';
import type { Frontier } from '../../model/frontier.js';
import { countAccepted, type AcceptedHosts } from '../pages/accepted-pages.js';
import { without } from '../../support/without.js';
import { hostOf } from '../urls/urls.js';
import { isSecondChoice } from '../steering/steering.js';
import { RECENT_REQUESTS, type CrawlCounts, type LinkOutcome } from './crawl-counts.js';

interface Counters {
  states: Record<CrawlEvent['state'], number>;
  reasons: Partial<Record<ReasonCode, number>>;
  links: Partial<Record<LinkOutcome, number>>;
  fetched: number;
  accepted: number;
  acceptedHosts?: number | undefined;
  secondChoice: number;
  acceptedByTopic?: CrawlCounts['acceptedByTopic'];
  rejudged?: number | undefined;
  /** Hosts that answered with bot checks. */
  challenged?: string[] | undefined;
  bytes: number;
  /** Of the last 100 URLs that were requested: 1 for an accepted page, else 0. */
  recent: string;
}

/** The counters of a crawl. JSON. */
export type TallyState = Readonly<Counters>;

/** A tally at zero. */
export const NOTHING_COUNTED: TallyState = {
  states: { done: 0, skipped: 0, failed: 0 },
  ...{ reasons: {}, links: {} },
  ...{ fetched: 0, accepted: 0, acceptedHosts: 0, secondChoice: 0, bytes: 0, recent: '' },
};

/** The frontier of those who count events alone. */
export const NOTHING_QUEUED: Pick<Frontier, 'counts'> = {
  counts: () => ({ queued: 0, leased: 0, done: 0, skipped: 0, failed: 0, hosts: 0, heldHosts: 0 }),
};

/** Hosts with bot checks that are counted. */
const MAX_CHALLENGED = 1000;
/** Requests that count in addition to the real ones, half of them as if they had brought an accepted page. */
const SMOOTHING = 4;

/** Counts what happens in a crawl. */
export class Tally {
  /** Rejected pages with links, other than seeds, in this run. */
  rejectedWithLinks = 0;
  /** The counters so far. */
  readonly now: Counters;

  /** Continues from an earlier tally; the frontier counts the queued URLs. @param hosts those with accepted pages so far */
  constructor(
    private readonly frontier: Pick<Frontier, 'counts'>,
    from: TallyState = NOTHING_COUNTED,
    private readonly hosts: AcceptedHosts = new Map(),
  ) {
    this.now = structuredClone(from);
  }

  /** The share of the last requests that brought an accepted page, smoothed: between 0 and 1, and neither of them. */
  get recentHarvest(): number {
    const { recent } = this.now;
    return (acceptedIn(recent) + SMOOTHING / 2) / (recent.length + SMOOTHING);
  }

  countLink(outcome: LinkOutcome): void {
    this.now.links[outcome] = (this.now.links[outcome] ?? 0) + 1;
  }

  countEvent(event: CrawlEvent): void {
    const { now } = this;
    const isAccepted = event.state === 'done' && event.judgement?.accepted === true;
    const change = Number(isAccepted) - Number(event.rejudged?.accepted ?? false);
    now.acceptedByTopic = countTopics(event, now.acceptedByTopic);
    countAccepted(this.hosts, event.url, change);
    now.accepted += change;
    if (event.rejudged === undefined) this.countEnd(event, isAccepted);
    else if (changesVerdict(event)) now.rejudged = (now.rejudged ?? 0) + 1;
  }

  /** Counts what does not change with later verdicts on the page. */
  private countEnd({ state, code, ...event }: CrawlEvent, isAccepted: boolean): void {
    const { now } = this;
    now.states[state] += 1;
    if (event.fetched) {
      now.fetched += 1;
      if (event.sample !== true && isSecondChoice(event.priority)) now.secondChoice += 1;
      now.recent = `${now.recent}${isAccepted ? 1 : 0}`.slice(-RECENT_REQUESTS);
    }
    if (code !== undefined) now.reasons[code] = (now.reasons[code] ?? 0) + 1;
    if (code === 'challenged') {
      const hosts = new Set(now.challenged).add(hostOf(event.finalUrl ?? event.url));
      now.challenged = [...hosts].slice(0, MAX_CHALLENGED);
    }
    now.bytes += event.bytes ?? 0;
    const { judgement, depth, links = [] } = event;
    if (judgement?.accepted === false && depth > 0 && links.length > 0) this.rejectedWithLinks += 1;
  }

  counts(): CrawlCounts {
    const { queued, hosts, heldHosts: hostsWaiting } = this.frontier.counts();
    return { ...countsOf(this.state()), queued, hosts, hostsWaiting };
  }

  /** Counts, to continue from. */
  state(): TallyState {
    return { ...structuredClone(this.now), acceptedHosts: this.hosts.size };
  }
}

/** @param recent a character for each request: 1 where it brought an accepted page */
function acceptedIn(recent: string): number {
  return recent.replaceAll('0', '').length;
}

/** By a new model, and without a term, pages have a further event where the verdict stays as well. */
function changesVerdict({ judgement, rejudged }: CrawlEvent): boolean {
  const former = [rejudged, ...(rejudged?.topics ?? [])].map((one) => one?.accepted);
  return [judgement, ...(judgement?.topics ?? [])].some((one, place) => one?.accepted !== former[place]);
}

/** Counts a page for each of the topics that accept it; undefined as long as there is one topic. */
function countTopics({ judgement, rejudged }: CrawlEvent, before: Counters['acceptedByTopic']) {
  if (judgement?.topics === undefined && rejudged?.topics === undefined) return before;
  const counts = { ...before };
  const count = (topic: string, by: number): void => void (counts[topic] = (counts[topic] ?? 0) + by);
  for (const { topic, accepted } of judgement?.topics ?? []) count(topic, Number(accepted));
  for (const { topic, accepted } of rejudged?.topics ?? []) count(topic, -Number(accepted));
  return counts;
}

/** Counts of a tally without its frontier. */
export function countsOf(tally: TallyState): Omit<CrawlCounts, 'queued' | 'hosts' | 'hostsWaiting'> {
  const { states, recent, challenged = [], ...counts } = without(tally, 'links');
  const { fetched, accepted } = counts;
  return {
    ...{ ...counts, ...states, rejected: states.done - accepted },
    challengedHosts: challenged.length || undefined,
    harvestRate: fetched === 0 ? null : accepted / fetched,
    recentHarvestRate: recent === '' ? null : acceptedIn(recent) / recent.length,
  };
}

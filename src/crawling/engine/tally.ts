import type { CrawlEvent, ReasonCode } from '../../model/crawl-event.js';
import type { Frontier } from '../../model/frontier.js';
import { countAccepted, type AcceptedHosts } from '../pages/accepted-pages.js';
import { isSecondChoice } from '../steering/steering.js';
import { RECENT_REQUESTS, type CrawlCounts, type LinkOutcome } from './crawl-counts.js';

/** The counters of a crawl. JSON. */
export interface TallyState extends Pick<
  CrawlCounts,
  | 'fetched'
  | 'accepted'
  | 'acceptedHosts'
  | 'secondChoice'
  | 'acceptedByTopic'
  | 'rejudged'
  | 'bytes'
  | 'reasons'
> {
  readonly states: Readonly<Record<CrawlEvent['state'], number>>;
  readonly links: Readonly<Partial<Record<LinkOutcome, number>>>;
  /** Of the last 100 URLs that were requested: 1 for an accepted page, else 0. */
  readonly recent: string;
}

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

/** Requests that count in addition to the real ones, half of them as if they had brought an accepted page. */
const SMOOTHING = 4;

/** Counts what happens in a crawl. */
export class Tally implements TallyState {
  readonly states: Record<CrawlEvent['state'], number>;
  readonly reasons: Partial<Record<ReasonCode, number>>;
  readonly links: Partial<Record<LinkOutcome, number>>;
  fetched: number;
  accepted: number;
  secondChoice: number;
  acceptedByTopic: Readonly<Record<string, number>> | undefined;
  rejudged: number | undefined;
  bytes: number;
  recent: string;
  /** Rejected pages with links, other than seeds, in this run. */
  rejectedWithLinks = 0;

  /** Continues from an earlier tally; the frontier counts the queued URLs. @param hosts those with accepted pages so far */
  constructor(
    private readonly frontier: Pick<Frontier, 'counts'>,
    from: TallyState = NOTHING_COUNTED,
    private readonly hosts: AcceptedHosts = new Map(),
  ) {
    [this.states, this.reasons, this.links] = [{ ...from.states }, { ...from.reasons }, { ...from.links }];
    ({ fetched: this.fetched, accepted: this.accepted, secondChoice: this.secondChoice } = from);
    ({ acceptedByTopic: this.acceptedByTopic, rejudged: this.rejudged } = from);
    ({ bytes: this.bytes, recent: this.recent } = from);
  }

  get acceptedHosts(): number {
    return this.hosts.size;
  }

  /** Pages that were judged so far. */
  get done(): number {
    return this.states.done;
  }

  /** The share of the last requests that brought an accepted page, smoothed: between 0 and 1, and neither of them. */
  get recentHarvest(): number {
    return (acceptedIn(this.recent) + SMOOTHING / 2) / (this.recent.length + SMOOTHING);
  }

  countLink(outcome: LinkOutcome): void {
    this.links[outcome] = (this.links[outcome] ?? 0) + 1;
  }

  countEvent(event: CrawlEvent): void {
    const isAccepted = event.state === 'done' && event.judgement?.accepted === true;
    const change = Number(isAccepted) - Number(event.rejudged?.accepted ?? false);
    this.acceptedByTopic = countTopics(event, this.acceptedByTopic);
    countAccepted(this.hosts, event.url, change);
    this.accepted += change;
    if (event.rejudged === undefined) this.countEnd(event, isAccepted);
    else if (changesVerdict(event)) this.rejudged = (this.rejudged ?? 0) + 1;
  }

  /** Counts what does not change with later verdicts on the page. */
  private countEnd(
    { state, code, judgement, depth, links = [], ...event }: CrawlEvent,
    isAccepted: boolean,
  ): void {
    this.states[state] += 1;
    if (event.fetched) {
      this.fetched += 1;
      if (event.sample !== true && isSecondChoice(event.priority)) this.secondChoice += 1;
      this.recent = `${this.recent}${isAccepted ? 1 : 0}`.slice(-RECENT_REQUESTS);
    }
    if (code !== undefined) this.reasons[code] = (this.reasons[code] ?? 0) + 1;
    if (judgement?.accepted === false && depth > 0 && links.length > 0) this.rejectedWithLinks += 1;
    this.bytes += event.bytes ?? 0;
  }

  counts(): CrawlCounts {
    const { queued, hosts, heldHosts: hostsWaiting } = this.frontier.counts();
    return { ...countsOf(this), queued, hosts, hostsWaiting };
  }

  /** Counts, to continue from. */
  state(): TallyState {
    const { states, reasons, links, fetched, accepted, acceptedHosts, secondChoice, bytes, recent } = this;
    const lists = { states: { ...states }, reasons: { ...reasons }, links: { ...links } };
    const { acceptedByTopic, rejudged } = this;
    return {
      ...lists,
      fetched,
      accepted,
      acceptedHosts,
      secondChoice,
      acceptedByTopic,
      rejudged,
      bytes,
      recent,
    };
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
function countTopics(
  { judgement, rejudged }: CrawlEvent,
  before: Readonly<Record<string, number>> | undefined,
): Readonly<Record<string, number>> | undefined {
  if (judgement?.topics === undefined && rejudged?.topics === undefined) return before;
  const counts = { ...before };
  const count = (topic: string, by: number): void => void (counts[topic] = (counts[topic] ?? 0) + by);
  for (const { topic, accepted } of judgement?.topics ?? []) count(topic, Number(accepted));
  for (const { topic, accepted } of rejudged?.topics ?? []) count(topic, -Number(accepted));
  return counts;
}

/** Counts of a tally without its frontier. */
export function countsOf(tally: TallyState): Omit<CrawlCounts, 'queued' | 'hosts' | 'hostsWaiting'> {
  const { states, reasons, fetched, accepted, secondChoice, bytes, recent } = tally;
  const { acceptedHosts, acceptedByTopic, rejudged } = tally;
  return {
    ...{ fetched, ...states, accepted, acceptedHosts, acceptedByTopic, rejudged },
    ...{ rejected: states.done - accepted, secondChoice, bytes },
    harvestRate: fetched === 0 ? null : accepted / fetched,
    recentHarvestRate: recent === '' ? null : acceptedIn(recent) / recent.length,
    reasons: { ...reasons },
  };
}

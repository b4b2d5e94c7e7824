import type { CrawlEvent, ReasonCode } from '../../model/crawl-event.js';
import type { Frontier } from '../../model/frontier.js';
import { given } from '../../support/given.js';
import { createAcceptedHosts, type AcceptedHosts } from '../pages/accepted-pages.js';
import { isSecondChoice } from '../steering/steering.js';
import { hostOf } from '../urls/urls.js';
import { RECENT_REQUESTS, type CrawlCounts, type LinkOutcome } from './crawl-counts.js';
import type { TallyState } from './crawl-types.js';

/** Counts what happens in a crawl. */
export type Tally = ReturnType<typeof createTally>;

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

/** Counts so far. */
type Counters = {
  -readonly [Name in keyof Omit<TallyState, 'states' | 'reasons' | 'links'>]: TallyState[Name];
} & {
  readonly states: Record<keyof TallyState['states'], number>;
  readonly reasons: Partial<Record<ReasonCode, number>>;
  readonly links: Partial<Record<LinkOutcome, number>>;
  rejectedWithLinks: number;
  readonly hosts: AcceptedHosts;
};

/** Continues from an earlier tally; the frontier counts the queued URLs. @param hosts those with accepted pages so far */
export function createTally(
  frontier: Pick<Frontier, 'counts'>,
  from: TallyState = NOTHING_COUNTED,
  hosts: AcceptedHosts = createAcceptedHosts(),
) {
  const counters: Counters = { ...copyOf(from), rejectedWithLinks: 0, hosts };
  const { links } = counters;
  return {
    countEvent: (event: CrawlEvent) => countEvent(event, counters),
    countLink: (outcome: LinkOutcome) => (links[outcome] = (links[outcome] ?? 0) + 1),
    /** Links that had that outcome so far. */
    linksOf: (outcome: LinkOutcome) => links[outcome] ?? 0,
    /** URLs that were requested so far. */
    get fetched(): number {
      return counters.fetched;
    },
    /** The share of the last requests that brought an accepted page, smoothed: between 0 and 1, and neither of them. */
    get recentHarvest(): number {
      const { recent } = counters;
      return (acceptedIn(recent) + SMOOTHING / 2) / (recent.length + SMOOTHING);
    },
    get accepted(): number {
      return counters.accepted;
    },
    get bytes(): number {
      return counters.bytes;
    },
    /** Rejected pages with links, other than seeds, in this run. */
    get rejectedWithLinks(): number {
      return counters.rejectedWithLinks;
    },
    /** Pages that were judged so far. */
    get done(): number {
      return counters.states.done;
    },
    counts: (): CrawlCounts => {
      const { queued, hosts: queuedHosts, heldHosts: hostsWaiting } = frontier.counts();
      return { ...countsOf(counters), queued, hosts: queuedHosts, hostsWaiting };
    },
    /** Counts, to continue from. */
    state: () => copyOf(counters),
  };
}

/** Requests that count in addition to the real ones, half of them as if they had brought an accepted page. */
const SMOOTHING = 4;

/** @param recent a character for each request: 1 where it brought an accepted page */
function acceptedIn(recent: string): number {
  return recent.replaceAll('0', '').length;
}

/** In this order of properties, which the database of a crawl has, too. */
function copyOf({ states, reasons, links, ...counted }: TallyState): TallyState {
  const { fetched, accepted, acceptedHosts, secondChoice, acceptedByTopic, rejudged, bytes } = counted;
  const lists = { states: { ...states }, reasons: { ...reasons }, links: { ...links } };
  const verdicts = { accepted, acceptedHosts, secondChoice, acceptedByTopic, rejudged };
  return { ...lists, fetched, ...verdicts, trapHosts: counted.trapHosts, bytes, recent: counted.recent };
}

function countEvent(event: CrawlEvent, counters: Counters): void {
  const isAccepted = event.state === 'done' && event.judgement?.accepted === true;
  const change = Number(isAccepted) - Number(event.rejudged?.accepted ?? false);
  counters.acceptedByTopic = countTopics(event, counters.acceptedByTopic);
  counters.hosts.count(event.url, change);
  counters.acceptedHosts = counters.hosts.size;
  counters.accepted += change;
  if (event.rejudged === undefined) countEnd(event, isAccepted, counters);
  else if (changesVerdict(event)) counters.rejudged = (counters.rejudged ?? 0) + 1;
}

/** Counts what does not change with later verdicts on the page. */
function countEnd(event: CrawlEvent, isAccepted: boolean, counters: Counters): void {
  const { states, reasons } = counters;
  const { state, code, judgement, depth, links = [] } = event;
  states[state] += 1;
  if (event.fetched) {
    counters.fetched += 1;
    if (event.sample !== true && isSecondChoice(event.priority)) counters.secondChoice += 1;
    counters.recent = `${counters.recent}${isAccepted ? 1 : 0}`.slice(-RECENT_REQUESTS);
  }
  if (code !== undefined) reasons[code] = (reasons[code] ?? 0) + 1;
  if (code === 'trap') counters.trapHosts = countTrap(hostOf(event.url), counters.trapHosts);
  if (judgement?.accepted === false && depth > 0 && links.length > 0) counters.rejectedWithLinks += 1;
  counters.bytes += event.bytes ?? 0;
}

/** Hosts that are counted apart. */
const MAX_TRAP_HOSTS = 100;

function countTrap(host: string, before: TallyState['trapHosts'] = {}): TallyState['trapHosts'] {
  const count = before[host] ?? (Object.keys(before).length < MAX_TRAP_HOSTS ? 0 : undefined);
  return count === undefined ? before : { ...before, [host]: count + 1 };
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
  const { acceptedHosts, acceptedByTopic, rejudged, trapHosts } = tally;
  return {
    ...{ fetched, ...states, accepted, acceptedHosts, acceptedByTopic, rejudged },
    ...given({ trapHosts }),
    ...{ rejected: states.done - accepted, secondChoice, bytes },
    harvestRate: fetched === 0 ? null : accepted / fetched,
    recentHarvestRate: recent === '' ? null : acceptedIn(recent) / recent.length,
    reasons: { ...reasons },
  };
}

import type { CrawlEvent, Frontier, ReasonCode } from '../model/crawl.js';
import type { CrawlCounts, LinkOutcome } from './crawl-types.js';

/** Counts what happens in a crawl. */
export interface Tally {
  countEvent(event: CrawlEvent): void;
  countLink(outcome: LinkOutcome): void;
  /** URLs that were requested so far. */
  readonly fetched: number;
  counts(): CrawlCounts;
  readonly reasons: Readonly<Partial<Record<ReasonCode, number>>>;
  readonly links: Readonly<Partial<Record<LinkOutcome, number>>>;
}

/** A tally at zero; the number of queued URLs is asked of the frontier. */
export function createTally(frontier: Frontier): Tally {
  const states = { done: 0, skipped: 0, failed: 0 };
  const reasons: Partial<Record<ReasonCode, number>> = {};
  const links: Partial<Record<LinkOutcome, number>> = {};
  let fetched = 0;
  let accepted = 0;
  let bytes = 0;
  return {
    countEvent(event) {
      states[event.state] += 1;
      if (event.fetched) fetched += 1;
      if (event.code !== undefined) reasons[event.code] = (reasons[event.code] ?? 0) + 1;
      if (event.state === 'done' && event.judgement?.accepted === true) accepted += 1;
      bytes += event.bytes ?? 0;
    },
    countLink: (outcome) => (links[outcome] = (links[outcome] ?? 0) + 1),
    get fetched() {
      return fetched;
    },
    counts: () => ({
      fetched,
      ...states,
      accepted,
      rejected: states.done - accepted,
      queued: frontier.count('queued'),
      bytes,
    }),
    reasons,
    links,
  };
}

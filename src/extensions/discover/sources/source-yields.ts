import type { SourceCounts } from '../../../crawling/engine/crawl-counts.js';

/** What a source was worth so far. */
export interface SourceYield {
  readonly counts: Omit<SourceCounts, 'source'>;
  /** Its pages, those of long ago less: see {@link FORGETTING}. */
  readonly recent: { readonly fetched: number; readonly accepted: number };
  /** Asks in a row that brought no new URL. */
  readonly empty: number;
}

/** Pages of the prior that count as pages of a source. */
const PRIOR_PAGES = 4;
/** With each further page of a source, the weight of its earlier pages is multiplied by this: sources run dry. */
const FORGETTING = 0.98;
/** An ask that fails or brings no new URL counts as this many rejected pages. */
const EMPTY_PAGES = 2;
/** Failures of a service in a row, and questions of one kind to it in a row without a new URL, after which the crawl drops it. */
export const MOST_FAILURES = 3;
export const MOST_EMPTY = 5;
/** The least expected yield that is worth a question, however little the queue promises. */
const LEAST_YIELD = 0.05;

export const NOTHING_ASKED: SourceYield = {
  counts: { asked: 0, brought: 0, fetched: 0, accepted: 0 },
  recent: { fetched: 0, accepted: 0 },
  empty: 0,
};

/** The share of accepted pages to expect of what a source brings: the mean of a Beta distribution. @param prior before the first page */
export function expectedYield({ recent }: SourceYield, prior: number): number {
  return (recent.accepted + prior * PRIOR_PAGES) / (recent.fetched + PRIOR_PAGES);
}

/** After a page that the source brought was requested. */
export function afterPage(before: SourceYield, accepted: boolean): SourceYield {
  const { counts } = before;
  return {
    ...before,
    counts: {
      ...counts,
      fetched: counts.fetched + 1,
      accepted: counts.accepted + Number(accepted),
    },
    recent: morePages(before, 1, Number(accepted)),
  };
}

/** After an ask. @param brought URLs that are requested because of it; undefined where it failed */
export function afterAsk(before: SourceYield, brought: number | undefined): SourceYield {
  const { counts, empty } = before;
  return {
    counts: { ...counts, asked: counts.asked + 1, brought: counts.brought + (brought ?? 0) },
    recent: brought === undefined || brought === 0 ? morePages(before, EMPTY_PAGES, 0) : before.recent,
    empty: brought === undefined ? empty : brought === 0 ? empty + 1 : 0,
  };
}

function morePages({ recent }: SourceYield, pages: number, accepted: number): SourceYield['recent'] {
  const weight = FORGETTING ** pages;
  return { fetched: recent.fetched * weight + pages, accepted: recent.accepted * weight + accepted };
}

/** A source that may be asked. */
export interface Candidate {
  readonly name: string;
  /** See {@link expectedYield}. */
  readonly expected: number;
}

/** The source to ask: the one with the greatest expected yield, if that is more than the harvest. Of equal ones the first. */
export function chosenSource<C extends Candidate>(candidates: readonly C[], harvest: number): C | undefined {
  const best = candidates.reduce<C | undefined>(
    (top, one) => (top === undefined || one.expected > top.expected ? one : top),
    undefined,
  );
  return best !== undefined && best.expected >= LEAST_YIELD && best.expected > harvest ? best : undefined;
}

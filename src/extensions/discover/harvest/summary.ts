import type { CrawlSummary } from '../../../crawling/engine/crawl-counts.js';
import type { CrawlEvent, ReasonCode } from '../../../model/crawl-event.js';
import type { Searched } from '../make-searches.js';

/** Numbers of the pages of a run by outcome; together they are all that it came to. */
export interface PageCounts {
  readonly relevant: number;
  readonly irrelevant: number;
  /** Of those that are unchanged since an earlier run, the relevant ones; they are among the skipped. */
  readonly unchangedRelevant: number;
  readonly skipped: number;
  readonly failed: number;
}

/** The length of a list before and after a run. */
export interface ListCounts {
  readonly before: number;
  readonly now: number;
}

/** Figures of a harvest. */
export interface HarvestSummary {
  readonly run: string;
  /** Why it ended: all was asked, as many pages as were wanted, or the signal. */
  readonly ended: 'complete' | 'max-pages' | 'interrupted';
  readonly startedAt: string;
  readonly endedAt: string;
  readonly seconds: number;
  readonly searches: {
    readonly planned: number;
    readonly made: number;
    readonly hits: number;
    readonly addresses: number;
    /** Present where the engine stopped answering: its message. */
    readonly failure?: string;
  };
  /** Pages that were requested. */
  readonly requested: number;
  readonly pages: PageCounts;
  /** Pages that were skipped and failed, by reason. */
  readonly reasons: Readonly<Partial<Record<ReasonCode, number>>>;
  /** Present where not a single page could be fetched and read: why, a line for each reason. */
  readonly noPage?: readonly string[];
  readonly hubs: ListCounts;
  readonly sites: ListCounts;
}

/** Progress of a harvest. */
export interface HarvestProgress {
  readonly searches: number;
  /** Different addresses that they found. */
  readonly found: number;
  readonly requested: number;
  readonly relevant: number;
}

/** Counts the events of a harvest. */
export interface HarvestTally {
  readonly events: number;
  readonly requested: number;
  readonly pages: PageCounts;
  readonly reasons: HarvestSummary['reasons'];
  countSearch(urls: readonly string[]): void;
  countEvent(event: CrawlEvent, wasRelevant: boolean): void;
}

/** A tally at zero. */
export function createHarvestTally(
  onProgress: ((progress: HarvestProgress) => void) | undefined,
): HarvestTally {
  const pages = { relevant: 0, irrelevant: 0, unchangedRelevant: 0, skipped: 0, failed: 0 };
  const reasons: Partial<Record<ReasonCode, number>> = {};
  const found = new Set<string>();
  const counts = { searches: 0, events: 0, requested: 0 };
  const tell = (): void => {
    const { searches, requested } = counts;
    onProgress?.({
      searches,
      found: found.size,
      requested,
      relevant: pages.relevant + pages.unchangedRelevant,
    });
  };
  return {
    get events() {
      return counts.events;
    },
    get requested() {
      return counts.requested;
    },
    pages,
    reasons,
    countSearch(urls) {
      counts.searches += 1;
      for (const url of urls) found.add(url);
      tell();
    },
    countEvent(event, wasRelevant) {
      counts.events += 1;
      counts.requested += Number(event.fetched);
      const { state, code, judgement } = event;
      if (state === 'failed' || state === 'skipped') {
        pages[state] += 1;
        if (code !== undefined) reasons[code] = (reasons[code] ?? 0) + 1;
        pages.unchangedRelevant += Number(code === 'unchanged' && wasRelevant);
      } else pages[judgement?.accepted === true ? 'relevant' : 'irrelevant'] += 1;
      tell();
    },
  };
}

/** True if a run brought a page that could be read, also one that it did not have to judge. */
export function broughtPages({ pages, reasons }: Pick<HarvestSummary, 'pages' | 'reasons'>): boolean {
  const read = ['unchanged', 'verbatim-copy', 'hub', 'no-content'] as const;
  return pages.relevant + pages.irrelevant > 0 || read.some((code) => reasons[code] !== undefined);
}

/** Facts that a summary is made of. */
export interface RunFacts extends Pick<HarvestSummary, 'run' | 'hubs' | 'sites'> {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly ended: CrawlSummary['ended'];
  readonly planned: number;
  readonly searched: Searched;
  readonly addresses: number;
  readonly tally: HarvestTally;
}

/** The figures of a run. */
export function summarise(facts: RunFacts): HarvestSummary {
  const { run, hubs, sites, startedAt, endedAt, ended, planned, searched, addresses, tally } = facts;
  const { made, failure } = searched;
  return {
    run,
    ended: ended === 'max-pages' || ended === 'interrupted' ? ended : 'complete',
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    seconds: (endedAt - startedAt) / 1000,
    searches: {
      ...{ planned, made: made.length, addresses, failure },
      hits: made.reduce((sum, { hits }) => sum + hits.length, 0),
    },
    requested: tally.requested,
    pages: { ...tally.pages },
    reasons: { ...tally.reasons },
    hubs,
    sites,
  };
}

import type { CrawlSummary } from '../../../crawling/engine/crawl-counts.js';
import type { CrawlEvent, ReasonCode } from '../../../model/crawl-event.js';
import type { Candidate, MadeSearch } from './harvest-candidates.js';
import type {
  HarvestPlan,
  HarvestProgress,
  HarvestSummary,
  ListCounts,
  PageCounts,
} from './harvest-types.js';
import type { ListedSource, SourceLists } from './lists.js';
import type { Searched } from './make-searches.js';

type MutableCounts = { -readonly [K in keyof PageCounts]: number };

/** Counts what happens in a harvest. */
export interface HarvestTally {
  readonly events: number;
  readonly requested: number;
  readonly pages: PageCounts;
  /** Pages skipped otherwise and failed, by reason. */
  readonly reasons: HarvestSummary['reasons'];
  readonly countSearch: (made: MadeSearch) => void;
  countEvent(event: CrawlEvent, wasRelevant: boolean): void;
}

const SKIPPED: Readonly<Partial<Record<string, keyof PageCounts>>> = {
  unchanged: 'unchanged',
  'verbatim-copy': 'verbatimCopies',
  'blog-or-forum': 'blogsAndForums',
  'no-content': 'noContent',
  hub: 'hubs',
};

const NO_PAGES: PageCounts = {
  relevant: 0,
  irrelevant: 0,
  unchanged: 0,
  unchangedRelevant: 0,
  verbatimCopies: 0,
  blogsAndForums: 0,
  noContent: 0,
  hubs: 0,
  otherSkipped: 0,
  failed: 0,
};

/** A tally at zero. */
export function createHarvestTally(
  onProgress: ((progress: HarvestProgress) => void) | undefined,
): HarvestTally {
  const pages: MutableCounts = { ...NO_PAGES };
  const reasons: Partial<Record<ReasonCode, number>> = {};
  const found = new Set<string>();
  let searches = 0;
  let events = 0;
  let requested = 0;
  const tell = (): void => {
    const relevant = pages.relevant + pages.unchangedRelevant;
    onProgress?.({ searches, found: found.size, requested, relevant });
  };
  return {
    get events() {
      return events;
    },
    get requested() {
      return requested;
    },
    pages,
    reasons,
    countSearch: ({ hits }) => {
      searches += 1;
      for (const { url } of hits) found.add(url);
      tell();
    },
    countEvent(event, wasRelevant) {
      events += 1;
      if (event.fetched) requested += 1;
      const kind = kindOf(event);
      pages[kind] += 1;
      if (event.code !== undefined && (kind === 'otherSkipped' || kind === 'failed'))
        reasons[event.code] = (reasons[event.code] ?? 0) + 1;
      if (event.code === 'unchanged' && wasRelevant) pages.unchangedRelevant += 1;
      tell();
    },
  };
}

function kindOf({ state, code, judgement }: CrawlEvent): keyof PageCounts {
  if (state === 'failed') return 'failed';
  if (state === 'skipped') return SKIPPED[code ?? ''] ?? 'otherSkipped';
  return judgement?.accepted === true ? 'relevant' : 'irrelevant';
}

/** What a summary is made of. */
export interface RunFacts {
  readonly plan: HarvestPlan;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly ended: CrawlSummary['ended'];
  readonly searched: Searched;
  readonly candidates: readonly Candidate[];
  readonly relevant: ReadonlySet<string>;
  readonly tally: HarvestTally;
  readonly updated: SourceLists;
}

/** Whether a run brought a page that could be read, also one that it did not have to judge. */
export function broughtPages({ pages }: Pick<HarvestSummary, 'pages'>): boolean {
  const { relevant, irrelevant, unchanged, verbatimCopies, hubs, noContent } = pages;
  return relevant + irrelevant + unchanged + verbatimCopies + hubs + noContent > 0;
}

/** How a run went. */
export function summarise(facts: RunFacts): HarvestSummary {
  const { plan, startedAt, endedAt, ended, searched, candidates, tally, updated } = facts;
  return {
    run: plan.run,
    ended: ended === 'max-pages' || ended === 'interrupted' ? ended : 'complete',
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    seconds: (endedAt - startedAt) / 1000,
    searches: {
      planned: plan.searches.length,
      made: searched.made.length,
      hits: searched.made.reduce((sum, { hits }) => sum + hits.length, 0),
      addresses: candidates.length,
      failure: searched.failure,
    },
    requested: tally.requested,
    pages: { ...tally.pages },
    reasons: { ...tally.reasons },
    relevantBySearches: relevantBySearches(facts),
    hubs: compareLists(plan.lists.hubs, updated.hubs),
    sites: compareLists(plan.lists.sites, updated.sites),
  };
}

/**
 * The paper's way to see whether more searches are of use: "there was a plateau on the number of relevant pages after a certain
 * number of searches".
 */
function relevantBySearches({ searched, candidates, relevant }: RunFacts): readonly number[] {
  const firsts = candidates.filter(({ url }) => relevant.has(url)).map(({ firstSearch }) => firstSearch);
  return [0.25, 0.5, 0.75, 1].map(
    (share) => firsts.filter((first) => first <= Math.ceil(share * searched.made.length)).length,
  );
}

function compareLists(before: readonly ListedSource[], now: readonly ListedSource[]): ListCounts {
  const [old, fresh] = [before, now].map((list) => new Set(list.map(({ url }) => url)));
  return {
    before: before.length,
    added: now.filter(({ url }) => old?.has(url) !== true).length,
    dropped: before.filter(({ url }) => fresh?.has(url) !== true).length,
    now: now.length,
  };
}

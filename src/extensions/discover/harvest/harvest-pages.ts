import type { CrawlRecord } from '../../../crawling/engine/crawl-types.js';
import type { CrawlSummary } from '../../../crawling/engine/crawl-counts.js';
import { crawl } from '../../../crawling/engine/engine.js';
import { normaliseUrl } from '../../../crawling/urls/urls.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import type { PageJudge } from '../../../model/judging.js';
import type { Page } from '../../../model/page.js';
import { NOTHING_TO_JUDGE, type Judgement } from '../../../model/topic.js';
import { candidatesOf, type Candidate } from './harvest-candidates.js';
import type { HarvestOutcome, HarvestParts, HarvestPlan } from './harvest-types.js';
import type { KnownPage } from './known-pages.js';
import { updateLists } from './lists.js';
import { makeSearches } from './make-searches.js';
import { isBlogOrForum } from './page-tests.js';
import { createScreening, type Screened, type Screening } from './screening.js';
import { sourceLinks } from './source-links.js';
import { createHarvestTally, summarise, type HarvestTally } from './summary.js';
import { createYieldCounter, type YieldCounter } from './yields.js';

/** What the steps of one run share. */
interface Run {
  readonly parts: HarvestParts;
  readonly plan: HarvestPlan;
  readonly candidates: ReadonlyMap<string, Candidate>;
  readonly screening: Screening;
  readonly screened: WeakMap<Page, Screened>;
  /** Hubs: those listed, and those that this run finds. */
  readonly hubs: Set<string>;
  readonly yields: YieldCounter;
  readonly tally: HarvestTally;
}

/**
 * One run of the focused crawler of Badia, Muezzinoglu and Nasraoui (2006): harvesting by many searches and the kept lists of hubs and
 * sites; pre-processing; filtering by a classifier; post-processing, which brings the lists up to date.
 *
 * Pages are fetched by the crawler's engine, from all addresses as seeds, so that robots.txt, pauses, redirects and limits are
 * the same; what pre-processing leaves out is not annotated and not judged, and its event says why. Only links of hubs and of the
 * front pages of listed sites are followed, by one step.
 *
 * Each event reaches the sink before its page is remembered; an aborted signal ends the run cleanly, with its lists.
 *
 * @throws InputError when the search engine does not answer and nothing is listed; OutputError; what the engine throws
 */
export async function harvest(
  parts: HarvestParts,
  plan: HarvestPlan,
  signal?: AbortSignal,
): Promise<HarvestOutcome> {
  const startedAt = parts.clock.now();
  const { lists } = plan;
  const tally = createHarvestTally(plan.onProgress);
  const goOn = lists.hubs.length + lists.sites.length > 0;
  const searched = await makeSearches(parts, plan, goOn, {
    signal,
    onSearch: tally.countSearch,
    onWait: parts.onWait,
  });
  parts.onWait?.('requesting pages');
  const candidates = candidatesOf(searched.made);
  const run = createRun(parts, plan, candidates, tally);
  for (const candidate of candidates) if (isLeftOut(candidate.url, plan)) await leaveOut(candidate, run);
  const seeds = seedsOf(run);
  const ended = seeds.length === 0 ? 'nothing-left' : await crawlPages(run, seeds, signal);
  await parts.known.compact();
  const updated = updateLists(lists, plan.run, run.yields.yields(), plan.thresholds);
  const summary = summarise({
    plan,
    startedAt,
    endedAt: parts.clock.now(),
    ended: signal?.aborted === true ? 'interrupted' : ended,
    searched,
    candidates,
    relevant: run.yields.relevant,
    tally,
    updated,
  });
  return { summary, seeds, lists: updated };
}

function createRun(
  parts: HarvestParts,
  plan: HarvestPlan,
  candidates: readonly Candidate[],
  tally: HarvestTally,
): Run {
  const hubs = new Set(plan.lists.hubs.map(({ url }) => url));
  const sites = new Set(plan.lists.sites.map(({ url }) => url));
  const { known, words } = parts;
  const { judgedBy, hubRatio, lists } = plan;
  return {
    parts,
    plan,
    candidates: new Map(candidates.map((candidate) => [candidate.url, candidate])),
    screening: createScreening(parts.web.fetcher, {
      known,
      judgedBy,
      hubRatio,
      words,
      hubs: new Set(hubs),
      sites,
    }),
    screened: new WeakMap(),
    hubs,
    yields: createYieldCounter(lists),
    tally,
  };
}

function isLeftOut(url: string, { skipBlogs }: HarvestPlan): boolean {
  return skipBlogs && isBlogOrForum(url);
}

/** The lists first, since they proved their worth, then what the searches found. */
function seedsOf({ plan, candidates }: Run): readonly string[] {
  const listed = [...plan.lists.hubs, ...plan.lists.sites].map(({ url }) => url);
  const found = [...candidates.keys()].filter((url) => !isLeftOut(url, plan));
  return [...new Set([...listed, ...found])];
}

async function crawlPages(
  run: Run,
  seeds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<CrawlSummary['ended']> {
  const { parts, plan, hubs, screening } = run;
  const sites = new Set(plan.lists.sites.map(({ url }) => url));
  const { ended } = await crawl(
    {
      ...parts,
      web: { ...parts.web, fetcher: screening.fetcher },
      judging: { ...parts.judging, judge: screenedJudge(run) },
      queue: {
        ...parts.queue,
        priority: sourceLinks({
          isHub: (url) => hubs.has(url),
          isSite: (url) => sites.has(url),
          linksEach: plan.linksEach,
          skipBlogs: plan.skipBlogs,
        }),
      },
      record: {
        ...parts.record,
        sink: async (records) => {
          for (const record of records) await take(record, run);
        },
      },
    },
    { ...plan.crawl, seeds },
    signal,
  );
  return ended;
}

/**
 * Pre-processing stands between reading and judging a page: what it leaves out costs no annotation. The anchor windows by which a
 * page is judged are those of real links: what a search engine says of a page holds the words of the search by its making.
 */
function screenedJudge({ parts, screening, screened, hubs }: Run): PageJudge {
  const { judge } = parts.judging;
  const { classifier } = judge;
  return {
    ...judge,
    // A harvest reads one page after the other.
    atOnce: undefined,
    read: async (...response) => {
      const read = await judge.read(...response);
      const { page } = read;
      return {
        ...read,
        judge: (linkedFrom) => {
          const found = screening.screen(page);
          if (found === undefined) return read.judge(linkedFrom);
          screened.set(page, found);
          if (found.code === 'hub') hubs.add(screening.notes(page.url).url);
          return Promise.resolve(leftOut(found.message, classifier));
        },
      };
    },
  };
}

function leftOut(summary: string, classifier: string): Judgement {
  const nouns = { distinct: 0, linked: 0, unknown: 0 };
  const reason = { summary, meanIdf: null, band: { low: null, high: null }, nouns, evidence: [] };
  return { accepted: false, score: NOTHING_TO_JUDGE, classifier, reason };
}

/** The engine's record of a page becomes the harvest's: skipped where pre-processing left it out, and found by a search. */
async function take(record: CrawlRecord, run: Run): Promise<void> {
  const { page, body } = record;
  const found = page === undefined ? undefined : run.screened.get(page);
  const event = withSource(found === undefined ? record.event : skipped(record.event, found), run);
  const unchanged = found?.code === 'unchanged' ? run.parts.known.get(event.url) : undefined;
  await write(
    { event, ...(found === undefined && page !== undefined && body !== undefined ? { page, body } : {}) },
    run,
    unchanged?.verdict === 'relevant',
  );
  const known = page === undefined ? undefined : knownPage(event, page, unchanged, run);
  if (known !== undefined) await run.parts.known.add(known);
}

async function write(
  record: Omit<CrawlRecord, 'event'> & { event: CrawlEvent },
  run: Run,
  wasRelevant: boolean,
) {
  const { tally, yields, parts } = run;
  const event = { ...record.event, sequence: tally.events + 1 };
  tally.countEvent(event, wasRelevant);
  yields.observe(event, wasRelevant);
  await parts.record.sink([{ ...record, event }]);
}

function skipped(event: CrawlEvent, { code, message }: Screened): CrawlEvent {
  const unjudged: { -readonly [Name in keyof CrawlEvent]: CrawlEvent[Name] } = { ...event };
  delete unjudged.judgement;
  return { ...unjudged, state: 'skipped', code, message };
}

/** A page that a search found was found on the list of its results. */
function withSource(event: CrawlEvent, { candidates }: Run): CrawlEvent {
  const candidate = event.depth === 0 ? candidates.get(event.url) : undefined;
  if (candidate === undefined) return event;
  const { hit, search, place } = candidate;
  return {
    ...event,
    referrer: hit.foundAt,
    ...(hit.title === '' ? {} : { anchorText: hit.title }),
    priority: { value: 1 / place, reason: `place ${place} of the search “${search}”` },
  };
}

/** A blog or a forum: it is not asked for. */
async function leaveOut({ url }: Candidate, run: Run): Promise<void> {
  const event: CrawlEvent = {
    sequence: 0,
    time: new Date(run.parts.clock.now()).toISOString(),
    url,
    state: 'skipped',
    code: 'blog-or-forum',
    message: "its address has 'blog' or 'forum' in it",
    depth: 0,
    fetched: false,
  };
  await write({ event: withSource(event, run) }, run, false);
}

const VERDICTS = { 'verbatim-copy': 'verbatim-copy', 'no-content': 'no-content', hub: 'hub' } as const;

/** What to remember of a page that was read; undefined for one that was neither judged nor screened. */
function knownPage(
  { url, title, judgement, code }: CrawlEvent,
  page: Page,
  unchanged: KnownPage | undefined,
  { plan, screening }: Run,
): KnownPage | undefined {
  const { run, judgedBy } = plan;
  const { lastModified } = screening.notes(page.url);
  const dated = { lastModified };
  if (unchanged !== undefined) return { ...unchanged, run, ...dated };
  const screenedAs = VERDICTS[code as keyof typeof VERDICTS] as KnownPage['verdict'] | undefined;
  const verdict = screenedAs ?? (judgement?.accepted === true ? 'relevant' : 'irrelevant');
  if (screenedAs === undefined && judgement === undefined) return undefined;
  const text = screening.textOf(page);
  return {
    url: normaliseUrl(url) ?? url,
    run,
    judgedIn: run,
    verdict,
    score: judgement?.score,
    title,
    ...dated,
    text,
    judgedBy,
  };
}

import type { CrawlParts, CrawlPlan, CrawlRecord } from '../../../crawling/engine/crawl-types.js';
import type { CrawlSummary } from '../../../crawling/engine/crawl-counts.js';
import { crawl } from '../../../crawling/engine/engine.js';
import { hostOf, normaliseUrl, registeredDomain } from '../../../crawling/urls/urls.js';
import type { CrawlEvent, LinkPriority } from '../../../model/crawl-event.js';
import type { PageJudge } from '../../../model/judging.js';
import type { Page } from '../../../model/page.js';
import { NOTHING_TO_JUDGE, type Judgement, type WordReader } from '../../../model/topic.js';
import type { OnWait } from '../../../model/wait.js';
import { foundPages, makeSearches, type FoundPage } from '../make-searches.js';
import type { SearchEngine } from '../search-engine.js';
import type { KnownPage, KnownPages } from './known-pages.js';
import { createYieldCounter, updateLists, type SourceLists, type YieldCounter } from './lists.js';
import { isBlogOrForum } from './page-tests.js';
import { createScreening, type Screened, type Screening } from './screening.js';
import {
  createHarvestTally,
  summarise,
  type HarvestProgress,
  type HarvestSummary,
  type HarvestTally,
} from './summary.js';

/** Services of a harvest; its crawl's strategy is its own. */
export interface HarvestDeps extends Omit<CrawlParts, 'priority'> {
  readonly engine: SearchEngine;
  /** Leaves stop words out: the words of the hub test. */
  readonly words: WordReader;
  readonly known: KnownPages;
  /** Called before each step. */
  readonly onWait?: OnWait;
  readonly onProgress?: (counts: HarvestProgress) => void;
}

/** Values of a harvest. */
export interface HarvestPlan {
  /** The name of the run. */
  readonly run: string;
  readonly searches: readonly string[];
  /** Pages taken of each search. */
  readonly top: number;
  readonly lists: SourceLists;
  /** Relevant pages that keep a hub or a site on its list. */
  readonly threshold: number;
  readonly hubRatio: number;
  /** Maximum number of links of one hub or site. */
  readonly linksEach: number;
  /** Checksum of topic and classifier. */
  readonly judgedBy: string;
  /** Plan of crawling its pages. */
  readonly crawl: Omit<CrawlPlan, 'seeds'>;
}

/** Results of a harvest. */
export interface HarvestOutcome {
  readonly summary: HarvestSummary;
  /** Addresses that it started from, in the order in which they were asked. */
  readonly seeds: readonly string[];
  readonly lists: SourceLists;
}

/** State that the steps of one run share. */
interface Run {
  readonly deps: HarvestDeps;
  readonly plan: HarvestPlan;
  readonly found: ReadonlyMap<string, FoundPage>;
  readonly screening: Screening;
  readonly screened: WeakMap<Page, Screened>;
  /** Hubs: those listed, and those that this run finds. */
  readonly hubs: Set<string>;
  readonly sites: ReadonlySet<string>;
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
  deps: HarvestDeps,
  plan: HarvestPlan,
  signal?: AbortSignal,
): Promise<HarvestOutcome> {
  const startedAt = deps.clock.now();
  const { lists } = plan;
  const tally = createHarvestTally(deps.onProgress);
  const { engine, logger, onWait } = deps;
  const searching = {
    ...{ engine, logger, signal, onWait },
    onSearch: ({ hits }: { readonly hits: readonly { readonly url: string }[] }) =>
      tally.countSearch(hits.map(({ url }) => url)),
  };
  const goOn = lists.hubs.length + lists.sites.length > 0;
  const searched = await makeSearches(searching, plan.searches, plan.top, goOn);
  onWait?.('requesting pages');
  const found = foundPages(searched.made);
  const run = createRun(deps, plan, found, tally);
  for (const page of found) if (isBlogOrForum(page.url)) await leaveOut(page, run);
  const seeds = seedsOf(run);
  const ended = seeds.length === 0 ? 'nothing-left' : await crawlPages(run, seeds, signal);
  await deps.known.compact();
  const updated = updateLists(lists, run.yields.yields(), plan.threshold);
  const summary = summarise({
    ...{ run: plan.run, startedAt, searched, tally, planned: plan.searches.length, addresses: found.length },
    endedAt: deps.clock.now(),
    ended: signal?.aborted === true ? 'interrupted' : ended,
    hubs: { before: lists.hubs.length, now: updated.hubs.length },
    sites: { before: lists.sites.length, now: updated.sites.length },
  });
  return { summary, seeds, lists: updated };
}

function createRun(
  deps: HarvestDeps,
  plan: HarvestPlan,
  found: readonly FoundPage[],
  tally: HarvestTally,
): Run {
  const { judgedBy, hubRatio, lists } = plan;
  const [hubs, sites] = [lists.hubs, lists.sites].map((list) => new Set(list.map(({ url }) => url)));
  const { known, words } = deps;
  const rules = { known, judgedBy, hubRatio, words, hubs: new Set(hubs), sites: sites ?? new Set() };
  return {
    ...{ deps, plan, tally, sites: rules.sites },
    found: new Map(found.map((page) => [page.url, page])),
    screening: createScreening(deps.fetcher, rules),
    screened: new WeakMap(),
    hubs: hubs ?? new Set(),
    yields: createYieldCounter(lists),
  };
}

/** The lists first, since they proved their worth, then the pages that the searches found. */
function seedsOf({ plan, found }: Run): readonly string[] {
  const listed = [...plan.lists.hubs, ...plan.lists.sites].map(({ url }) => url);
  return [...new Set([...listed, ...[...found.keys()].filter((url) => !isBlogOrForum(url))])];
}

async function crawlPages(
  run: Run,
  seeds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<CrawlSummary['ended']> {
  const { deps, plan, screening } = run;
  const { ended } = await crawl(
    {
      ...deps,
      fetcher: screening.fetcher,
      judge: screenedJudge(run),
      priority: sourceLinks(run),
      sink: async (records) => {
        for (const record of records) await take(record, run);
      },
    },
    { ...plan.crawl, seeds },
    signal,
  );
  return ended;
}

/**
 * Follows the links of hubs that lead to other sites, and those of the front pages of listed sites that stay on the site, in the
 * order of the page; no others: pages that searches found are ends.
 */
function sourceLinks({ hubs, sites, plan }: Run): LinkPriority {
  const followed = new Map<string, number>();
  return {
    name: 'hubs and sites',
    prioritise({ link: { url }, entry }) {
      const kind = hubs.has(entry.url) ? 'hub' : sites.has(entry.url) ? 'site' : undefined;
      if (kind === undefined || isBlogOrForum(url)) return undefined;
      const leadsOut = registeredDomain(url) !== registeredDomain(entry.url);
      const wanted = kind === 'hub' ? leadsOut : hostOf(url) === hostOf(entry.url);
      const count = followed.get(entry.url) ?? 0;
      if (!wanted || count >= plan.linksEach) return undefined;
      followed.set(entry.url, count + 1);
      return { value: -count, reason: `link ${count + 1} of a ${kind}` };
    },
  };
}

/**
 * Pre-processing stands between reading and judging a page: what it leaves out costs no annotation. The anchor windows by which a
 * page is judged are those of real links: what a search engine says of a page holds the words of the search by its making.
 */
function screenedJudge({ deps, screening, screened, hubs }: Run): PageJudge {
  const { judge } = deps;
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
  const { known } = run.deps;
  const found = page === undefined ? undefined : run.screened.get(page);
  const event = withSource(found === undefined ? record.event : skipped(record.event, found), run);
  const unchanged = found?.code === 'unchanged' ? known.get(event.url) : undefined;
  const kept = found === undefined && page !== undefined && body !== undefined ? { page, body } : {};
  await write({ event, ...kept }, run, unchanged?.verdict === 'relevant');
  const remembered = page === undefined ? undefined : knownPage(event, page, unchanged, run);
  if (remembered !== undefined) await known.add(remembered);
}

async function write(record: CrawlRecord, run: Run, wasRelevant: boolean): Promise<void> {
  const { tally, yields, deps } = run;
  const event = { ...record.event, sequence: tally.events + 1 };
  tally.countEvent(event, wasRelevant);
  yields.observe(event, wasRelevant);
  await deps.sink([{ ...record, event }]);
}

function skipped(event: CrawlEvent, { code, message }: Screened): CrawlEvent {
  const unjudged: { -readonly [Name in keyof CrawlEvent]: CrawlEvent[Name] } = { ...event };
  delete unjudged.judgement;
  return { ...unjudged, state: 'skipped', code, message };
}

/** A page that a search found was found on the list of its results. */
function withSource(event: CrawlEvent, { found }: Run): CrawlEvent {
  const page = event.depth === 0 ? found.get(event.url) : undefined;
  if (page === undefined) return event;
  const { hit, search, place } = page;
  return {
    ...event,
    referrer: hit.foundAt,
    ...(hit.title === '' ? {} : { anchorText: hit.title }),
    priority: { value: 1 / place, reason: `place ${place} of the search “${search}”` },
  };
}

/** Records a blog or a forum: it is not requested. */
async function leaveOut({ url }: FoundPage, run: Run): Promise<void> {
  const event: CrawlEvent = {
    sequence: 0,
    time: new Date(run.deps.clock.now()).toISOString(),
    url,
    state: 'skipped',
    code: 'blog-or-forum',
    message: "its address has 'blog' or 'forum' in it",
    depth: 0,
    fetched: false,
  };
  await write({ event: withSource(event, run) }, run, false);
}

/** The entry of a page that was read; undefined for hubs, which are read every time, and for pages that failed. */
function knownPage(
  { url, title, judgement, code }: CrawlEvent,
  page: Page,
  unchanged: KnownPage | undefined,
  { plan, screening }: Run,
): KnownPage | undefined {
  const { run, judgedBy } = plan;
  const { lastModified } = screening.notes(page.url);
  if (unchanged !== undefined) return { ...unchanged, run, lastModified };
  const isScreened = code === 'verbatim-copy' || code === 'no-content';
  if (!isScreened && judgement === undefined) return undefined;
  return {
    url: normaliseUrl(url) ?? url,
    ...{ run, judgedIn: run, title, lastModified, judgedBy },
    verdict: isScreened ? code : judgement?.accepted === true ? 'relevant' : 'irrelevant',
    score: judgement?.score,
    text: screening.textOf(page),
  };
}

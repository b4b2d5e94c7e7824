import type { CrawlSummary } from '../../../crawling/engine/crawl-counts.js';
import type { CrawlPlan, CrawlRecord } from '../../../crawling/engine/crawl-types.js';
import { openCrawl, type CrawlServices } from '../../../app/crawl/setup/open-crawl.js';
import { hostOf, normaliseUrl, registeredDomain } from '../../../crawling/urls/urls.js';
import type { CrawlEvent, LinkPriority, ReasonCode } from '../../../model/crawl-event.js';
import type { PageJudge } from '../../../model/judging.js';
import type { Page } from '../../../model/page.js';
import { NOTHING_TO_JUDGE, type Judgement, type WordReader } from '../../../model/topic.js';
import type { OnWait } from '../../../model/wait.js';
import { without } from '../../../support/without.js';
import { makeSearches, type MadeSearch, type SearchEngine, type SearchHit } from '../search-engine.js';
import { updateLists, YieldCounter, type SourceLists } from './lists.js';
import {
  checksumOf,
  createScreening,
  isBlogOrForum,
  type KnownPage,
  type KnownPages,
  type Screened,
} from './screening.js';

/** Services of a harvest; its crawl's strategy is its own. */
interface HarvestDeps extends Omit<CrawlServices, 'priority'> {
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
  /** Checksum of topic and classifier. */
  readonly judgedBy: string;
  /** Plan of crawling its pages. */
  readonly crawl: Omit<CrawlPlan, 'seeds'>;
}

/** Progress of a harvest. */
export interface HarvestProgress {
  readonly requested: number;
  readonly relevant: number;
}

/** Figures of a harvest. */
export interface HarvestSummary {
  readonly run: string;
  /** Why it ended: all was asked, as many pages as were wanted, or the signal. */
  readonly ended: 'complete' | 'max-pages' | 'interrupted';
  readonly startedAt: string;
  readonly endedAt: string;
  readonly seconds: number;
  /** Searches, the different addresses that they found, and the message of an engine that stopped answering. */
  readonly searches: {
    readonly planned: number;
    readonly made: number;
    readonly addresses: number;
    readonly failure?: string;
  };
  /** Pages that were requested. */
  readonly requested: number;
  /** Pages by outcome. Those that are unchanged since an earlier run are among the skipped. */
  readonly pages: Readonly<
    Record<'relevant' | 'irrelevant' | 'unchangedRelevant' | 'skipped' | 'failed', number>
  >;
  /** Pages that were skipped and failed, by reason. */
  readonly reasons: Readonly<Partial<Record<ReasonCode, number>>>;
  /** The lengths of the lists before and after the run. */
  readonly hubs: { readonly before: number; readonly now: number };
  readonly sites: { readonly before: number; readonly now: number };
}

/** Results of a harvest: also the addresses that it started from, in the order in which they were asked. */
export interface HarvestOutcome {
  readonly summary: HarvestSummary;
  readonly seeds: readonly string[];
  readonly lists: SourceLists;
}

/** Links of one hub or site that are followed. */
const MAX_LINKS = 50;

/** State that the steps of one run share. */
interface Run {
  readonly deps: HarvestDeps;
  readonly plan: HarvestPlan;
  readonly found: ReadonlyMap<string, FoundPage>;
  readonly screened: WeakMap<Page, Screened>;
  readonly yields: YieldCounter;
  readonly pages: { -readonly [Outcome in keyof HarvestSummary['pages']]: number };
  readonly reasons: Partial<Record<ReasonCode, number>>;
  events: number;
  requested: number;
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
  const { lists, searches, top } = plan;
  const listed = [...lists.hubs, ...lists.sites].map(({ url }) => url);
  const { made, failure } = await makeSearches({ ...deps, signal }, searches, top, listed.length > 0);
  deps.onWait?.('requesting pages');
  const found = new Map(foundPages(made).map((page) => [page.url, page]));
  const run: Run = {
    ...{ deps, plan, found, screened: new WeakMap(), yields: new YieldCounter(lists), reasons: {} },
    pages: { relevant: 0, irrelevant: 0, unchangedRelevant: 0, skipped: 0, failed: 0 },
    ...{ events: 0, requested: 0 },
  };
  for (const url of found.keys()) if (isBlogOrForum(url)) await leaveOut(url, run);
  // The lists first, since they proved their worth.
  const seeds = [...new Set([...listed, ...[...found.keys()].filter((url) => !isBlogOrForum(url))])];
  const crawled = seeds.length === 0 ? 'nothing-left' : await crawlPages(run, seeds, signal);
  const ended = signal?.aborted === true ? 'interrupted' : crawled;
  const updated = updateLists(lists, run.yields.yields());
  const endedAt = deps.clock.now();
  const { requested, pages, reasons } = run;
  const summary = {
    run: plan.run,
    ended: ended === 'max-pages' || ended === 'interrupted' ? ended : 'complete',
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    seconds: (endedAt - startedAt) / 1000,
    searches: { planned: searches.length, made: made.length, addresses: found.size, failure },
    ...{ requested, pages, reasons },
    hubs: { before: lists.hubs.length, now: updated.hubs.length },
    sites: { before: lists.sites.length, now: updated.sites.length },
  } as const;
  return { summary, seeds, lists: updated };
}

/** A page that searches found. */
export interface FoundPage {
  readonly url: string;
  /** The search that put it highest, and the place there, from 1. */
  readonly search: string;
  readonly place: number;
  readonly hit: SearchHit;
  /** Number of searches that found it. */
  readonly searches: number;
}

/**
 * The pages that searches found, each once: the first of each search before the second of each, and among them those that more
 * searches found. So a limit on pages cuts off what was found low in all lists.
 */
export function foundPages(searches: readonly MadeSearch[]): readonly FoundPage[] {
  const found = new Map<string, FoundPage>();
  for (const { query, hits } of searches)
    for (const [rank, hit] of hits.entries()) {
      const url = normaliseUrl(hit.url);
      if (url === undefined) continue;
      const before = found.get(url);
      const now = { url, search: query, place: rank + 1, hit, searches: (before?.searches ?? 0) + 1 };
      const isBetter = before === undefined || now.place < before.place;
      found.set(url, isBetter ? now : { ...before, searches: now.searches });
    }
  return [...found.values()].sort((a, b) => a.place - b.place || b.searches - a.searches);
}

async function crawlPages(
  run: Run,
  seeds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<CrawlSummary['ended']> {
  const { deps, plan } = run;
  const sink = async (records: readonly CrawlRecord[]): Promise<void> => {
    for (const record of records) await take(record, run);
  };
  const services = { ...deps, judge: screenedJudge(run), priority: sourceLinks(run), sink };
  return (await openCrawl({ ...plan.crawl, seeds }, services).run(signal)).ended;
}

/**
 * Follows the links of hubs that lead to other sites, and those of the front pages of listed sites that stay on the site, in the
 * order of the page; no others: pages that searches found are ends.
 */
function sourceLinks({ screened, plan }: Run): LinkPriority {
  const sites = new Set(plan.lists.sites.map(({ url }) => url));
  const followed = new Map<string, number>();
  return {
    name: 'hubs and sites',
    prioritise({ link: { url }, entry, source }) {
      const isOfHub = screened.get(source)?.code === 'hub';
      if ((!isOfHub && !sites.has(entry.url)) || isBlogOrForum(url)) return undefined;
      const leadsOut = registeredDomain(url) !== registeredDomain(entry.url);
      const count = followed.get(entry.url) ?? 0;
      if (!(isOfHub ? leadsOut : hostOf(url) === hostOf(entry.url)) || count >= MAX_LINKS) return undefined;
      followed.set(entry.url, count + 1);
      return { value: -count, reason: `link ${count + 1} of a ${isOfHub ? 'hub' : 'site'}` };
    },
  };
}

/**
 * Pre-processing stands between reading and judging a page: what it leaves out costs no annotation. The anchor windows by which a
 * page is judged are those of real links: what a search engine says of a page holds the words of the search by its making.
 */
function screenedJudge({ deps, plan, screened }: Run): PageJudge {
  const { judge, known, words } = deps;
  const hubs = new Set(plan.lists.hubs.map(({ url }) => url));
  const screen = createScreening({ known, words, hubs, judgedBy: plan.judgedBy });
  return {
    ...judge,
    // A harvest reads one page after the other.
    atOnce: undefined,
    read: async (...response) => {
      const read = await judge.read(...response);
      return {
        ...read,
        judge: (linkedFrom) => {
          const found = screen(read.page);
          if (found === undefined) return read.judge(linkedFrom);
          screened.set(read.page, found);
          return Promise.resolve(leftOut(found.message, judge.classifier));
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
async function take({ event, page, body }: CrawlRecord, run: Run): Promise<void> {
  const { known } = run.deps;
  const screened = page && run.screened.get(page);
  const before = page && screened?.code === 'unchanged' ? known.get(page.url) : undefined;
  const taken: CrawlEvent =
    screened === undefined ? event : { ...without(event, 'judgement'), state: 'skipped', ...screened };
  const kept = screened === undefined && page !== undefined && body !== undefined ? { page, body } : {};
  await write({ event: taken, ...kept }, run, before?.verdict === 'relevant');
  const remembered = page && knownPage(taken, page, before, run.plan);
  if (remembered !== undefined) await known.add(remembered);
}

/** @param wasRelevant the verdict before, for a page that is unchanged */
async function write({ event: given, ...kept }: CrawlRecord, run: Run, wasRelevant: boolean): Promise<void> {
  const event = { ...withSource(given, run), sequence: (run.events += 1) };
  const { state, code, judgement } = event;
  const { pages, reasons } = run;
  run.requested += Number(event.fetched);
  if (state === 'failed' || state === 'skipped') {
    pages[state] += 1;
    if (code !== undefined) reasons[code] = (reasons[code] ?? 0) + 1;
    pages.unchangedRelevant += Number(wasRelevant);
  } else pages[judgement?.accepted === true ? 'relevant' : 'irrelevant'] += 1;
  run.yields.observe(event, wasRelevant);
  run.deps.onProgress?.({ requested: run.requested, relevant: pages.relevant + pages.unchangedRelevant });
  await run.deps.sink([{ ...kept, event }]);
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
function leaveOut(url: string, run: Run): Promise<void> {
  const time = new Date(run.deps.clock.now()).toISOString();
  const why = { code: 'blog-or-forum', message: "its address has 'blog' or 'forum' in it" } as const;
  const event = { sequence: 0, time, url, state: 'skipped', ...why, depth: 0, fetched: false } as const;
  return write({ event }, run, false);
}

/** The entry of a page that was read; undefined for hubs, which are read every time, and for pages that failed. */
function knownPage(
  { judgement, code }: CrawlEvent,
  page: Page,
  before: KnownPage | undefined,
  { run, judgedBy }: HarvestPlan,
): KnownPage | undefined {
  if (before !== undefined) return { ...before, run };
  const isScreened = code === 'verbatim-copy' || code === 'no-content';
  if (!isScreened && judgement === undefined) return undefined;
  const verdict = isScreened ? code : judgement?.accepted === true ? 'relevant' : 'irrelevant';
  const { url } = page;
  return { url, run, judgedIn: run, judgedBy, verdict, score: judgement?.score, text: checksumOf(page) };
}

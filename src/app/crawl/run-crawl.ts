import type { CrawlSummary } from '../../crawling/engine/crawl-counts.js';
import type {
  Batching,
  CrawlParts,
  CrawlRecord,
  CrawlStart,
  JudgedPages,
  CrawlPlan,
  CrawlState,
  FindUrls,
  FoundUrl,
} from '../../crawling/engine/crawl-types.js';
import { crawl } from '../../crawling/engine/engine.js';
import { writeActions } from '../../crawling/steering/command-folder.js';
import { readPageBody } from '../../crawling/store/page-store.js';
import { readEventsSoFar, whyNoPage, writeSkipped, readEvents } from '../../crawling/store/result-folder.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import type { Closable, Own } from '../../support/with-resources.js';
import { writeCrawlQuads } from './crawl-rdf.js';
import { isTimeSimulated } from './setup/network.js';
import type { CrawlDeps, OpenedCrawl } from './setup/open-crawl.js';
import path from 'node:path';
import type { CrawlFeature } from '../../crawling/engine/crawl-feature.js';
import { replay } from '../../crawling/engine/read-response.js';
import { type AcceptedPage, createAcceptedHosts } from '../../crawling/pages/accepted-pages.js';
import { takeAccepted } from '../../crawling/pages/page-watch.js';
import { createPoliteness } from '../../crawling/politeness/politeness.js';
import { readSitemaps, type TakeFound } from '../../crawling/sitemaps/sitemaps.js';
import { NO_MEMORY } from '../../crawling/store/crawl-memory.js';
import type { CrawlStore } from '../../crawling/store/crawl-store.js';
import { damagedValue } from '../../crawling/store/stored-value.js';
import { hostOf, normaliseUrl } from '../../crawling/urls/urls.js';
import { SfwcError } from '../../model/errors.js';
import { verdictOf } from '../../model/verdict.js';
import { DATABASE } from '../../support/crawl-folder.js';
import { without } from '../../support/without.js';

/** Result of a crawl. */
export interface CrawlReport {
  /** Of several topics: their names, separated by commas; empty for a crawl without a topic. */
  readonly topic: string;
  /** The folder with the results. */
  readonly out: string;
  readonly summary: CrawlSummary;
  /** Present where its times and seconds are simulated: those of a stored web or of archives. */
  readonly simulatedTime?: true;
}

/** Events after which they are forced to the disk, and the store's copies of them are dropped. */
const EVENTS_A_SYNC = 100;
/** A crash loses at most one batch of pages, and the visits in progress; these pages are requested again. */
const BATCH: Batching = { records: 16, milliseconds: 50 };

/** Services that a crawl needs while it runs. */
type RunDeps = Pick<CrawlDeps, 'signal' | 'onWait' | 'watchActivity'>;

/** Runs a crawl to its end, and writes what it brought. Its resources are the caller's to close, by `own`. */
export async function runCrawl(opened: OpenedCrawl, deps: RunDeps, own: Own): Promise<CrawlReport> {
  const { description, results, store, begun, plan, opened: features } = opened;
  // At the beginning as well: a crawl that is killed should be described.
  await results.describe(description);
  const actions = store.actions.all();
  await writeActions(results.path, actions);
  if (begun?.state !== undefined) deps.onWait?.('reading the events so far');
  for (const feature of features) await feature.prepare?.(actions);
  const start = await startOf(opened, deps);
  const parts = partsOfRun(opened, (activity) => {
    deps.onWait?.(undefined);
    deps.watchActivity?.(activity);
    own(keepActivity(activity, (now) => store.occupied(now)));
  });
  const ended = await crawl(parts, plan, deps.signal, { ...start, actions, features });
  deps.onWait?.('writing the results');
  await opened.archive?.close();
  return writeResults(ended, opened);
}

/** Knowledge that the crawl starts from in addition to its seeds. */
async function startOf(opened: OpenedCrawl, { signal, onWait }: RunDeps): Promise<CrawlStart> {
  const { parts, plan, settings, begun, shared, results, store, collection, fetcher } = opened;
  const reads = settings.sitemaps && shared?.readsSitemaps !== false;
  const deps = { ...parts, fetcher };
  const find = reads && shared === undefined ? findingSitemaps(plan, deps) : undefined;
  if (begun?.state !== undefined) {
    const again = { ...parts, features: opened.opened };
    return { ...(await startAgain(begun.state, results.path, store, again, plan)), find };
  }
  const { found } = collection;
  if (shared === undefined || !reads) return { found, find };
  onWait?.('reading robots.txt and sitemaps of the seeds');
  return { found: [...found, ...(await findSitemaps(plan, deps, signal))] };
}

/** The parts of the engine, which record what they do in the folder of the results. */
function partsOfRun(opened: OpenedCrawl, watchActivity: CrawlParts['watchActivity']): CrawlParts {
  const { parts, results, store, archive } = opened;
  const { untimed } = opened.network;
  const judged: JudgedPages = {
    events: () => readEventsSoFar(results.path),
    bodyOf: (event) => untimed(readPageBody(results.path, event)),
  };
  const deliver = delivery(opened);
  return {
    ...parts,
    ...{ judged, marks: store.marks, batch: BATCH, archive, watchActivity, untimed },
    sink: (records) => untimed(deliver(records)),
    note: (heard, noted) => store.note(heard, noted),
    pages: results.pages,
    watchHosts: (standing) => store.watchHosts(standing),
  };
}

/** Writes records of finished URLs: events, then what sinks make of them. Now and then all is forced to the disk. */
function delivery({
  results,
  store,
  archive,
  sinks,
  shared,
  begun,
}: OpenedCrawl): (records: readonly CrawlRecord[]) => Promise<void> {
  let synced = begun?.state?.sequence ?? 0;
  return async (all) => {
    const records = all.filter(({ event }) => shared?.isLost(event.sequence) !== true);
    await results.record(records.map(({ event }) => event));
    for (const { event, page } of records) await sinks.write(event, page);
    const { sequence = synced } = records.at(-1)?.event ?? {};
    if (sequence - synced < EVENTS_A_SYNC) return;
    await results.sync();
    await archive?.sync();
    store.forgetEvents(sequence);
    synced = sequence;
  };
}

/** Writes what is known only at the end: the summary, the list of what was skipped, and the RDF of the crawl. */
async function writeResults(ended: CrawlSummary, opened: OpenedCrawl): Promise<CrawlReport> {
  const { identity, description, results, store, settings } = opened;
  const out = results.path;
  const summary = ended.done > 0 ? ended : { ...ended, noPage: await whyNoPage(out) };
  await results.describe({ ...description, summary });
  await writeSkipped(out);
  const topics = [identity.topic].flat();
  // Without a topic no link is better than another.
  const queued = topics.length > 0 ? store.queued() : [];
  await writeCrawlQuads(identity, out, settings.nif, { summary, queued });
  const simulated = isTimeSimulated(settings) ? { simulatedTime: true as const } : {};
  return { topic: topics.join(', '), out, summary, ...simulated };
}

/** Milliseconds between two looks. */
const LOOK_EVERY = 1000;

/** Stores the activity of a crawl for other processes: once a second, if it has changed. */
function keepActivity(
  activity: () => CrawlActivity | undefined,
  keep: (activity: CrawlActivity | undefined) => void,
): Closable {
  let kept = JSON.stringify(null);
  const timer = setInterval(() => {
    const now = activity();
    const text = JSON.stringify(now ?? null);
    if (text === kept) return;
    try {
      keep(now);
      kept = text;
    } catch {
      // What cannot be written now ends the crawl with its next page.
    }
  }, LOOK_EVERY);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** Maximum number of URLs that a crawl takes from sitemaps. */
const MAX_SITEMAP_URLS = 50_000;

/** Services with which sitemaps are read. */
type SitemapDeps = Pick<CrawlParts, 'fetcher' | 'robots' | 'clock' | 'logger' | 'memory'>;

/** Reads the sitemaps of the seeds while the crawl runs; undefined where an earlier run of the crawl has read them. */
function findingSitemaps(
  { seeds, keepParameters }: CrawlPlan,
  { memory = NO_MEMORY, ...parts }: SitemapDeps,
): FindUrls | undefined {
  if ([...memory.all('sitemaps')].length > 0) return undefined;
  return async ({ politeness, atOnce, signal }, take) => {
    let count = 0;
    const plan = { ofHosts: seeds, sitemaps: [], maxUrls: MAX_SITEMAP_URLS, keepParameters };
    const counted: TakeFound = (found) => {
      count += found.length;
      return take(found);
    };
    await readSitemaps({ ...parts, politeness, signal }, plan, counted, atOnce);
    if (signal.aborted) return;
    memory.keep('sitemaps', 'read', count);
    parts.logger.info(`sitemaps: ${count} addresses`);
  };
}

/** The pages that sitemaps name, before a worker of a shared crawl begins: afterwards their hosts may be another worker's. */
async function findSitemaps(
  plan: CrawlPlan,
  parts: SitemapDeps,
  signal = new AbortController().signal,
): Promise<readonly FoundUrl[]> {
  const { clock } = parts;
  const all: FoundUrl[] = [];
  const politeness = createPoliteness(clock, plan.pause);
  await findingSitemaps(plan, without(parts, 'memory'))?.({ politeness, atOnce: 1, signal }, (found) => {
    all.push(...found);
    return Promise.resolve();
  });
  // The crawl does not know of the requests made here.
  await clock.sleep(plan.pause.seconds * 1000, signal);
  return all;
}

/** Parts that continue with a crawl. */
type AgainParts = Pick<CrawlParts, 'judge' | 'priority'> & { readonly features: readonly CrawlFeature[] };

/** Continues a crawl: brings a strategy that learns to where it was, and reads its events. @throws InputError */
async function startAgain(
  state: CrawlState,
  out: string,
  store: CrawlStore,
  { judge, priority, features }: AgainParts,
  { keepParameters, maxPagesPerHost, nearDuplicates }: CrawlPlan,
): Promise<CrawlStart> {
  restore({ ...state }, out, store, { judge, priority, features });
  const normalise = (written: string): string | undefined => normaliseUrl(written, keepParameters);
  await replay(store.heard(), priority, { judge, normalise });
  const hostPages = new Map<string, number>();
  const acceptedHosts = createAcceptedHosts();
  const accepted: AcceptedPage[] = [];
  for await (const event of readEvents(out)) {
    if (event.judgement !== undefined) judge.acceptance?.note(event.judgement);
    const host = hostOf(event.url);
    acceptedHosts.count(event.url, Number(verdictOf(event) === 'accepted'));
    if (event.fetched && maxPagesPerHost < Infinity) hostPages.set(host, (hostPages.get(host) ?? 0) + 1);
    if (nearDuplicates) takeAccepted(event, { accepted: (page) => void accepted.push(page) });
  }
  const remembered = { hostPages, acceptedHosts, accepted };
  return { resumed: { state, remembered, events: () => readEvents(out) } };
}

/** Restores the strategy from its snapshot. @throws InputError when it or the state of a feature is damaged */
function restore(
  states: Readonly<Record<string, unknown>>,
  out: string,
  store: CrawlStore,
  { priority, features }: AgainParts,
): void {
  const file = path.join(out, DATABASE);
  for (const { name, stateSchema } of features) {
    const { error } = stateSchema?.optional().safeParse(states[name]) ?? {};
    if (error !== undefined) throw damagedValue(file, `the state of the ${name}`, error);
  }
  const snapshot = store.snapshot();
  if (snapshot === undefined) return;
  try {
    priority.restore?.(snapshot, store.kept());
  } catch (thrown) {
    if (thrown instanceof SfwcError) throw thrown;
    throw damagedValue(file, 'a snapshot of the strategy', thrown);
  }
}

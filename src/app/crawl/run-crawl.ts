import path from 'node:path';
import type { CrawlSummary } from '../../crawling/engine/crawl-counts.js';
import type { CrawlDeps, CrawlState, FindUrls } from '../../crawling/engine/crawl-types.js';
import { replay } from '../../crawling/engine/judge-again.js';
import { type AcceptedPage, type AcceptedHosts, countAccepted } from '../../crawling/pages/accepted-pages.js';
import { takeAccepted } from '../../crawling/pages/page-watch.js';
import { readSitemaps, type TakeFound } from '../../crawling/sitemaps/sitemaps.js';
import { writeActions } from '../../crawling/steering/command-folder.js';
import { whyNoPage, readEvents } from '../../crawling/store/result-folder.js';
import { damagedValue } from '../../crawling/store/stored-value.js';
import { hostOf } from '../../crawling/urls/urls.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import { SfwcError } from '../../model/errors.js';
import { verdictOf } from '../../model/verdict.js';
import { DATABASE } from '../../support/crawl-folder.js';
import { withResources, type Closable, type Own } from '../../support/with-resources.js';
import { writeCrawlQuads } from './crawl-rdf.js';
import { isTimeSimulated } from './setup/network.js';
import { openCrawl, type Crawl } from './setup/open-crawl.js';
import {
  prepareCrawl,
  type CrawlCallbacks,
  type CrawlRequest,
  type PreparedCrawl,
} from './setup/prepare-crawl.js';
import type { CrawlStart } from '../../crawling/engine/crawl-context.js';

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

/** Runs a crawl into its folder, however it begins. @throws as {@link prepareCrawl} */
export function runCrawl(request: CrawlRequest, deps: CrawlCallbacks): Promise<CrawlReport> {
  return withResources(async (own) => {
    const prepared = await prepareCrawl(request, deps, own);
    deps.onBegun?.(request.settings.out);
    const report = await runPrepared(prepared, deps, own);
    request.beginning.ended?.(report.summary);
    return report;
  });
}

/** Runs a crawl to its end, and writes what it brought. */
async function runPrepared(prepared: PreparedCrawl, deps: CrawlCallbacks, own: Own): Promise<CrawlReport> {
  const { description, results, store, begun, plan, features, services } = prepared;
  // At the beginning as well: a crawl that is killed should be described.
  await results.describe(description);
  const actions = store.actions.all();
  await writeActions(results.path, actions);
  if (begun?.state !== undefined) deps.onWait?.('reading the events so far');
  const found = prepared.collection?.found ?? [];
  const start = begun?.state === undefined ? { found } : await startAgain(begun.state, prepared);
  const watchActivity: CrawlDeps['watchActivity'] = (activity) => {
    deps.onWait?.(undefined);
    deps.watchActivity?.(activity);
    own(keepActivity(activity, (now) => store.occupied(now)));
  };
  const crawl = openCrawl(plan, { ...services, watchActivity });
  const find = prepared.settings.sitemaps ? findingSitemaps(prepared, crawl) : undefined;
  const ended = await crawl.run(deps.signal, { ...start, find, actions, features });
  deps.onWait?.('writing the results');
  await prepared.archive?.close();
  return writeResults(ended, prepared);
}

/** Writes what is known only at the end: the summary and the RDF of the crawl. */
async function writeResults(ended: CrawlSummary, prepared: PreparedCrawl): Promise<CrawlReport> {
  const { identity, description, results, settings } = prepared;
  const out = results.path;
  const summary = ended.done > 0 ? ended : { ...ended, noPage: await whyNoPage(out) };
  await results.describe({ ...description, summary });
  await writeCrawlQuads(identity, out, settings.record.includes('texts'), summary);
  const simulated = isTimeSimulated(settings) ? { simulatedTime: true as const } : {};
  return { topic: [identity.topic].flat().join(', '), out, summary, ...simulated };
}

/** Stores the activity of a crawl for other processes: once a second, if it has changed. */
function keepActivity(
  activity: () => CrawlActivity | undefined,
  keep: (activity: CrawlActivity | undefined) => void,
): Closable {
  let kept = 'null';
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
  }, 1000);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** Maximum number of URLs that a crawl takes from sitemaps. */
const MAX_SITEMAP_URLS = 50_000;

/** Reads the sitemaps of the seeds while the crawl runs; undefined where an earlier run of the crawl has read them. */
function findingSitemaps(
  { plan, services, fetcher, store: { memory } }: PreparedCrawl,
  { robots }: Crawl,
): FindUrls | undefined {
  if ([...memory.all('sitemaps')].length > 0) return undefined;
  const { seeds, keepParameters } = plan;
  return async (around, take) => {
    let count = 0;
    const counted: TakeFound = (found) => {
      count += found.length;
      return take(found);
    };
    const wanted = { ofHosts: seeds, sitemaps: [], maxUrls: MAX_SITEMAP_URLS, keepParameters };
    await readSitemaps({ ...services, robots, fetcher, ...around }, wanted, counted, around.atOnce);
    if (around.signal.aborted) return;
    memory.keep('sitemaps', 'read', count);
    services.logger.info(`sitemaps: ${count} addresses`);
  };
}

/** Continues a crawl: brings a strategy that learns to where it was, and reads its events. @throws InputError */
async function startAgain(state: CrawlState, prepared: PreparedCrawl): Promise<CrawlStart> {
  restore({ ...state }, prepared);
  const { store, results, services, plan } = prepared;
  const { judge, priority } = services;
  await replay(store.observations(), priority, { judge, plan });
  const hostPages = new Map<string, number>();
  const acceptedHosts: AcceptedHosts = new Map();
  const accepted: AcceptedPage[] = [];
  for await (const event of readEvents(results.path)) {
    if (event.judgement !== undefined) judge.acceptance?.note(event.judgement);
    const host = hostOf(event.url);
    countAccepted(acceptedHosts, event.url, Number(verdictOf(event) === 'accepted'));
    if (event.fetched && plan.maxPagesPerHost < Infinity) hostPages.set(host, (hostPages.get(host) ?? 0) + 1);
    if (plan.nearDuplicates) takeAccepted(event, { accepted: (page) => void accepted.push(page) });
  }
  const remembered = { hostPages, acceptedHosts, accepted };
  return { resumed: { state, remembered, events: () => readEvents(results.path) } };
}

/** Restores the strategy from its snapshot. @throws InputError when it or the state of a feature is damaged */
function restore(
  states: Readonly<Record<string, unknown>>,
  { results, store, services, features }: PreparedCrawl,
): void {
  const file = path.join(results.path, DATABASE);
  for (const { name, stateSchema } of features) {
    const { error } = stateSchema?.optional().safeParse(states[name]) ?? {};
    if (error !== undefined) throw damagedValue(file, `the state of the ${name}`, error);
  }
  const snapshot = store.snapshot();
  if (snapshot === undefined) return;
  try {
    services.priority.restore?.(snapshot, store.kept());
  } catch (thrown) {
    if (thrown instanceof SfwcError) throw thrown;
    throw damagedValue(file, 'a snapshot of the strategy', thrown);
  }
}

import { findingSitemaps, findSitemaps, startAgain } from './setup/crawl-start.js';
import type {
  Batching,
  CrawlParts,
  CrawlPlan,
  CrawlRecord,
  CrawlStart,
  JudgedPages,
} from '../../crawling/engine/crawl-types.js';
import type { CrawlSummary } from '../../crawling/engine/crawl-counts.js';
import { given } from '../../support/given.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import { crawl } from '../../crawling/engine/engine.js';
import { readPageBody } from '../../crawling/store/page-store.js';
import { whyNoPage, readEventsSoFar, writeSkipped } from '../../crawling/store/result-folder.js';
import type { CrawlStore } from '../../crawling/store/crawl-store.js';
import { writeActions } from '../../crawling/steering/command-folder.js';
import { clearLeftFolders } from '../../support/files/temporary-folder.js';
import type { Closable, Own } from '../../support/with-resources.js';
import { writeCrawlQuads } from './crawl-rdf.js';
import type { CrawlResources } from './setup/crawl-resources.js';
import type { CrawlDeps } from './setup/crawl-surroundings.js';

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
export async function runCrawl(
  plan: CrawlPlan,
  resources: CrawlResources,
  deps: RunDeps,
  own: Own,
): Promise<CrawlReport> {
  await clearLeftFolders();
  const { description, features, output, start: before } = resources;
  const { results, store, archive } = output;
  // At the beginning as well: a crawl that is killed should be described.
  await results.describe(description);
  const actions = store.actions.all();
  await writeActions(results.path, actions);
  if (before.state !== undefined) deps.onWait?.('reading the events so far');
  for (const feature of features) await feature.prepare?.(actions);
  const start = await startOf(plan, resources, deps);
  const running = partsOfRun(resources, (activity) => own(watchActivity(activity, store, deps)));
  const ended = await crawl(running, plan, deps.signal, { ...start, actions, features });
  deps.onWait?.('writing the results');
  await archive?.close();
  return writeResults(ended, resources);
}

/** The pages that were judged, in the folder of the results. */
function judgedPages({ output: { results }, network: { untimed } }: CrawlResources): JudgedPages {
  return {
    events: () => readEventsSoFar(results.path),
    bodyOf: (event) => untimed(readPageBody(results.path, event)),
  };
}

/** Knowledge that the crawl starts from in addition to its seeds. */
async function startOf(
  plan: CrawlPlan,
  { parts, features, network: { fetcher }, start, shared, output: { results, store } }: CrawlResources,
  { signal, onWait }: RunDeps,
): Promise<CrawlStart> {
  const { web, queue, clock, logger } = parts;
  const { sitemaps, found, state } = start;
  const deps = { fetcher, robots: web.robots, memory: queue.memory, clock, logger };
  const find = shared === undefined ? findingSitemaps(sitemaps, plan, deps) : undefined;
  if (state !== undefined) {
    return {
      ...(await startAgain(state, results.path, store, { ...parts.judging, ...parts.queue, features }, plan)),
      find,
    };
  }
  if (shared === undefined) return { found, find };
  onWait?.('reading robots.txt and sitemaps of the seeds');
  return { found: [...found, ...(await findSitemaps(sitemaps, plan, deps, signal))] };
}

/** Lets others see what the crawl is occupied with: in this process, and through its folder. */
function watchActivity(
  activity: () => CrawlActivity | undefined,
  store: CrawlStore,
  deps: RunDeps,
): Closable {
  deps.onWait?.(undefined);
  deps.watchActivity?.(activity);
  return keepActivity(activity, (now) => store.occupied(now));
}

/** The parts of the engine, which record what they do in the folder of the results. */
function partsOfRun(
  resources: CrawlResources,
  watch: (activity: () => CrawlActivity | undefined) => void,
): CrawlParts {
  const { parts, network, output } = resources;
  const { results, store, archive, keepsPages } = output;
  const { untimed } = network;
  const deliver = delivery(resources);
  return {
    ...parts,
    judging: { ...parts.judging, judged: judgedPages(resources) },
    record: {
      sink: (records) => untimed(deliver(records)),
      note: (heard, noted) => store.note(heard, noted),
      ...given({ marks: store.marks }),
      batch: BATCH,
      archive,
      ...(keepsPages ? { pages: results.pages } : {}),
    },
    watch: { ...parts.watch, watchHosts: (standing) => store.watchHosts(standing), watchActivity: watch },
    untimed,
  };
}

/** Writes records of finished URLs: events, then what features and sinks make of them. Now and then all is forced to the disk. */
function delivery({
  features,
  output: { results, store, archive, sinks },
  shared,
  start: { state },
}: CrawlResources): (records: readonly CrawlRecord[]) => Promise<void> {
  let synced = state?.sequence ?? 0;
  return async (all) => {
    const records = all.filter(({ event }) => shared?.isLost(event.sequence) !== true);
    await results.record(records.map(({ event }) => event));
    for (const { event, page } of records) {
      for (const feature of features) await feature.written?.(event);
      await sinks.write(event, page);
    }
    const { sequence = synced } = records.at(-1)?.event ?? {};
    if (sequence - synced < EVENTS_A_SYNC) return;
    await results.sync();
    await archive?.sync();
    store.forgetEvents(sequence);
    synced = sequence;
  };
}

/** Writes what is known only at the end: the summary, the list of what was skipped, and the RDF of the crawl. */
async function writeResults(ended: CrawlSummary, resources: CrawlResources): Promise<CrawlReport> {
  const { identity, description, output, network } = resources;
  const { results, store, nif } = output;
  const out = results.path;
  const summary = ended.done > 0 ? ended : { ...ended, noPage: await whyNoPage(out) };
  await results.describe({ ...description, summary });
  await writeSkipped(out);
  const topics = [identity.topic].flat();
  // Without a topic no link is better than another.
  const queued = topics.length > 0 ? store.queued() : [];
  await writeCrawlQuads(identity, out, nif, { summary, queued });
  return {
    topic: topics.join(', '),
    out,
    summary,
    ...(network.isTimeSimulated ? { simulatedTime: true } : {}),
  };
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

import type { CrawlSummary } from '../../crawling/engine/crawl-counts.js';
import type {
  Batching,
  CrawlParts,
  CrawlRecord,
  CrawlStart,
  JudgedPages,
} from '../../crawling/engine/crawl-types.js';
import { crawl } from '../../crawling/engine/engine.js';
import { writeActions } from '../../crawling/steering/command-folder.js';
import { readPageBody } from '../../crawling/store/page-store.js';
import { readEventsSoFar, whyNoPage, writeSkipped } from '../../crawling/store/result-folder.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import { clearLeftFolders } from '../../support/files/temporary-folder.js';
import type { Closable, Own } from '../../support/with-resources.js';
import { writeCrawlQuads } from './crawl-rdf.js';
import { findingSitemaps, findSitemaps, startAgain } from './setup/crawl-start.js';
import { isTimeSimulated } from './setup/network.js';
import type { CrawlDeps, OpenedCrawl } from './setup/open-crawl.js';

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
  await clearLeftFolders();
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

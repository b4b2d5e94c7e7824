import path from 'node:path';
import { z } from 'zod';
import { removeArchive } from '../../web/archive/names.js';
import { collectFields, type CollectOptions } from './shared-settings.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { readTaken } from './actions.js';
import { readWorkers, type SharedCrawl } from './catalog.js';
import { readAllEvents, readBestQueued } from './stored-events.js';
import type { Database } from './database.js';
import { createTally, NOTHING_QUEUED } from '../../crawling/engine/tally.js';
import type { CrawlSummary } from '../../crawling/engine/crawl-counts.js';
import { writeActions } from '../../crawling/steering/command-folder.js';
import { isCrawlFolder, readDescription, readWorkerPart } from '../../crawling/store/crawl-description.js';
import { crawlIri } from '../../crawling/store/crawl-quads.js';
import { lockCrawlFolder } from '../../crawling/store/crawl-store.js';
import { createResultFolder, writeEvents, writeSkipped } from '../../crawling/store/result-folder.js';
import type { CrawlEvent, QueuedUrl } from '../../model/crawl-event.js';
import { InputError, UsageError } from '../../model/errors.js';
import type { TakenAction } from '../../model/steering.js';
import { keepAnswers, type GivenAnswer } from '../../crawling/ratings/ratings-folder.js';
import { checkArguments } from '../../support/check-arguments.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { collectArchives, collectPages, type CollectedPages, type WorkerFolders } from './collect-files.js';
import { writeCrawlQuads } from '../../app/crawl/crawl-rdf.js';
import { settleDuplicates, type DuplicateSettling } from './settle-duplicates.js';
import type { SharedPlan } from './shared-crawl.js';
import { lookAt } from './shared-status.js';
import { DESCRIPTION } from '../../support/crawl-folder.js';

/** Report of collecting a shared crawl. */
export interface CollectReport {
  readonly name: string;
  readonly out: string;
  readonly events: number;
  /** Accepted pages, and those of them that were in none of the folders. */
  readonly pages: number;
  readonly missing: number;
  /** Pages that two workers accepted though they are the same, or nearly: they count as skipped. */
  readonly duplicates: number;
  /** WARC files that were brought from the workers. */
  readonly archives: number;
  readonly summary: CrawlSummary;
}

/**
 * Puts the results of all workers of a crawl into one folder: events and actions from the database, in one order and with one
 * numbering; pages and archives from the folders of the workers; RDF of all. Where two workers accepted the same page,
 * neither of which knew of the other, the later one is a duplicate, as it would be in a crawl by one process.
 *
 * Each file is replaced as a whole, `crawl.json` at last. Collecting again into the same folder brings it up to date, and
 * continues where it was interrupted; pages and archives of folders that are not named again stay.
 *
 * @param folders of the workers; pages of a worker whose folder is not among them are missing
 * @throws UsageError where a worker's folder is to be replaced; InputError for the database and the folders; OutputError
 */
export async function collectCrawl(
  name: string,
  folders: readonly string[],
  options: CollectOptions,
  logger: Logger = silentLogger,
): Promise<CollectReport> {
  checkArguments('collectCrawl', { name: [name, 'string'], options: [options, 'object'] });
  const { frontier, out, force } = checkSettings(collectFields, options);
  return lookAt(frontier, name, async (database, crawl) => {
    const places = await workersIn(folders, name);
    if ([...places.values()].some((folder) => path.resolve(folder) === path.resolve(out)))
      throw new UsageError(`${out} is the folder of a worker`, { hint: 'collect into another folder' });
    const workers = await readWorkers(database, crawl);
    const running = workers.filter(({ standing }) => standing === 'running');
    if (running.length > 0)
      logger.warn(`${running.length} workers are running; collecting what is there so far`);
    await openCollection(out, crawl, force);
    const unlock = lockCrawlFolder(out);
    try {
      return await collect({ database, crawl, places, out, logger });
    } finally {
      unlock();
    }
  });
}

/** The folders by the numbers of their workers. @throws InputError for one that is not of this crawl */
async function workersIn(folders: readonly string[], name: string): Promise<WorkerFolders> {
  const places = new Map<number, string>();
  for (const folder of folders) {
    const part = await readWorkerPart(folder);
    if (part?.name !== name) throw new InputError(`${folder} does not hold results of a worker of '${name}'`);
    places.set(part.worker, folder);
  }
  return places;
}

/** Facts about the collected crawl in its folder. */
const collectedSchema = z.object({ crawl: z.string(), collected: z.string().optional() });

/** Makes the folder, unless this crawl was collected into it before. @throws InputError as `createResultFolder` */
async function openCollection(out: string, crawl: SharedCrawl, force: boolean): Promise<void> {
  const { identity, settings } = crawl.plan as SharedPlan;
  const before = (await isCrawlFolder(out)) ? await readDescription(out, collectedSchema) : undefined;
  if (before?.collected === crawl.name && before.crawl === crawlIri(identity)) return;
  const results = await createResultFolder(out, { force });
  try {
    if (force) await removeArchive(out);
    await results.describe(descriptionOf(crawl.name, identity, settings));
  } finally {
    await results.close();
  }
}

function descriptionOf(
  name: string,
  identity: SharedPlan['identity'],
  settings: SharedPlan['settings'],
): Readonly<Record<string, unknown>> {
  return { ...identity, crawl: crawlIri(identity), settings, collected: name };
}

/** Source and destination of a collection. */
interface Collection {
  readonly database: Database;
  readonly crawl: SharedCrawl;
  readonly places: WorkerFolders;
  readonly out: string;
  readonly logger: Logger;
}

async function collect({ database, crawl, places, out, logger }: Collection): Promise<CollectReport> {
  const { identity, settings } = crawl.plan as SharedPlan;
  const archives = await collectArchives(places, out, logger);
  const numbering = createNumbering();
  const settling = settings['keepDuplicates'] === true ? undefined : settleDuplicates();
  const found = createFindings(identity.startedAt);
  const pages = await collectPages(places, out);
  try {
    await writeEvents(out, collectedEvents(database, crawl, { numbering, settling, found, pages }));
    await pages.finish();
  } finally {
    await pages.close();
  }
  const actions = await database.transaction((query) => readTaken(query, crawl.id));
  await writeActions(
    out,
    actions.map((action) => numbering.action(action)),
  );
  await keepAnswers(out, answersIn(actions));
  const keepsPages = settings['discardPages'] !== true;
  const lacking = keepsPages ? found.lacking() : new Map<number, number>();
  await warnOfMissing(lacking, found.pages, { database, crawl, logger });
  const queued = await readBestQueued(database, crawl);
  const summary = found.summary(queued.counts, crawl.maxPages);
  await writeSkipped(out);
  const isRanked = [identity.topic].flat().length > 0;
  const left: readonly QueuedUrl[] = isRanked ? queued.urls : [];
  await writeCrawlQuads(identity, out, settings['nif'] === true, { summary, queued: left });
  const description = { ...descriptionOf(crawl.name, identity, settings), summary, events: numbering.last };
  await replaceFile(path.join(out, DESCRIPTION), jsonFile(description));
  const missing = [...lacking.values()].reduce((sum, count) => sum + count, 0);
  return {
    ...{ name: crawl.name, out, events: numbering.last, pages: found.pages - missing, missing },
    ...{ duplicates: settling?.count ?? 0, archives, summary },
  };
}

/** Answers of people about pages, in their order. */
function answersIn(actions: readonly TakenAction[]): readonly GivenAnswer[] {
  return actions.flatMap(({ action, by, refused }) =>
    action.kind === 'rate' && refused === undefined ? [{ ...action, by }] : [],
  );
}

async function warnOfMissing(
  lacking: ReadonlyMap<number, number>,
  pages: number,
  { database, crawl, logger }: Pick<Collection, 'database' | 'crawl' | 'logger'>,
): Promise<void> {
  if (lacking.size === 0) return;
  const names = new Map((await readWorkers(database, crawl)).map(({ id, name }) => [id, name]));
  for (const [worker, count] of lacking)
    logger.warn(
      `${count} of ${pages} accepted pages are in none of the folders: those of worker ${worker}, ${names.get(worker) ?? ''}`,
    );
}

/** Results that a pass over the events is to bring. */
interface Pass {
  readonly numbering: Numbering;
  readonly settling: DuplicateSettling | undefined;
  readonly found: Findings;
  readonly pages: CollectedPages;
}

async function* collectedEvents(
  database: Database,
  crawl: SharedCrawl,
  { numbering, settling, found, pages }: Pass,
): AsyncGenerator<CrawlEvent> {
  for await (const stored of readAllEvents(database, crawl)) {
    const settled = settling === undefined ? stored.event : settling.take(stored);
    if (settled === undefined) continue;
    const event = numbering.event(await pages.bring(settled, stored.worker), stored.worker);
    found.note(event, stored.worker);
    yield event;
  }
}

/** Numbers events in the order of all, and what refers to them by the numbers of their workers. */
interface Numbering {
  readonly last: number;
  event(event: CrawlEvent, worker: number): CrawlEvent;
  action(action: TakenAction): TakenAction;
}

function createNumbering(): Numbering {
  const numbers = new Map<string, number>();
  let last = 0;
  return {
    get last() {
      return last;
    },
    event(event, worker) {
      last += 1;
      numbers.set(`${worker} ${event.sequence}`, last);
      const { rejudged } = event;
      if (rejudged === undefined) return { ...event, sequence: last };
      const former = numbers.get(`${worker} ${rejudged.sequence}`) ?? rejudged.sequence;
      return { ...event, sequence: last, rejudged: { ...rejudged, sequence: former } };
    },
    action(action) {
      const { worker = 0 } = action;
      // Events that did not count have no number.
      let { after } = action;
      while (after > 0 && !numbers.has(`${worker} ${after}`)) after -= 1;
      return { ...action, after: numbers.get(`${worker} ${after}`) ?? 0 };
    },
  };
}

/** Findings of the events together. */
interface Findings {
  /** Number of accepted pages. */
  readonly pages: number;
  /** Numbers of accepted pages that were in none of the folders, by their workers. */
  lacking(): ReadonlyMap<number, number>;
  note(event: CrawlEvent, worker: number): void;
  summary(queued: Pick<CrawlSummary, 'queued' | 'hosts' | 'hostsWaiting'>, maxPages: number): CrawlSummary;
}

function createFindings(startedAt: string): Findings {
  const tally = createTally(NOTHING_QUEUED);
  /** The worker of each accepted page, by its address; undefined where the page is there. */
  const accepted = new Map<string, number | undefined>();
  let endedAt = startedAt;
  return {
    get pages() {
      return accepted.size;
    },
    lacking() {
      const numbers = new Map<number, number>();
      for (const worker of accepted.values())
        if (worker !== undefined) numbers.set(worker, (numbers.get(worker) ?? 0) + 1);
      return numbers;
    },
    note(event, worker) {
      tally.countEvent(event);
      if (event.judgement?.accepted === true)
        accepted.set(event.url, event.stored === undefined ? worker : undefined);
      else accepted.delete(event.url);
      endedAt = event.time;
    },
    summary(queued, maxPages) {
      const counts = tally.counts();
      return {
        ...{ ...counts, ...queued },
        ended: endOf(queued.queued, counts.fetched, maxPages),
        ...{ startedAt, endedAt },
        seconds: Math.max(0, (Date.parse(endedAt) - Date.parse(startedAt)) / 1000),
        links: {},
      };
    },
  };
}

function endOf(queued: number, fetched: number, maxPages: number): CrawlSummary['ended'] {
  if (queued === 0) return 'nothing-left';
  return fetched >= maxPages ? 'max-pages' : 'interrupted';
}

import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeArchive } from '../../web/archive/names.js';
import { writeCrawlQuads } from '../../app/crawl/crawl-rdf.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { NOTHING_QUEUED, Tally } from '../../crawling/engine/tally.js';
import type { CrawlSummary } from '../../crawling/engine/crawl-counts.js';
import { readWorkerPart } from '../../crawling/store/crawl-description.js';
import { crawlIri } from '../../crawling/store/crawl-quads.js';
import { lockCrawlFolder } from '../../crawling/store/crawl-store.js';
import { openPageStore, PAGES_FILE, readPageRecords } from '../../crawling/store/page-store.js';
import { createResultFolder, writeEvents } from '../../crawling/store/result-folder.js';
import type { CrawlEvent, StoredPage } from '../../model/crawl-event.js';
import { InputError, UsageError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { DESCRIPTION } from '../../support/crawl-folder.js';
import { jsonFile, replaceFile, partialName } from '../../support/files/replace-file.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import type { OptionsOf } from '../../support/settings/field.js';
import { without } from '../../support/without.js';
import { readAllEvents, readQueue, readWorkers, type SharedCrawl } from './catalog.js';
import type { Database } from './database.js';
import type { SharedPlan } from './shared-crawl.js';
import { collectFields } from './shared-settings.js';
import { lookAt } from './shared-status.js';

/** Report of collecting a shared crawl. */
export interface CollectReport {
  readonly name: string;
  readonly out: string;
  readonly events: number;
  /** Accepted pages, and those of them that were in none of the folders. */
  readonly pages: number;
  readonly missing: number;
  readonly summary: CrawlSummary;
}

/** The result folders of workers, by the numbers of these. */
type WorkerFolders = ReadonlyMap<number, string>;

/**
 * Puts the results of all workers of a crawl into one folder: events from the database, in one order and with one
 * numbering; pages from the folders of the workers; RDF of all. Their archives stay there. Each file is replaced as a whole, `crawl.json` at
 * last.
 *
 * @param folders of the workers; pages of a worker whose folder is not among them are missing
 * @throws UsageError where a worker's folder is to be replaced; InputError for the database and the folders; OutputError
 */
export async function collectCrawl(
  name: string,
  folders: readonly string[],
  options: OptionsOf<typeof collectFields>,
  logger: Logger = silentLogger,
): Promise<CollectReport> {
  checkArguments('collectCrawl', { name: [name, 'string'], options: [options, 'object'] });
  const { frontier, out, force } = checkSettings(collectFields, options);
  return lookAt(frontier, name, async (database, crawl) => {
    const places = await workersIn(folders, name);
    if ([...places.values()].some((folder) => path.resolve(folder) === path.resolve(out)))
      throw new UsageError(`${out} is the folder of a worker`, { hint: 'collect into another folder' });
    const running = (await readWorkers(database, crawl)).filter(({ state }) => state === 'running');
    if (running.length > 0)
      logger.warn(`${running.length} workers are running; collecting what is there so far`);
    const results = await createResultFolder(out, { force });
    await results.close();
    await removeArchive(out);
    const unlock = lockCrawlFolder(out);
    try {
      return await collect(database, crawl, places, out, logger);
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

async function collect(
  database: Database,
  crawl: SharedCrawl,
  places: WorkerFolders,
  out: string,
  logger: Logger,
): Promise<CollectReport> {
  const { identity, settings } = crawl.plan as SharedPlan;
  const found = createFindings(identity.startedAt);
  const pages = collectPages(places, out);
  try {
    await writeEvents(out, numbered(database, crawl, pages, found));
    await pages.finish();
  } finally {
    await pages.close();
  }
  const missing = found.missing();
  if (missing > 0) logger.warn(`${missing} of ${found.pages()} accepted pages are in none of the folders`);
  const summary = found.summary(await readQueue(database, crawl), crawl.maxPages);
  await writeCrawlQuads(identity, out, [settings['record']].flat().includes('texts'), summary);
  const described = { ...identity, crawl: crawlIri(identity), settings, collected: crawl.name };
  const events = found.events();
  await replaceFile(path.join(out, DESCRIPTION), jsonFile({ ...described, summary, events }));
  return { name: crawl.name, out, events, pages: found.pages() - missing, missing, summary };
}

/** The events with numbers in the order of all, as has what refers to them by the numbers of their workers. */
async function* numbered(
  database: Database,
  crawl: SharedCrawl,
  pages: CollectedPages,
  found: Findings,
): AsyncGenerator<CrawlEvent> {
  const numbers = new Map<string, number>();
  for await (const { event: stored, worker } of readAllEvents(database, crawl)) {
    const event = await pages.bring(stored, worker);
    const sequence = numbers.size + 1;
    numbers.set(`${worker} ${event.sequence}`, sequence);
    const { rejudged } = event;
    const former = rejudged && (numbers.get(`${worker} ${rejudged.sequence}`) ?? rejudged.sequence);
    const whole = {
      ...{ ...event, sequence },
      ...(rejudged && former !== undefined && { rejudged: { ...rejudged, sequence: former } }),
    };
    found.note(whole);
    yield whole;
  }
}

type Findings = ReturnType<typeof createFindings>;

/** Findings of the events together: accepted pages, and those of them that are in none of the folders. */
function createFindings(startedAt: string) {
  const tally = new Tally(NOTHING_QUEUED);
  /** True for accepted pages that are stored, by their addresses. */
  const accepted = new Map<string, boolean>();
  let [events, endedAt] = [0, startedAt];
  return {
    events: (): number => events,
    pages: (): number => accepted.size,
    missing: (): number => [...accepted.values()].filter((isStored) => !isStored).length,
    note(event: CrawlEvent): void {
      events += 1;
      tally.countEvent(event);
      if (event.judgement?.accepted === true) accepted.set(event.url, event.stored !== undefined);
      else accepted.delete(event.url);
      endedAt = event.time;
    },
    summary(queued: Pick<CrawlSummary, 'queued' | 'hosts' | 'hostsWaiting'>, maxPages: number): CrawlSummary {
      const counts = tally.counts();
      const left = counts.fetched >= maxPages ? 'max-pages' : 'interrupted';
      const seconds = Math.max(0, (Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
      const ended = queued.queued === 0 ? 'nothing-left' : left;
      return { ...counts, ...queued, startedAt, endedAt, links: {}, ended, seconds };
    },
  };
}

type CollectedPages = ReturnType<typeof collectPages>;

/** Brings the pages of workers into `pages.warc`, which `finish` puts in its place. Methods throw OutputError. */
export function collectPages(folders: WorkerFolders, out: string) {
  const file = path.join(out, PAGES_FILE);
  const partial = partialName(file);
  const pages = openPageStore(partial);
  const brought = new Map<string, StoredPage>();
  const copy = async (stored: StoredPage, worker: number): Promise<StoredPage | undefined> => {
    const folder = folders.get(worker);
    const records = folder === undefined ? undefined : await readPageRecords(folder, stored);
    return records && pages.copy(stored, records);
  };
  return {
    /** Brings the page of an event, which says where it is now; nothing where it is in none of the folders. */
    async bring(event: CrawlEvent, worker: number): Promise<CrawlEvent> {
      if (event.stored === undefined) return event;
      // Events of pages that were judged again name the same place.
      const key = `${worker} ${event.stored.offset}`;
      const stored = brought.get(key) ?? (await copy(event.stored, worker));
      if (stored === undefined) return without(event, 'stored');
      brought.set(key, stored);
      return { ...event, stored };
    },
    async finish(): Promise<void> {
      pages.sync();
      pages.close();
      if (brought.size > 0) await rename(partial, file);
    },
    /** Removes what was not finished. */
    async close(): Promise<void> {
      pages.close();
      await rm(partial, { force: true });
    },
  };
}

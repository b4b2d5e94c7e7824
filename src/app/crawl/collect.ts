import { copyFile, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { collectFields } from '../../config/shared-settings.js';
import { checkSettings } from '../../config/resolve.js';
import type { CollectOptions } from '../../config/settings.js';
import { readWorkers, type SharedCrawl } from '../../crawl/cluster/catalog.js';
import { readAllEvents, readBestQueued, type StoredEvent } from '../../crawl/cluster/stored-events.js';
import type { Database } from '../../crawl/cluster/database.js';
import { createTally } from '../../crawl/engine/tally.js';
import type { CrawlSummary } from '../../crawl/engine/crawl-types.js';
import { createMemoryFrontier } from '../../crawl/frontier/memory-frontier.js';
import { createNearDuplicates } from '../../crawl/pages/near-duplicates.js';
import { readFingerprint } from '../../crawl/pages/simhash.js';
import { readDescription } from '../../crawl/store/crawl-description.js';
import { crawlIri } from '../../crawl/store/crawl-quads.js';
import {
  createResultFolder,
  pageFileName,
  writeSkipped,
  type ResultFolder,
} from '../../crawl/store/result-folder.js';
import type { CrawlEvent, QueuedUrl } from '../../model/crawl.js';
import { InputError, messageOf, OutputError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { without } from '../../support/without.js';
import { writeCrawlQuads } from './crawl-rdf.js';
import type { SharedPlan } from './shared-crawl.js';
import { lookAt } from './shared-status.js';

/** What was collected of a shared crawl. */
export interface CollectReport {
  readonly name: string;
  readonly out: string;
  readonly events: number;
  /** Accepted pages, and those of them whose files were in none of the folders. */
  readonly pages: number;
  readonly missing: number;
  /** Pages that two workers accepted though they are nearly the same: they count as skipped. */
  readonly duplicates: number;
  readonly summary: CrawlSummary;
}

/** Events that are written at a time. */
const BATCH = 500;

/**
 * Puts the results of all workers of a crawl into one folder: the events from the database, in one order and with one
 * numbering; the pages from the workers' folders; RDF of all. Where two workers accepted pages that are nearly the same,
 * neither of which knew of the other, the later one is a near-duplicate, as it would be in a crawl by one process.
 * Archives (`warc/`) stay with the workers.
 *
 * @param folders of the workers; pages of a worker whose folder is not among them are missing
 * @throws InputError for the database and the folders; OutputError
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
    const running = (await readWorkers(database, crawl)).filter(({ standing }) => standing === 'running');
    if (running.length > 0)
      logger.warn(`${running.length} workers are running; collecting what is there so far`);
    const results = await createResultFolder(out, { force });
    try {
      return await collect(database, crawl, places, results, logger);
    } finally {
      await results.close();
    }
  });
}

/** What the result folder of a worker says of it. */
const workerSchema = z.object({ shared: z.object({ name: z.string(), worker: z.number() }).optional() });

/** The folders by the numbers of their workers. @throws InputError for one that is not of this crawl */
async function workersIn(folders: readonly string[], name: string): Promise<ReadonlyMap<number, string>> {
  const places = new Map<number, string>();
  for (const folder of folders) {
    const { shared } = await readDescription(
      folder,
      workerSchema,
      'name the folders of workers of the crawl',
    );
    if (shared?.name !== name)
      throw new InputError(`${folder} does not hold results of a worker of '${name}'`);
    places.set(shared.worker, folder);
  }
  return places;
}

async function collect(
  database: Database,
  crawl: SharedCrawl,
  places: ReadonlyMap<number, string>,
  results: ResultFolder,
  logger: Logger,
): Promise<CollectReport> {
  const { identity, settings } = crawl.plan as SharedPlan;
  const description = { ...identity, crawl: crawlIri(identity), settings };
  await results.describe(description);
  const tally = createTally(createMemoryFrontier());
  const settle = settling(settings['keepDuplicates'] !== true);
  const numbers = new Map<string, number>();
  const owners = new Map<string, number>();
  const times: string[] = [];
  let batch: CrawlEvent[] = [];
  let sequence = 0;
  for await (const stored of readAllEvents(database, crawl)) {
    sequence += 1;
    numbers.set(`${stored.worker} ${stored.event.sequence}`, sequence);
    const event = renumbered(settle.take(stored), stored.worker, sequence, numbers);
    tally.countEvent(event);
    if (event.judgement?.accepted === true) owners.set(event.url, stored.worker);
    else owners.delete(event.url);
    times[times.length === 0 ? 0 : 1] = event.time;
    batch.push(event);
    if (batch.length < BATCH) continue;
    await results.record(batch);
    batch = [];
  }
  await results.record(batch);
  const missing = await copyPages(owners, places, results.path);
  if (missing > 0)
    logger.warn(
      `${missing} of ${owners.size} accepted pages are in none of the folders; name those of all workers`,
    );
  const queued = await readBestQueued(database, crawl);
  const [first = identity.startedAt, last = first] = times;
  const counts = tally.counts();
  const summary: CrawlSummary = {
    ...{ ...counts, ...queued.counts },
    ended: endOf(queued.counts.queued, counts.fetched, crawl.maxPages),
    ...{ startedAt: identity.startedAt, endedAt: last },
    seconds: Math.max(0, (Date.parse(last) - Date.parse(identity.startedAt)) / 1000),
    links: {},
  };
  await results.describe({ ...description, summary, workers: [...places.keys()].length });
  await writeSkipped(results.path);
  const isRanked = [identity.topic].flat().length > 0;
  const left: readonly QueuedUrl[] = isRanked ? queued.urls : [];
  await writeCrawlQuads(identity, results.path, settings['nif'] === true, { summary, queued: left });
  return {
    ...{ name: crawl.name, out: results.path, events: sequence, pages: owners.size - missing, missing },
    ...{ duplicates: settle.duplicates(), summary },
  };
}

function endOf(queued: number, fetched: number, maxPages: number): CrawlSummary['ended'] {
  if (queued === 0) return 'nothing-left';
  return fetched >= maxPages ? 'max-pages' : 'interrupted';
}

function renumbered(
  event: CrawlEvent,
  worker: number,
  sequence: number,
  numbers: ReadonlyMap<string, number>,
): CrawlEvent {
  const { rejudged } = event;
  if (rejudged === undefined) return { ...event, sequence };
  const former = numbers.get(`${worker} ${rejudged.sequence}`) ?? rejudged.sequence;
  return { ...event, sequence, rejudged: { ...rejudged, sequence: former } };
}

/** Settles what two workers did not know of each other. */
function settling(isWanted: boolean): { take(stored: StoredEvent): CrawlEvent; duplicates(): number } {
  const accepted = createNearDuplicates();
  const workers = new Map<string, number>();
  let count = 0;
  return {
    take({ worker, event }) {
      const { fingerprint, url } = event;
      if (!isWanted || fingerprint === undefined || event.rejudged !== undefined) return event;
      const print = readFingerprint(fingerprint);
      const twin = accepted.find(print);
      if (twin !== undefined && workers.get(twin) !== worker) {
        count += 1;
        const rest = without(event, 'judgement', 'title', 'checksum', 'fingerprint', 'links', 'left', 'code');
        return {
          ...rest,
          ...{
            state: 'skipped',
            code: 'near-duplicate',
            message: `nearly the text of ${twin}`,
            resembles: twin,
          },
        };
      }
      accepted.add(print, url);
      workers.set(url, worker);
      return event;
    },
    duplicates: () => count,
  };
}

/** Copies the files of accepted pages; tells how many are not there. */
async function copyPages(
  owners: ReadonlyMap<string, number>,
  places: ReadonlyMap<number, string>,
  out: string,
): Promise<number> {
  const to = path.join(out, 'pages');
  await mkdir(to, { recursive: true });
  let missing = 0;
  for (const [url, worker] of owners) {
    const folder = places.get(worker);
    const name = pageFileName(url);
    const from = folder === undefined ? undefined : path.join(folder, 'pages', name);
    if (from === undefined || !(await isThere(`${from}.html`))) {
      missing += 1;
      continue;
    }
    for (const ending of ['html', 'txt'])
      await copyFile(`${from}.${ending}`, path.join(to, `${name}.${ending}`)).catch((thrown: unknown) => {
        throw new OutputError(`cannot copy ${from}.${ending} to ${to}: ${messageOf(thrown)}`, {
          cause: thrown,
        });
      });
  }
  return missing;
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

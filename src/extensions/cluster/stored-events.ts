import type { CrawlEvent, QueuedUrl } from '../../model/crawl-event.js';
import { readQueue, type SharedCrawl } from './catalog.js';
import type { Database } from './database.js';
import { tablesOf } from './schema.js';

/** An event with the worker that recorded it. */
export interface StoredEvent {
  readonly worker: number;
  readonly event: CrawlEvent;
}

/** Events that are read at a time. */
const BATCH = 1000;

/** The events of all workers, in one order in which those of each worker follow each other. */
export async function* readAllEvents(database: Database, { id }: SharedCrawl): AsyncGenerator<StoredEvent> {
  const { events } = tablesOf(id);
  for (let after = '0'; ;) {
    const rows = await database.transaction((query) =>
      query(`SELECT id, worker, event FROM ${events} WHERE id > $1 ORDER BY id LIMIT ${BATCH}`, [after]),
    );
    for (const row of rows)
      yield { worker: Number(row['worker']), event: JSON.parse(String(row['event'])) as CrawlEvent };
    if (rows.length < BATCH) return;
    after = String(rows.at(-1)?.['id']);
  }
}

/** The largest number of queued URLs that are reported. */
const MAX_QUEUED = 100_000;

/** The best URLs that wait, and how many there are. */
export async function readBestQueued(
  database: Database,
  crawl: SharedCrawl,
): Promise<{
  readonly urls: readonly QueuedUrl[];
  readonly counts: { readonly queued: number; readonly hosts: number; readonly hostsWaiting: number };
}> {
  const { urls } = tablesOf(crawl.id);
  const { queued, hosts, waiting } = await readQueue(database, crawl);
  const rows = await database.transaction((query) =>
    query(`SELECT entry FROM ${urls} ORDER BY value DESC, place LIMIT ${MAX_QUEUED}`),
  );
  return {
    urls: rows.map((row) => JSON.parse(String(row['entry'])) as QueuedUrl),
    counts: { queued, hosts, hostsWaiting: waiting },
  };
}

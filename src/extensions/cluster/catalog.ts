import { InputError } from '../../model/errors.js';
import type { Database, Query } from './database.js';
import { hostOf } from '../../crawling/urls/urls.js';
import { hostKey, urlKey } from './keys.js';
import { dropTables, makeTables, tablesOf } from './schema.js';

/** A crawl in a database, with what its workers have to know. */
export interface SharedCrawl {
  readonly id: number;
  readonly name: string;
  /** Plan that it was begun with; JSON. */
  readonly plan: unknown;
  readonly maxPages: number;
  /** True if the sitemaps that it starts from were read. */
  readonly found: boolean;
}

/** A worker of a crawl, as the database has it. */
export interface WorkerStanding {
  readonly id: number;
  readonly name: string;
  /** running: it was heard of lately; lost: it was not, and has not said that it ended. */
  readonly standing: 'running' | 'lost' | 'ended';
  /** Way in which it ended, if it did. */
  readonly ended: string | undefined;
  readonly requested: number;
  /** Pages that it ended and that count: others may have ended some that it requested as well. */
  readonly fetched: number;
  /** Hosts that it holds. */
  readonly hosts: number;
  /** Milliseconds since it was heard of. */
  readonly silence: number;
  /** The state of its part of the crawl. */
  readonly state: unknown;
}

/** Makes a crawl with its tables. @throws InputError where the name is taken */
export async function makeCrawl(
  database: Database,
  name: string,
  plan: unknown,
  maxPages: number,
): Promise<SharedCrawl> {
  return database.transaction(async (query) => {
    const [row] = await query(
      'INSERT INTO sfwc.crawls (name, plan, max_pages) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id',
      [name, JSON.stringify(plan), maxPages],
    );
    if (row === undefined) {
      throw new InputError(`${database.shown} already has a crawl named '${name}'`, {
        hint: `take part in it by sfwc shared join ${name}, choose another name, or remove it by sfwc shared drop ${name}`,
      });
    }
    await makeTables(query, Number(row['id']));
    return { id: Number(row['id']), name, plan, maxPages, found: false };
  });
}

/** Finds a crawl by its name. @throws InputError where no crawl has it, with the names of the last ten */
export async function findCrawl(database: Database, name: string): Promise<SharedCrawl> {
  return database.transaction(async (query) => {
    const [row] = await query('SELECT * FROM sfwc.crawls WHERE name = $1', [name]);
    if (row !== undefined) {
      return {
        id: Number(row['id']),
        name,
        plan: JSON.parse(String(row['plan'])) as unknown,
        maxPages: Number(row['max_pages']),
        found: row['found'] === true,
      };
    }
    const others = await query('SELECT name FROM sfwc.crawls ORDER BY begun_at DESC LIMIT 10');
    const names = others.map((other) => String(other['name'])).join(', ');
    throw new InputError(`${database.shown} does not have a crawl named '${name}'`, {
      hint:
        names === ''
          ? 'it has none; begin one: sfwc crawl --set frontier=… --set crawlName=NAME'
          : `it has: ${names}`,
    });
  });
}

/** Lets all workers request more or fewer pages. */
export async function setMaxPages(database: Database, { id }: SharedCrawl, maxPages: number): Promise<void> {
  await database.transaction((query) =>
    query('UPDATE sfwc.crawls SET max_pages = $2 WHERE id = $1', [id, maxPages]),
  );
}

/** Removes a crawl, with its tables. @throws InputError while workers are running, unless it is forced */
export async function dropCrawl(database: Database, crawl: SharedCrawl, force: boolean): Promise<void> {
  const running = (await readWorkers(database, crawl)).filter(({ standing }) => standing === 'running');
  if (running.length > 0 && !force) {
    throw new InputError(`${running.length} workers of '${crawl.name}' are running`, {
      hint: 'stop them first, or remove the crawl all the same by --force',
    });
  }
  await database.transaction(async (query) => {
    await dropTables(query, crawl.id);
    await query('DELETE FROM sfwc.crawls WHERE id = $1', [crawl.id]);
  });
}

/** A new worker. @param lease milliseconds that its hosts stay its own without a word from it */
export async function addWorker(
  query: Query,
  { id }: SharedCrawl,
  name: string,
  lease: number,
): Promise<number> {
  const [row] = await query(
    `INSERT INTO sfwc.workers (crawl, name, deadline)
       VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond') RETURNING id`,
    [id, name, lease],
  );
  return Number(row?.['id']);
}

/** All workers that ever took part. */
export async function readWorkers(
  database: Database,
  { id }: SharedCrawl,
): Promise<readonly WorkerStanding[]> {
  const { hosts } = tablesOf(id);
  const rows = await database.transaction((query) =>
    query(
      `SELECT *, deadline > clock_timestamp() AS alive, (SELECT count(*) FROM ${hosts} WHERE worker = w.id) AS hosts,
         (extract(epoch FROM clock_timestamp() - seen_at) * 1000)::float8 AS silence
       FROM sfwc.workers w WHERE crawl = $1 ORDER BY id`,
      [id],
    ),
  );
  return rows.map((row) => {
    const ended = (row['ended'] as string | null) ?? undefined;
    const state = row['state'] as string | null;
    return {
      id: Number(row['id']),
      name: String(row['name']),
      standing: ended !== undefined ? 'ended' : row['alive'] === true ? 'running' : 'lost',
      ended,
      requested: Number(row['requested']),
      fetched: Number(row['fetched']),
      hosts: Number(row['hosts']),
      silence: Number(row['silence']),
      state: state === null ? undefined : (JSON.parse(state) as unknown),
    };
  });
}

/** Queued URLs, and hosts with such. */
export async function readQueue(
  database: Database,
  { id }: SharedCrawl,
): Promise<{ readonly queued: number; readonly hosts: number; readonly waiting: number }> {
  const { hosts } = tablesOf(id);
  const [row] = await database.transaction((query) =>
    query(
      `SELECT coalesce(sum(queued), 0) AS queued, count(*) FILTER (WHERE queued > 0) AS hosts,
         count(*) FILTER (WHERE queued > 0 AND ready_at > clock_timestamp()) AS waiting FROM ${hosts}`,
    ),
  );
  return {
    queued: Number(row?.['queued']),
    hosts: Number(row?.['hosts']),
    waiting: Number(row?.['waiting']),
  };
}

/** True if a URL is known to a crawl: queued, under way or requested. */
export async function isSeen(database: Database, { id }: SharedCrawl, url: string): Promise<boolean> {
  const { seen } = tablesOf(id);
  const rows = await database.transaction((query) =>
    query(`SELECT 1 AS known FROM ${seen} WHERE host = $1 AND hash = $2`, [
      hostKey(hostOf(url)),
      urlKey(url),
    ]),
  );
  return rows.length > 0;
}

/** The time of the database, in milliseconds since the epoch. */
export async function databaseTime(query: Query): Promise<number> {
  const [row] = await query('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now');
  return Math.floor(Number(row?.['now']));
}

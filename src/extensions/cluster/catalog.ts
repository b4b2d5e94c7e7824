import type { CrawlEvent } from '../../model/crawl-event.js';
import { InputError } from '../../model/errors.js';
import { sha256 } from '../../support/hash.js';
import type { Database, Query } from './database.js';

/**
 * The tables of all crawls.
 *
 * `crawls`: one row each, with what workers that join have to know. `workers`: who takes part, till when its hosts are its
 * own (`deadline`), how many URLs it has requested or is requesting, and the number of its last batch. The sum of `granted`
 * over the workers of a crawl never exceeds its `max_pages`, and `fetched`, the pages of a worker that count, never exceeds
 * its `granted`.
 */
const SCHEMA: readonly string[] = [
  'CREATE SCHEMA IF NOT EXISTS sfwc',
  `CREATE TABLE IF NOT EXISTS sfwc.crawls (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     name text NOT NULL UNIQUE,
     plan text NOT NULL,
     begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     max_pages bigint NOT NULL
   )`,
  `CREATE TABLE IF NOT EXISTS sfwc.workers (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     crawl integer NOT NULL REFERENCES sfwc.crawls ON DELETE CASCADE,
     name text NOT NULL,
     seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     deadline timestamptz NOT NULL,
     ended text,
     requested bigint NOT NULL DEFAULT 0,
     flushed bigint NOT NULL DEFAULT 0,
     granted bigint NOT NULL DEFAULT 0,
     fetched bigint NOT NULL DEFAULT 0,
     accepted bigint NOT NULL DEFAULT 0
   ) WITH (fillfactor = 50)`,
  'CREATE INDEX IF NOT EXISTS workers_of_crawl ON sfwc.workers (crawl)',
];

/** The tables of one crawl, and sequences: of places in the order of discovery, in blocks, and over the events of all workers. */
export type CrawlTables = ReturnType<typeof tablesOf>;

/** The names of the tables of a crawl. */
export function tablesOf(crawl: number) {
  const name = (kind: string): string => `sfwc.${kind}_${crawl}`;
  return {
    ...{ hosts: name('hosts'), urls: name('urls'), seen: name('seen'), events: name('events') },
    ...{ places: name('places'), eventNumbers: name('event_numbers') },
  };
}

/**
 * The tables of a crawl.
 *
 * `hosts`: how many URLs are queued, the best value among them (it may be too high while a worker holds the host), when
 * the host may be asked again, who holds it and who held it last, how often it was taken (the epoch), pages requested,
 * whether others queued URLs since its holder looked, and who waits for it. `urls`: what is queued or under way. `seen`: the
 * hash of every URL that is known. `events`: what each worker recorded, by its own numbers; `id` orders those of all workers.
 */
function tableStatements(tables: CrawlTables): readonly string[] {
  const { hosts, urls, seen, events, places, eventNumbers } = tables;
  return [
    `CREATE TABLE ${hosts} (host bigint PRIMARY KEY, name text NOT NULL, queued integer NOT NULL DEFAULT 0,
       best double precision NOT NULL DEFAULT '-Infinity', ready_at timestamptz NOT NULL DEFAULT 'epoch',
       worker integer, last integer, epoch integer NOT NULL DEFAULT 0, pages integer NOT NULL DEFAULT 0,
       news boolean NOT NULL DEFAULT false, wanted_by integer, wanted_at timestamptz) WITH (fillfactor = 70)`,
    `CREATE TABLE ${urls} (host bigint NOT NULL, hash uuid NOT NULL, value double precision NOT NULL,
       place bigint NOT NULL, entry text NOT NULL, PRIMARY KEY (host, hash))`,
    `CREATE TABLE ${seen} (host bigint NOT NULL, hash uuid NOT NULL, PRIMARY KEY (host, hash))`,
    `CREATE INDEX ON ${hosts} (best DESC) WHERE worker IS NULL AND queued > 0`,
    `CREATE INDEX ON ${hosts} (worker) WHERE worker IS NOT NULL`,
    `CREATE INDEX ON ${urls} (host, value DESC, place)`,
    `CREATE SEQUENCE ${places}`,
    `CREATE SEQUENCE ${eventNumbers}`,
    `CREATE TABLE ${events} (worker integer NOT NULL, sequence bigint NOT NULL,
       id bigint NOT NULL DEFAULT nextval('${eventNumbers}'), event text NOT NULL, PRIMARY KEY (worker, sequence))`,
    `CREATE INDEX ON ${events} (id)`,
  ];
}

/** Makes the schema of a database where it is missing. @throws InputError when a right is missing */
export async function openSchema(database: Database): Promise<void> {
  await database.transaction(async (query) => {
    // Several workers may start at once.
    await query("SELECT pg_advisory_xact_lock(hashtext('sfwc schema'))");
    const [there] = await query("SELECT to_regclass('sfwc.workers') AS it");
    if (there?.['it'] === null) for (const statement of SCHEMA) await query(statement);
  });
}

/** A crawl in a database, with what its workers have to know. */
export interface SharedCrawl {
  readonly id: number;
  readonly name: string;
  /** Plan that it was begun with; JSON. */
  readonly plan: unknown;
  readonly maxPages: number;
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
    if (row === undefined)
      throw new InputError(`${database.shown} already has a crawl named '${name}'`, {
        hint: `take part in it by sfwc shared join ${name}, or choose another name`,
      });
    const id = Number(row['id']);
    for (const statement of tableStatements(tablesOf(id))) await query(statement);
    return { id, name, plan, maxPages };
  });
}

/** Finds a crawl by its name. @throws InputError where no crawl has it */
export async function findCrawl(database: Database, name: string): Promise<SharedCrawl> {
  return database.transaction(async (query) => {
    const [there] = await query("SELECT to_regclass('sfwc.crawls') AS it");
    const [row] =
      there?.['it'] === null ? [] : await query('SELECT * FROM sfwc.crawls WHERE name = $1', [name]);
    if (row === undefined)
      throw new InputError(`${database.shown} does not have a crawl named '${name}'`, {
        hint: 'begin it: sfwc crawl --set frontier=…?crawl=NAME',
      });
    return {
      ...{ id: Number(row['id']), name, plan: JSON.parse(String(row['plan'])) as unknown },
      maxPages: Number(row['max_pages']),
    };
  });
}

/** Lets all workers request more or fewer pages. */
export async function setMaxPages(database: Database, { id }: SharedCrawl, maxPages: number): Promise<void> {
  await database.transaction((query) =>
    query('UPDATE sfwc.crawls SET max_pages = $2 WHERE id = $1', [id, maxPages]),
  );
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

/** State of a worker of a shared crawl. */
export interface SharedWorkerStatus {
  /** Machine and folder. */
  readonly name: string;
  /** running; lost: it was not heard of in time; or how it ended. */
  readonly state: string;
  /** Hosts that it holds. */
  readonly hosts: number;
  /** Pages that it ended and that count: others may have ended some that it requested as well. */
  readonly fetched: number;
  readonly accepted: number;
  /** Seconds since it was heard of. */
  readonly silence: number;
}

/** All workers that ever took part. */
export async function readWorkers(
  database: Database,
  { id }: SharedCrawl,
): Promise<readonly SharedWorkerStatus[]> {
  const rows = await database.transaction((query) =>
    query(
      `SELECT name, fetched, accepted, (SELECT count(*) FROM ${tablesOf(id).hosts} WHERE worker = w.id) AS hosts,
         coalesce(ended, CASE WHEN deadline > clock_timestamp() THEN 'running' ELSE 'lost' END) AS state,
         extract(epoch FROM clock_timestamp() - seen_at)::float8 AS silence
       FROM sfwc.workers w WHERE crawl = $1 ORDER BY id`,
      [id],
    ),
  );
  return rows.map((row) => ({
    ...{ name: String(row['name']), state: String(row['state']), hosts: Number(row['hosts']) },
    ...{ fetched: Number(row['fetched']), accepted: Number(row['accepted']) },
    silence: Number(row['silence']),
  }));
}

/** Queued URLs, and hosts with such. */
export async function readQueue(database: Database, { id }: SharedCrawl) {
  const [row] = await database.transaction((query) =>
    query(
      `SELECT coalesce(sum(queued), 0) AS queued, count(*) AS hosts,
         count(*) FILTER (WHERE ready_at > clock_timestamp()) AS waiting FROM ${tablesOf(id).hosts} WHERE queued > 0`,
    ),
  );
  const number = (name: string): number => Number(row?.[name]);
  return { queued: number('queued'), hosts: number('hosts'), hostsWaiting: number('waiting') };
}

/** Events that are read at a time. */
const BATCH = 1000;

/** The events of all workers, in one order in which those of each worker follow each other. */
export async function* readAllEvents(
  database: Database,
  { id }: SharedCrawl,
): AsyncGenerator<{ readonly worker: number; readonly event: CrawlEvent }> {
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

/** The number of a host (with port), shorter than its name: 63 bits of its SHA-256, as PostgreSQL writes a bigint. */
export function hostKey(host: string): string {
  return String(BigInt(`0x${sha256(host).slice(0, 16)}`) >> 1n);
}

/** The first 16 bytes of the SHA-256 of a URL, as PostgreSQL writes a uuid. */
export function urlKey(url: string): string {
  return sha256(url).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

import { InputError } from '../../model/errors.js';
import type { Database, Query } from './database.js';

/** Oldest version of the server, as `server_version_num` has it: version 13. */
const OLDEST_SERVER = 130_000;

/** Changes with the form of the tables. */
const VERSION = 2;

/**
 * The tables of all crawls.
 *
 * `crawls`: one row each, with what workers that join have to know. `workers`: who takes part, till when its hosts are its
 * own (`deadline`), how many URLs it has requested or is requesting, the number of its last batch, and the state of its part
 * of the crawl as JSON. The sum of `granted` over the workers of a crawl never exceeds its `max_pages`, and `fetched`, the pages
 * of a worker that count, never exceeds its `granted`. `actions`: what people asked of a crawl, in the order of `place`; `worker`
 * takes it, and `taken` is what it did. `asked` of the crawl counts up with each change of them.
 */
const SCHEMA: readonly string[] = [
  'CREATE SCHEMA IF NOT EXISTS sfwc',
  'CREATE TABLE sfwc.migrations (version integer PRIMARY KEY, at timestamptz NOT NULL)',
  `CREATE TABLE sfwc.crawls (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     name text NOT NULL UNIQUE,
     plan text NOT NULL,
     begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     max_pages bigint NOT NULL,
     found boolean NOT NULL DEFAULT false,
     asked bigint NOT NULL DEFAULT 0
   )`,
  `CREATE TABLE sfwc.workers (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     crawl integer NOT NULL REFERENCES sfwc.crawls ON DELETE CASCADE,
     name text NOT NULL,
     begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     deadline timestamptz NOT NULL,
     ended text,
     requested bigint NOT NULL DEFAULT 0,
     flushed bigint NOT NULL DEFAULT 0,
     granted bigint NOT NULL DEFAULT 0,
     fetched bigint NOT NULL DEFAULT 0,
     state text
   ) WITH (fillfactor = 50)`,
  'CREATE INDEX workers_of_crawl ON sfwc.workers (crawl)',
  `CREATE TABLE sfwc.actions (
     crawl integer NOT NULL REFERENCES sfwc.crawls ON DELETE CASCADE,
     place bigint NOT NULL,
     id text NOT NULL,
     command text NOT NULL,
     asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     worker integer,
     taken text,
     PRIMARY KEY (crawl, place),
     UNIQUE (crawl, id)
   )`,
];

/** Parts of the large tables of a crawl, by the hash of the host. */
const PARTITIONS = 8;

/** The tables of one crawl. */
export interface CrawlTables {
  readonly hosts: string;
  readonly urls: string;
  readonly seen: string;
  readonly memory: string;
  readonly events: string;
  /** A sequence of places in the order of discovery, in blocks. */
  readonly places: string;
  /** A sequence over the events of all workers. */
  readonly eventNumbers: string;
}

/** The names of the tables of a crawl. */
export function tablesOf(crawl: number): CrawlTables {
  const name = (kind: string): string => `sfwc.${kind}_${crawl}`;
  return {
    hosts: name('hosts'),
    urls: name('urls'),
    seen: name('seen'),
    memory: name('memory'),
    events: name('events'),
    places: name('places'),
    eventNumbers: name('event_numbers'),
  };
}

/** Places that a worker takes at a time. */
export const PLACES_A_BLOCK = 1_000_000;

/**
 * The tables of a crawl.
 *
 * `hosts`: how many URLs are queued, the best value among them (it may be too high while a worker holds the host), when
 * the host may be asked again, who holds it and who held it last, how often it was taken (the epoch), pages requested,
 * whether others queued URLs since its holder looked, and who waits for it. `urls`: what is queued or under way. `seen`: the
 * hash of every URL that is known. `memory`: what travels with a host (robots.txt, back-off, traps). `events`: what each
 * worker recorded, by its own numbers, and what others learn from it; `id` orders those of all workers.
 */
function tableStatements(tables: CrawlTables): readonly string[] {
  const { hosts, urls, seen, memory, events, places, eventNumbers } = tables;
  const divided = [hosts, urls, seen, memory];
  return [
    `CREATE TABLE ${hosts} (host bigint PRIMARY KEY, name text NOT NULL, queued integer NOT NULL DEFAULT 0,
       best double precision NOT NULL DEFAULT '-Infinity', ready_at timestamptz NOT NULL DEFAULT 'epoch',
       worker integer, last integer, epoch integer NOT NULL DEFAULT 0, pages integer NOT NULL DEFAULT 0,
       news boolean NOT NULL DEFAULT false, wanted_by integer, wanted_at timestamptz) PARTITION BY HASH (host)`,
    `CREATE TABLE ${urls} (host bigint NOT NULL, hash uuid NOT NULL, value double precision NOT NULL,
       place bigint NOT NULL, entry text NOT NULL, PRIMARY KEY (host, hash)) PARTITION BY HASH (host)`,
    `CREATE TABLE ${seen} (host bigint NOT NULL, hash uuid NOT NULL, PRIMARY KEY (host, hash)) PARTITION BY HASH (host)`,
    `CREATE TABLE ${memory} (host bigint NOT NULL, kind text NOT NULL, name text NOT NULL, value text NOT NULL,
       PRIMARY KEY (host, kind, name)) PARTITION BY HASH (host)`,
    ...divided.flatMap((table) =>
      Array.from(
        { length: PARTITIONS },
        (_, part) =>
          `CREATE TABLE ${table}_p${part} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${part})` +
          (table === hosts ? ' WITH (fillfactor = 70)' : ''),
      ),
    ),
    `CREATE INDEX ON ${hosts} (best DESC) WHERE worker IS NULL AND queued > 0`,
    `CREATE INDEX ON ${hosts} (worker) WHERE worker IS NOT NULL`,
    `CREATE INDEX ON ${urls} (host, value DESC, place)`,
    `CREATE SEQUENCE ${places}`,
    `CREATE SEQUENCE ${eventNumbers}`,
    `CREATE TABLE ${events} (worker integer NOT NULL, sequence bigint NOT NULL,
       id bigint NOT NULL DEFAULT nextval('${eventNumbers}'), event text NOT NULL, lesson text, PRIMARY KEY (worker, sequence))`,
    `CREATE INDEX ON ${events} (id)`,
  ];
}

/** Makes the tables of a crawl. */
export async function makeTables(query: Query, crawl: number): Promise<void> {
  for (const statement of tableStatements(tablesOf(crawl))) await query(statement);
}

/** Drops the tables of a crawl, with all that is in them. */
export async function dropTables(query: Query, crawl: number): Promise<void> {
  const { hosts, urls, seen, memory, events, places, eventNumbers } = tablesOf(crawl);
  await query(`DROP TABLE IF EXISTS ${[hosts, urls, seen, memory, events].join(', ')}`);
  await query(`DROP SEQUENCE IF EXISTS ${places}, ${eventNumbers}`);
}

/**
 * Makes the schema of a database where it is missing.
 * @param mayMake false: only checks it, for those who look
 * @throws InputError when the server is too old, the schema is of another version, or a right is missing
 */
export async function openSchema(database: Database, mayMake = true): Promise<void> {
  const { shown } = database;
  await database.transaction(async (query) => {
    await checkServer(query, shown);
    // Several workers may start at once.
    if (mayMake) await query("SELECT pg_advisory_xact_lock(hashtext('sfwc schema'))");
    const version = await versionOf(query);
    if (version === VERSION) return;
    if (version !== 0)
      throw new InputError(`${shown} has version ${version} of the schema; this sfwc knows ${VERSION}`, {
        hint: 'use the version of sfwc that the other workers use, or another database',
      });
    if (!mayMake)
      throw new InputError(`${shown} does not hold a crawl`, {
        hint: 'begin one: sfwc crawl --set frontier=…',
      });
    for (const statement of SCHEMA) await query(statement);
    await query('INSERT INTO sfwc.migrations VALUES ($1, clock_timestamp())', [VERSION]);
  });
}

async function checkServer(query: Query, shown: string): Promise<void> {
  const [row] = await query('SHOW server_version_num');
  const version = Number(row?.['server_version_num']);
  if (version >= OLDEST_SERVER) return;
  throw new InputError(
    `${shown} is PostgreSQL ${Math.floor(version / 10_000)}; version 13 or later is needed`,
    {
      hint: 'upgrade the server',
    },
  );
}

/** The version of the schema; 0 before it is made. */
async function versionOf(query: Query): Promise<number> {
  const [there] = await query("SELECT to_regclass('sfwc.migrations') AS it");
  if (there?.['it'] === null) return 0;
  const [row] = await query('SELECT max(version) AS version FROM sfwc.migrations');
  return Number(row?.['version'] ?? 0);
}

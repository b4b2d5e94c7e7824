import type { CrawlEvent, QueuedUrl } from '../../model/crawl-event.js';
import type { CrawlTables } from './catalog.js';
import type { Query, Row } from './database.js';
import type { PlacedUrl } from './held-urls.js';
import type { Holding, WorkerState } from './worker-state.js';

/** URLs of a host that are read at a time, the best ones. */
export const URLS_A_HOST = 1000;
/** Ended URLs of a host that a worker reads. Of hosts with more, it asks the database whether a URL is new. */
const MAX_ENDED = 50_000;
/** Seconds for which a host that somebody waits for is kept from others. */
const WANTED_SECONDS = 5;

/** A host as it came to a worker. */
interface TakenHost extends Holding {
  /** True if this worker held it last, so that it knows all about it. */
  readonly isOwn: boolean;
  /** Pages requested so far. */
  readonly pages: number;
  /** Milliseconds until it may be asked. */
  readonly wait: number;
}

/** Content of the database about a host. */
interface HostContent {
  readonly urls: readonly PlacedUrl[];
  /** Keys of the URLs that came to their end; undefined where they are too many. */
  readonly ended: readonly string[] | undefined;
}

const AS_TAKEN = `RETURNING h.host, h.name, h.epoch, t.last, h.pages,
  greatest(0, extract(epoch FROM h.ready_at - clock_timestamp()) * 1000)::float8 AS wait`;
const TAKE = `SET worker = $1, last = $1, epoch = h.epoch + 1, news = false, wanted_by = NULL`;

/** Takes the hosts with the best URLs among those that may be asked now. */
export async function takeBest(
  query: Query,
  { tables: { hosts }, worker }: WorkerState,
  most: number,
): Promise<readonly TakenHost[]> {
  const rows = await query(
    `UPDATE ${hosts} h ${TAKE} FROM (
       SELECT host, last FROM ${hosts} WHERE worker IS NULL AND queued > 0
         AND (ready_at <= clock_timestamp() OR last = $1)
         AND (wanted_by IS NULL OR wanted_by = $1 OR wanted_at < clock_timestamp() - interval '${WANTED_SECONDS} seconds')
         ORDER BY best DESC LIMIT $2 FOR UPDATE SKIP LOCKED) t
     WHERE h.host = t.host ${AS_TAKEN}`,
    [worker, most],
  );
  return rows.map((row) => takenHost(row, worker));
}

/** Takes one host, where nobody else holds it; asks for it otherwise. The host is made where it is new. */
export async function takeOne(
  query: Query,
  { tables: { hosts }, worker }: WorkerState,
  { host, key }: Pick<Holding, 'host' | 'key'>,
): Promise<TakenHost | undefined> {
  await query(`INSERT INTO ${hosts} (host, name) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [key, host]);
  const [row] = await query(
    `UPDATE ${hosts} h ${TAKE} FROM (SELECT host, last FROM ${hosts} WHERE host = $2 AND worker IS NULL FOR UPDATE) t
     WHERE h.host = t.host ${AS_TAKEN}`,
    [worker, key],
  );
  if (row !== undefined) return takenHost(row, worker);
  await query(
    `UPDATE ${hosts} SET wanted_by = $1, wanted_at = clock_timestamp() WHERE host = $2 AND worker <> $1`,
    [worker, key],
  );
  return undefined;
}

function takenHost(row: Row, worker: number): TakenHost {
  return {
    ...{ host: String(row['name']), key: String(row['host']), epoch: Number(row['epoch']) },
    ...{ isOwn: row['last'] === worker, pages: Number(row['pages']), wait: Number(row['wait']) },
  };
}

/** Reads what there is of hosts, by their keys. */
export async function readHosts(
  query: Query,
  { urls, seen }: CrawlTables,
  keys: readonly string[],
): Promise<ReadonlyMap<string, HostContent>> {
  if (keys.length === 0) return new Map();
  const best = await readBest(query, urls, keys);
  const rows = await query(
    `SELECT e.* FROM unnest($1::bigint[]) AS k (host) CROSS JOIN LATERAL (
       SELECT host, hash FROM ${seen} s WHERE host = k.host
         AND NOT EXISTS (SELECT 1 FROM ${urls} u WHERE u.host = s.host AND u.hash = s.hash) LIMIT ${MAX_ENDED + 1}) e`,
    [keys],
  );
  const ended = byHost(rows, (row) => String(row['hash']));
  const contentOf = (key: string): HostContent => {
    const hashes = ended.get(key) ?? [];
    return { urls: best.get(key) ?? [], ended: hashes.length > MAX_ENDED ? undefined : hashes };
  };
  return new Map(keys.map((key) => [key, contentOf(key)]));
}

/** Reads the best URLs of hosts, by their keys. */
export async function readBest(
  query: Query,
  urls: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, HostContent['urls']>> {
  if (keys.length === 0) return new Map();
  const rows = await query(
    `SELECT u.* FROM unnest($1::bigint[]) AS k (host) CROSS JOIN LATERAL (
       SELECT host, place, entry FROM ${urls} WHERE host = k.host ORDER BY value DESC, place LIMIT ${URLS_A_HOST}) u`,
    [keys],
  );
  return byHost(rows, (row) => ({
    queued: JSON.parse(String(row['entry'])) as QueuedUrl,
    place: Number(row['place']),
  }));
}

function byHost<T>(rows: readonly Row[], read: (row: Row) => T): ReadonlyMap<string, T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const key = String(row['host']);
    const list = found.get(key) ?? [];
    list.push(read(row));
    found.set(key, list);
  }
  return found;
}

/** Takes a host, and what the database has of it, into memory. */
export function hold(taken: TakenHost, content: HostContent | undefined, state: WorkerState): void {
  const { host, key, epoch, isOwn, pages } = taken;
  const { urls = [], ended } = content ?? {};
  for (const one of ended ?? []) state.held.markEnded(one);
  const hasMore = addUrls(urls, state);
  state.holdings.set(host, {
    ...{ host, key, epoch, hasMore, isComplete: ended !== undefined, claims: 0, busyUntil: 0 },
  });
  if (!isOwn) state.news.hosts.push({ host, pages });
}

/** Queues URLs that the database has; tells whether it may have more. */
export function addUrls(urls: HostContent['urls'], { held }: WorkerState): boolean {
  for (const { queued, place } of urls) {
    const own = held.waiting(queued.url);
    if (own === undefined) held.add({ queued, place });
    else if (own.referrer !== queued.referrer && queued.priority.value > own.priority.value)
      held.requeue(queued);
  }
  return urls.length >= URLS_A_HOST;
}

/** Gives hosts back that the worker holds. */
export async function giveBack(
  query: Query,
  { tables: { hosts, urls }, worker }: WorkerState,
  holdings: readonly Holding[],
): Promise<void> {
  if (holdings.length === 0) return;
  await query(
    `UPDATE ${hosts} h SET worker = NULL, news = false,
       best = coalesce((SELECT value FROM ${urls} u WHERE u.host = h.host ORDER BY value DESC LIMIT 1), '-Infinity')
       FROM unnest($2::bigint[], $3::integer[]) AS i (host, epoch)
       WHERE h.host = i.host AND h.epoch = i.epoch AND h.worker = $1`,
    [worker, holdings.map(({ key }) => key), holdings.map(({ epoch }) => epoch)],
  );
}

/**
 * Takes back the pages that workers were granted whose time is over, and that they have not ended.
 * @returns the numbers of these workers; {@link freeHosts} belongs into the same transaction, so that nothing they do counts
 */
export async function endLostGrants(
  query: Query,
  { tables: { hosts }, crawl, worker }: WorkerState,
): Promise<readonly number[]> {
  const lost = await query(
    `SELECT id FROM sfwc.workers WHERE crawl = $1 AND id <> $2 AND deadline < clock_timestamp()
       AND (granted > fetched OR EXISTS (SELECT 1 FROM ${hosts} WHERE worker = workers.id)) FOR UPDATE SKIP LOCKED`,
    [crawl, worker],
  );
  const ids = lost.map(({ id }) => Number(id));
  if (ids.length > 0)
    await query('UPDATE sfwc.workers SET granted = fetched WHERE id = ANY ($1::integer[])', [ids]);
  return ids;
}

/** Frees all hosts of workers. */
export async function freeHosts(
  query: Query,
  { hosts }: CrawlTables,
  workers: readonly number[],
): Promise<void> {
  if (workers.length > 0)
    await query(`UPDATE ${hosts} SET worker = NULL WHERE worker = ANY ($1::integer[])`, [workers]);
}

/** The keys of hosts of a worker at which others have queued URLs, and of those that others wait for. */
export async function readHostNews(
  query: Query,
  { tables: { hosts }, worker }: WorkerState,
): Promise<{ readonly changed: readonly string[]; readonly wanted: readonly string[] }> {
  const changed = await query(`UPDATE ${hosts} SET news = false WHERE worker = $1 AND news RETURNING host`, [
    worker,
  ]);
  const wanted = await query(
    `SELECT host FROM ${hosts} WHERE worker = $1 AND wanted_by IS NOT NULL
       AND wanted_at > clock_timestamp() - interval '${WANTED_SECONDS} seconds'`,
    [worker],
  );
  return { changed: changed.map(({ host }) => String(host)), wanted: wanted.map(({ host }) => String(host)) };
}

/** Events of a worker that are read at a look; the rest follows at the next. */
const EVENTS_A_READ = 5000;

/**
 * Reads the next events of other workers, by worker and number: so none is passed over that is committed late. They come in
 * the order of all events.
 */
export async function readOthersEvents(query: Query, state: WorkerState): Promise<void> {
  const { tables, crawl, worker } = state;
  const others = await query('SELECT id FROM sfwc.workers WHERE crawl = $1 AND id <> $2', [crawl, worker]);
  const ids = others.map(({ id }) => Number(id));
  const rows = await query(
    `SELECT e.* FROM unnest($1::integer[], $2::bigint[]) AS k (worker, after) CROSS JOIN LATERAL (
       SELECT worker, sequence, id, event FROM ${tables.events} WHERE worker = k.worker AND sequence > k.after
         ORDER BY sequence LIMIT ${EVENTS_A_READ}) e ORDER BY e.id`,
    [ids, ids.map((id) => state.after.get(id) ?? 0)],
  );
  const after = new Map(state.after);
  for (const { worker: other, sequence } of rows)
    after.set(Number(other), Math.max(after.get(Number(other)) ?? 0, Number(sequence)));
  state.after = after;
  state.news.events.push(...rows.map((row) => JSON.parse(String(row['event'])) as CrawlEvent));
}

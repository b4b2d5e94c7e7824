import { noteTaken } from './actions.js';
import type { Query, Row } from './database.js';
import { hostKey, urlKey } from './keys.js';
import { batchOf, hostsOf, type Batch, type FoundUrl, type LostEvent, type Step } from './journal.js';
import type { CrawlTables } from './schema.js';

/** A host that a worker holds. */
export interface Holding {
  readonly host: string;
  readonly key: string;
  readonly epoch: number;
}

/** Changes that a worker brings to the database at once. */
export interface Round {
  /** Numbers the rounds of a worker, so that one whose answer was lost is not done twice. */
  readonly number: number;
  readonly crawl: number;
  readonly worker: number;
  /** Milliseconds that the worker's hosts stay its own. */
  readonly lease: number;
  /** URLs that it has requested, or is requesting. */
  readonly requested: number;
  /** The state of its part of the crawl, as JSON; undefined: as it was. */
  readonly state: string | undefined;
  readonly steps: readonly Step[];
  /** Milliseconds from now on in which hosts must not be asked, by host. */
  readonly rests: ReadonlyMap<string, number>;
  readonly holdings: ReadonlyMap<string, Holding>;
}

/** Outcome of a round. */
export interface RoundOutcome {
  /** Hosts that the worker believed to hold, and does not. */
  readonly lostHosts: readonly string[];
  /** Events that were not taken, because another worker ends their URLs. */
  readonly lostEvents: readonly LostEvent[];
}

/** Outcome of a round without steps. */
export const NOTHING_LOST: RoundOutcome = { lostHosts: [], lostEvents: [] };

/**
 * Writes a round, in the transaction of the query. All hosts that it concerns are locked first, in one order, so that rounds
 * of several workers wait for each other and never in a circle.
 */
export async function writeRound(query: Query, tables: CrawlTables, round: Round): Promise<RoundOutcome> {
  await query(
    `UPDATE sfwc.workers SET flushed = $2, seen_at = clock_timestamp(), requested = $4, state = coalesce($5, state),
       deadline = clock_timestamp() + $3 * interval '1 millisecond' WHERE id = $1`,
    [round.worker, round.number, round.lease, round.requested, round.state ?? null],
  );
  const rests = [...round.rests].filter(([host]) => round.holdings.has(host));
  const hosts = new Set([...hostsOf(round.steps), ...rests.map(([host]) => host)]);
  for (const { taken } of round.steps)
    if (taken !== undefined) await noteTaken(query, round.crawl, round.worker, taken);
  if (hosts.size === 0 && round.steps.length === 0) return NOTHING_LOST;
  const lostHosts = await lockHosts(query, tables, hosts, round);
  const batch = batchOf(round.steps, (host) => round.holdings.has(host) && !lostHosts.has(host));
  const changes = createChanges(round.holdings);
  await writeFound(query, tables, batch, changes);
  const ended = await writeEnded(query, tables, batch, changes);
  const events = batch.events.filter(({ url }) => url === undefined || ended.has(urlKey(url)));
  await writeEvents(query, tables, round.worker, events);
  await writeKept(query, tables, batch);
  for (const [host, rest] of rests) if (!lostHosts.has(host)) changes.of(host).rest = rest;
  await writeChanges(query, tables, changes.all());
  const dropped = batch.events.filter((event) => !events.includes(event));
  return { lostHosts: [...lostHosts], lostEvents: [...batch.lost, ...dropped] };
}

/** Makes hosts that are new, locks all, and tells which of them are held no longer. */
async function lockHosts(
  query: Query,
  { hosts: table }: CrawlTables,
  hosts: ReadonlySet<string>,
  { holdings, worker }: Round,
): Promise<ReadonlySet<string>> {
  const names = [...hosts];
  const others = names.filter((host) => !holdings.has(host));
  if (others.length > 0) {
    await query(
      `INSERT INTO ${table} (host, name) SELECT DISTINCT ON (host) * FROM unnest($1::bigint[], $2::text[]) AS i (host, name)
         ORDER BY host ON CONFLICT DO NOTHING`,
      [others.map(hostKey), others],
    );
  }
  const rows = await query(
    `SELECT host, worker, epoch FROM ${table} WHERE host = ANY ($1::bigint[]) ORDER BY host FOR NO KEY UPDATE`,
    [names.map(hostKey)],
  );
  const found = new Map(rows.map((row) => [String(row['host']), row]));
  const isLost = ({ key, epoch }: Holding): boolean => {
    const row = found.get(key);
    return row?.['worker'] !== worker || row['epoch'] !== epoch;
  };
  return new Set(
    [...holdings.values()]
      .filter(({ host }) => hosts.has(host))
      .filter(isLost)
      .map(({ host }) => host),
  );
}

/** Changes of a host. */
interface Change {
  readonly key: string;
  readonly isHeld: boolean;
  queued: number;
  best: number;
  pages: number;
  rest: number | null;
}

interface Changes {
  of(host: string): Change;
  ofKey(key: string, isHeld?: boolean): Change;
  all(): readonly Change[];
}

function createChanges(holdings: ReadonlyMap<string, Holding>): Changes {
  const held = new Set([...holdings.values()].map(({ key }) => key));
  const changes = new Map<string, Change>();
  const ofKey = (key: string): Change => {
    const known = changes.get(key) ?? {
      key,
      isHeld: held.has(key),
      queued: 0,
      best: -Infinity,
      pages: 0,
      rest: null,
    };
    changes.set(key, known);
    return known;
  };
  return {
    ofKey,
    of: (host) => ofKey(holdings.get(host)?.key ?? hostKey(host)),
    all: () => [...changes.values()],
  };
}

async function writeFound(
  query: Query,
  { seen, urls }: CrawlTables,
  { found }: Batch,
  changes: Changes,
): Promise<void> {
  if (found.length === 0) return;
  const input = columnsOf(found);
  const added = await query(
    `WITH input AS (SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::float8[], $4::bigint[], $5::text[])
       AS i (host, hash, value, place, entry)),
     fresh AS (INSERT INTO ${seen} SELECT host, hash FROM input ON CONFLICT DO NOTHING RETURNING host, hash),
     added AS (INSERT INTO ${urls} (host, hash, value, place, entry)
       SELECT input.* FROM input JOIN fresh USING (host, hash) RETURNING host, value)
     SELECT host, count(*)::integer AS count, max(value) AS best FROM added GROUP BY host`,
    input,
  );
  for (const row of added)
    raise(changes.ofKey(String(row['host'])), Number(row['count']), Number(row['best']));
  if (added.reduce((sum, row) => sum + Number(row['count']), 0) === found.length) return;
  const raised = await query(
    `UPDATE ${urls} u SET value = i.value, entry = i.entry
       FROM unnest($1::bigint[], $2::uuid[], $3::float8[], $4::bigint[], $5::text[])
         AS i (host, hash, value, place, entry)
       WHERE u.host = i.host AND u.hash = i.hash AND u.value < i.value RETURNING u.host, u.value`,
    input,
  );
  for (const row of raised) raise(changes.ofKey(String(row['host'])), 0, Number(row['value']));
}

function raise(change: Change, count: number, best: number): void {
  change.queued += count;
  change.best = Math.max(change.best, best);
}

function columnsOf(found: readonly FoundUrl[]): readonly unknown[] {
  return [
    found.map(({ host }) => hostKey(host)),
    found.map(({ url }) => urlKey(url)),
    found.map(({ value }) => value),
    found.map(({ place }) => place),
    found.map(({ entry }) => entry),
  ];
}

/** Ends URLs; tells the keys of those that were still to be ended. */
async function writeEnded(
  query: Query,
  { seen, urls }: CrawlTables,
  { ended, claimed }: Batch,
  changes: Changes,
): Promise<ReadonlySet<string>> {
  if (ended.length === 0) return new Set();
  const all = [...ended, ...claimed];
  const keys = [all.map(({ host }) => hostKey(host)), all.map(({ url }) => urlKey(url))];
  if (claimed.length > 0)
    await query(
      `INSERT INTO ${seen} SELECT * FROM unnest($1::bigint[], $2::uuid[]) ON CONFLICT DO NOTHING`,
      keys,
    );
  const rows = await query(
    `DELETE FROM ${urls} u USING unnest($1::bigint[], $2::uuid[]) AS i (host, hash)
       WHERE u.host = i.host AND u.hash = i.hash RETURNING u.host, u.hash`,
    keys,
  );
  for (const row of rows) changes.ofKey(String(row['host'])).queued -= 1;
  for (const { host, fetched } of ended) if (fetched) changes.of(host).pages += 1;
  return new Set(rows.map((row) => String(row['hash'])));
}

async function writeEvents(
  query: Query,
  { events: table }: CrawlTables,
  worker: number,
  events: Batch['events'],
): Promise<void> {
  if (events.length === 0) return;
  await query(
    `WITH counted AS (UPDATE sfwc.workers SET fetched = fetched + $5 WHERE id = $1)
     INSERT INTO ${table} (worker, sequence, event, lesson)
       SELECT $1::integer, * FROM unnest($2::bigint[], $3::text[], $4::text[])`,
    [
      worker,
      events.map(({ sequence }) => sequence),
      events.map(({ event }) => event),
      events.map(({ lesson }) => lesson),
      events.filter(({ fetched }) => fetched).length,
    ],
  );
}

async function writeKept(query: Query, { memory }: CrawlTables, { kept }: Batch): Promise<void> {
  const values = kept.filter(({ value }) => value !== null);
  const dropped = kept.filter(({ value }) => value === null);
  const names = (rows: Batch['kept']): readonly unknown[] => [
    rows.map(({ host }) => hostKey(host)),
    rows.map(({ kind }) => kind),
    rows.map(({ name }) => name),
  ];
  if (values.length > 0)
    await query(
      `INSERT INTO ${memory} SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
         ON CONFLICT (host, kind, name) DO UPDATE SET value = excluded.value`,
      [...names(values), values.map(({ value }) => value)],
    );
  if (dropped.length > 0)
    await query(
      `DELETE FROM ${memory} m USING unnest($1::bigint[], $2::text[], $3::text[]) AS i (host, kind, name)
         WHERE m.host = i.host AND m.kind = i.kind AND m.name = i.name`,
      names(dropped),
    );
}

async function writeChanges(
  query: Query,
  { hosts }: CrawlTables,
  changes: readonly Change[],
): Promise<readonly Row[]> {
  if (changes.length === 0) return [];
  return query(
    `UPDATE ${hosts} h SET queued = h.queued + i.queued, best = greatest(h.best, i.best), pages = h.pages + i.pages,
       ready_at = coalesce(clock_timestamp() + i.rest * interval '1 millisecond', h.ready_at), news = h.news OR i.news
       FROM unnest($1::bigint[], $2::integer[], $3::float8[], $4::integer[], $5::float8[], $6::boolean[])
         AS i (host, queued, best, pages, rest, news)
       WHERE h.host = i.host`,
    [
      changes.map(({ key }) => key),
      changes.map(({ queued }) => queued),
      changes.map(({ best }) => (best === -Infinity ? '-Infinity' : best)),
      changes.map(({ pages }) => pages),
      changes.map(({ rest }) => rest),
      changes.map(({ isHeld, queued, best }) => !isHeld && (queued > 0 || best > -Infinity)),
    ],
  );
}

import { hostKey, urlKey, type CrawlTables } from './catalog.js';
import type { Query } from './database.js';
import { lose, usedBy, type FoundUrl, type Holding, type Step, type WorkerState } from './worker-state.js';

/** Writes what a worker has done, in rounds: what comes while one is under way is in the next. */
export function createRounds(state: WorkerState): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      running = write(state);
      // The failure reaches those who wait for the next round.
      running.catch(() => undefined);
      return running;
    });
    return next;
  };
}

async function write(state: WorkerState): Promise<void> {
  const { steps, rests, database, worker } = state;
  state.steps = [];
  state.rests = new Map();
  for (const step of steps) for (const { url } of step.found) state.parked.delete(url);
  state.rounds += 1;
  const round = { number: state.rounds, steps, rests, holdings: new Map<string, Holding>(state.holdings) };
  let isAgain = false;
  let outcome = NOTHING_LOST;
  await database.transaction(async (query) => {
    // The answer to the commit may have been lost, and not the commit.
    const [row] = isAgain ? await query('SELECT flushed FROM sfwc.workers WHERE id = $1', [worker]) : [];
    if (Number(row?.['flushed'] ?? 0) >= round.number) return;
    isAgain = true;
    outcome = await writeRound(query, state, round);
  });
  for (const { sequence, fetched } of outcome.lostEvents) {
    state.lostEvents.add(sequence);
    if (fetched) state.lostPages += 1;
  }
  for (const host of outcome.lostHosts) lose(host, state);
}

/** Changes that a worker brings to the database at once. */
interface Round {
  /** Numbers the rounds of a worker, so that one whose answer was lost is not done twice. */
  readonly number: number;
  readonly steps: readonly Step[];
  readonly rests: ReadonlyMap<string, number>;
  readonly holdings: ReadonlyMap<string, Holding>;
}

/** Hosts that the worker believed to hold, and events that were not taken, because another worker ends their URLs. */
type RoundOutcome = Readonly<{ lostHosts: readonly string[]; lostEvents: readonly LostEvent[] }>;
const NOTHING_LOST: RoundOutcome = { lostHosts: [], lostEvents: [] };

/**
 * Writes a round, in the transaction of the query. All hosts that it concerns are locked first, in one order, so that rounds
 * of several workers wait for each other and never in a circle.
 */
async function writeRound(query: Query, state: WorkerState, round: Round): Promise<RoundOutcome> {
  const { tables, worker, lease, accepted } = state;
  await query(
    `UPDATE sfwc.workers SET flushed = $2, seen_at = clock_timestamp(), requested = $4, accepted = $5,
       deadline = clock_timestamp() + $3 * interval '1 millisecond' WHERE id = $1`,
    [worker, round.number, lease, usedBy(state), accepted],
  );
  const rests = [...round.rests].filter(([host]) => round.holdings.has(host));
  const hosts = new Set([...hostsOf(round.steps), ...rests.map(([host]) => host)]);
  if (hosts.size === 0 && round.steps.length === 0) return NOTHING_LOST;
  const lostHosts = await lockHosts(query, tables, hosts, worker, round.holdings);
  const batch = batchOf(round.steps, (host) => round.holdings.has(host) && !lostHosts.has(host));
  const changes = createChanges(round.holdings);
  await writeFound(query, tables, batch, changes);
  const ended = await writeEnded(query, tables, batch, changes);
  const events = batch.events.filter(({ url }) => url === undefined || ended.has(urlKey(url)));
  await writeEvents(query, tables, worker, events);
  for (const [host, until] of rests)
    if (!lostHosts.has(host)) changes(hostKey(host)).rest = Math.max(0, until - performance.now());
  await writeChanges(query, tables, [...changes.all.values()]);
  const dropped = batch.events.filter((event) => !events.includes(event));
  return { lostHosts: [...lostHosts], lostEvents: [...batch.lost, ...dropped] };
}

/** All hosts that steps concern. */
export function hostsOf(steps: readonly Step[]): ReadonlySet<string> {
  return new Set(
    steps.flatMap(({ found, claimed, ended }) =>
      [...found, ...claimed, ...(ended === undefined ? [] : [ended])].map(({ host }) => host),
    ),
  );
}

/** An event that does not count, by its number, and whether its URL was requested. */
interface LostEvent {
  readonly sequence: number;
  readonly fetched: boolean;
}

/** Steps as the rows that they write. */
interface Batch extends Pick<Step, 'found' | 'claimed'> {
  readonly ended: readonly NonNullable<Step['ended']>[];
  /** Events by the URL that ended with them; those that end none come without. */
  readonly events: readonly (NonNullable<Step['event']> & {
    readonly url?: string;
    readonly fetched: boolean;
  })[];
  /** The events of steps that do not count. */
  readonly lost: readonly LostEvent[];
}

/**
 * The rows of steps: those that end a URL at a host that is not held any more count only for what they found.
 * @param isHeld whether the worker holds a host, by the database
 */
export function batchOf(steps: readonly Step[], isHeld: (host: string) => boolean): Batch {
  const whole = steps.filter(
    ({ ended, claimed }) =>
      (ended === undefined || isHeld(ended.host)) && claimed.every(({ host }) => isHeld(host)),
  );
  const eventsOf = (some: readonly Step[]): Batch['events'] =>
    some.flatMap(({ event, ended }) =>
      event === undefined
        ? []
        : [{ ...event, fetched: ended?.fetched === true, ...(ended && { url: ended.url }) }],
    );
  return {
    found: bestOf(steps.flatMap(({ found }) => found)),
    claimed: whole.flatMap(({ claimed }) => claimed),
    ended: whole.flatMap(({ ended }) => ended ?? []),
    events: eventsOf(whole),
    lost: eventsOf(steps.filter((step) => !whole.includes(step))),
  };
}

/** Each URL once: with its best value, at its first place. */
function bestOf(found: readonly FoundUrl[]): FoundUrl[] {
  const best = new Map<string, FoundUrl>();
  for (const one of found) {
    const earlier = best.get(one.url);
    if (earlier === undefined) best.set(one.url, one);
    else if (one.value > earlier.value) best.set(one.url, { ...one, place: earlier.place });
  }
  return [...best.values()];
}

/** Makes hosts that are new, locks all, and tells which of them are held no longer. */
async function lockHosts(
  query: Query,
  { hosts: table }: CrawlTables,
  hosts: ReadonlySet<string>,
  worker: number,
  holdings: ReadonlyMap<string, Holding>,
): Promise<ReadonlySet<string>> {
  const names = [...hosts];
  const others = names.filter((host) => !holdings.has(host));
  if (others.length > 0)
    await query(
      `INSERT INTO ${table} (host, name) SELECT DISTINCT ON (host) * FROM unnest($1::bigint[], $2::text[]) AS i (host, name)
         ORDER BY host ON CONFLICT DO NOTHING`,
      [others.map(hostKey), others],
    );
  const rows = await query(
    `SELECT host, worker, epoch FROM ${table} WHERE host = ANY ($1::bigint[]) ORDER BY host FOR NO KEY UPDATE`,
    [names.map(hostKey)],
  );
  const found = new Map(rows.map((row) => [String(row['host']), row]));
  const isLost = (holding: Holding | undefined): boolean => {
    const row = holding && found.get(holding.key);
    return holding !== undefined && (row?.['worker'] !== worker || row['epoch'] !== holding.epoch);
  };
  return new Set(names.filter((host) => isLost(holdings.get(host))));
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

/** Gives the changes of a host by its key; all that were asked for are in `all`. */
function createChanges(holdings: ReadonlyMap<string, Holding>) {
  const held = new Set([...holdings.values()].map(({ key }) => key));
  const all = new Map<string, Change>();
  const of = (key: string): Change => {
    const begun = { key, isHeld: held.has(key), queued: 0, best: -Infinity, pages: 0, rest: null };
    const change = all.get(key) ?? begun;
    all.set(key, change);
    return change;
  };
  return Object.assign(of, { all });
}

type Changes = ReturnType<typeof createChanges>;

async function writeFound(
  query: Query,
  { seen, urls }: CrawlTables,
  { found }: Batch,
  changes: Changes,
): Promise<void> {
  if (found.length === 0) return;
  const input = [
    found.map(({ host }) => hostKey(host)),
    found.map(({ url }) => urlKey(url)),
    found.map(({ value }) => value),
    found.map(({ place }) => place),
    found.map(({ entry }) => entry),
  ];
  const columns = `SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::float8[], $4::bigint[], $5::text[])
    AS i (host, hash, value, place, entry)`;
  const added = await query(
    `WITH input AS (${columns}),
     fresh AS (INSERT INTO ${seen} SELECT host, hash FROM input ON CONFLICT DO NOTHING RETURNING host, hash)
     INSERT INTO ${urls} (host, hash, value, place, entry)
       SELECT input.* FROM input JOIN fresh USING (host, hash) RETURNING host, value`,
    input,
  );
  const raised =
    added.length === found.length
      ? []
      : await query(
          `UPDATE ${urls} u SET value = i.value, entry = i.entry FROM (${columns}) i
             WHERE u.host = i.host AND u.hash = i.hash AND u.value < i.value RETURNING u.host, u.value`,
          input,
        );
  for (const row of added) changes(String(row['host'])).queued += 1;
  for (const row of [...added, ...raised]) {
    const change = changes(String(row['host']));
    change.best = Math.max(change.best, Number(row['value']));
  }
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
  for (const row of rows) changes(String(row['host'])).queued -= 1;
  for (const { host, fetched } of ended) if (fetched) changes(hostKey(host)).pages += 1;
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
    `WITH counted AS (UPDATE sfwc.workers SET fetched = fetched + $4 WHERE id = $1)
     INSERT INTO ${table} (worker, sequence, event) SELECT $1::integer, * FROM unnest($2::bigint[], $3::text[])`,
    [
      worker,
      events.map(({ sequence }) => sequence),
      events.map(({ event }) => event),
      events.filter(({ fetched }) => fetched).length,
    ],
  );
}

async function writeChanges(query: Query, { hosts }: CrawlTables, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await query(
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

import type { Command, TakenAction } from '../../model/steering.js';
import type { Query, Row } from './database.js';

/** Actions that are read at a time. */
const MAX_READ = 1000;

/** Something that was asked of a crawl: as it was asked, or with what it did once a worker has taken it. */
export interface AskedAction {
  readonly place: number;
  readonly action: Command | TakenAction;
}

/** Sends a command to a crawl: one of its workers receives it, and all apply it. The same command counts once. */
export async function askAction(query: Query, crawl: number, command: Command): Promise<void> {
  // Locks the crawl, so that places follow each other as they are committed.
  await query('UPDATE sfwc.crawls SET asked = asked + 1 WHERE id = $1', [crawl]);
  await query(
    `INSERT INTO sfwc.actions (crawl, place, id, command)
       SELECT $1, coalesce(max(place), 0) + 1, $2, $3 FROM sfwc.actions WHERE crawl = $1 ON CONFLICT DO NOTHING`,
    [crawl, command.id, JSON.stringify(command)],
  );
}

/** Keeps what an action did, unless another worker has taken it meanwhile. */
export async function noteTaken(
  query: Query,
  crawl: number,
  worker: number,
  taken: TakenAction,
): Promise<void> {
  await query('UPDATE sfwc.crawls SET asked = asked + 1 WHERE id = $1', [crawl]);
  await query(
    'UPDATE sfwc.actions SET taken = $4 WHERE crawl = $1 AND id = $2 AND worker = $3 AND taken IS NULL',
    [crawl, taken.id, worker, JSON.stringify({ ...taken, worker })],
  );
}

/** All actions that were taken, in their order. */
export async function readTaken(query: Query, crawl: number): Promise<readonly TakenAction[]> {
  const rows = await query(
    'SELECT place, taken, command FROM sfwc.actions WHERE crawl = $1 AND taken IS NOT NULL ORDER BY place',
    [crawl],
  );
  return rows.map((row) => askedAction(row).action as TakenAction);
}

/** Outcome of one action; undefined until a worker has taken it. */
export async function findTaken(query: Query, crawl: number, id: string): Promise<TakenAction | undefined> {
  const [row] = await query(
    'SELECT place, taken, command FROM sfwc.actions WHERE crawl = $1 AND id = $2 AND taken IS NOT NULL',
    [crawl, id],
  );
  return row && (askedAction(row).action as TakenAction);
}

/**
 * The next actions that a worker is to take up, in their order: those that were taken, and then those that it takes itself.
 * None comes before all earlier ones are taken, so that every worker takes them up in the same order.
 * @param after place of the last one that the worker has taken up
 * @returns also whether there are more, which another worker is taking
 */
export async function nextActions(
  query: Query,
  crawl: number,
  worker: number,
  after: number,
): Promise<{ readonly actions: readonly AskedAction[]; readonly isAll: boolean }> {
  await query('SELECT id FROM sfwc.crawls WHERE id = $1 FOR NO KEY UPDATE', [crawl]);
  const rows = await query(
    `SELECT a.place, a.command, a.taken, a.worker IS NOT NULL AND a.worker <> $2 AND a.taken IS NULL
         AND w.ended IS NULL AND w.deadline > clock_timestamp() AS elsewhere
       FROM sfwc.actions a LEFT JOIN sfwc.workers w ON w.id = a.worker
       WHERE a.crawl = $1 AND a.place > $3 ORDER BY a.place LIMIT ${MAX_READ}`,
    [crawl, worker, after],
  );
  const end = rows.findIndex((row) => row['elsewhere'] === true);
  const mine = end < 0 ? rows : rows.slice(0, end);
  const claimed = mine.filter((row) => row['taken'] === null).map((row) => row['place']);
  if (claimed.length > 0)
    await query(
      'UPDATE sfwc.actions SET worker = $2 WHERE crawl = $1 AND place = ANY ($3::bigint[]) AND taken IS NULL',
      [crawl, worker, claimed],
    );
  return { actions: mine.map(askedAction), isAll: mine.length === rows.length && rows.length < MAX_READ };
}

function askedAction(row: Row): AskedAction {
  const { taken, command } = row;
  const action = JSON.parse(String(taken ?? command)) as Command | TakenAction;
  return { place: Number(row['place']), action };
}

import type { CrawlDatabase, Statement } from '../store/crawl-database.js';

/** The statements of a frontier on disk; the tables are explained in `crawl-database.ts`. */
const STATEMENTS = {
  know: 'INSERT OR IGNORE INTO known (host, hash, place) VALUES (?, ?, ?)',
  /** Of many at once, as JSON; gives the places of those that were new. */
  knowAll: `INSERT OR IGNORE INTO known (host, hash, place)
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true RETURNING place`,
  unknow: 'DELETE FROM known WHERE host = ? AND hash = ?',
  find: 'SELECT place FROM known WHERE host = ? AND hash = ?',
  end: 'UPDATE known SET place = ? WHERE host = ? AND hash = ?',
  queueAll: `INSERT INTO urls (place, host, value, entry)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
  queued: 'SELECT place, entry FROM urls WHERE leased = 0 AND place > ? ORDER BY place LIMIT ?',
  entry: 'SELECT entry FROM urls WHERE place = ?',
  revalue: 'UPDATE urls SET value = ?, entry = ? WHERE place = ?',
  lease: 'UPDATE urls SET leased = 1 WHERE place = ? RETURNING entry',
  giveBack: 'UPDATE urls SET leased = 0 WHERE place = ?',
  drop: 'DELETE FROM urls WHERE place = ?',
  leased: 'SELECT urls.place, hosts.name FROM urls JOIN hosts ON hosts.id = urls.host WHERE leased = 1',
  wakeAll: 'UPDATE hosts SET held = 0 WHERE held = 1',
  claim: 'INSERT INTO claims (host, hash, place) VALUES (?, ?, ?)',
  endClaims: 'DELETE FROM claims WHERE place = ?',
  clearClaims: 'DELETE FROM claims',
  dropClaimed: 'DELETE FROM known WHERE (host, hash) IN (SELECT host, hash FROM claims)',
} as const;

export type FrontierStatements = Readonly<Record<keyof typeof STATEMENTS, Statement>>;

export function frontierStatements(database: CrawlDatabase): FrontierStatements {
  const prepared = Object.entries(STATEMENTS).map(([name, sql]) => [name, database.prepare(sql)]);
  return Object.fromEntries(prepared) as FrontierStatements;
}

import type { CrawlDatabase } from '../store/crawl-database.js';
import { createKnownUrls, ENDED, type KnownUrls } from './known-urls.js';

/** Rows that are read at a time. */
const ROWS = 10_000;

/**
 * The URLs that a crawl knows, all of them in memory up to a bound, so that a page whose links are known costs no query.
 * Those beyond it are looked up in the database; their index is made when the first of them comes.
 *
 * @param bound URLs in memory at most, some 20 bytes each
 */
export function openKnownUrls(database: CrawlDatabase, bound: number): Omit<KnownUrls, 'size'> {
  const queued = database.prepare('SELECT hash, place FROM urls WHERE place > ? ORDER BY place LIMIT ?');
  const ended = database.prepare('SELECT hash, rowid FROM ended WHERE rowid > ? ORDER BY rowid LIMIT ?');
  /** Undefined while all are in memory. */
  let lookUp: ((hash: number) => number | undefined) | undefined;
  let memory = read();
  database.onUndone(() => (memory = read()));

  function read(): KnownUrls {
    const known = createKnownUrls();
    lookUp = undefined;
    for (const [select, placeOf] of [
      [queued, (place: number) => place],
      [ended, () => ENDED],
    ] as const)
      for (let rows = select.all(-1, ROWS); rows.length > 0; rows = select.all(rows.at(-1)?.[1] ?? 0, ROWS))
        for (const [hash, at] of rows) add(known, Number(hash), placeOf(Number(at)));
    return known;
  }

  function add(known: KnownUrls, hash: number, place: number): void {
    if (known.size < bound || known.get(hash) !== undefined) known.set(hash, place);
    else lookUp ??= lookUpIn(database);
  }

  return {
    get: (hash) => memory.get(hash) ?? lookUp?.(hash),
    set: (hash, place) => add(memory, hash, place),
    delete: (hash) => memory.delete(hash),
  };
}

function lookUpIn(database: CrawlDatabase): (hash: number) => number | undefined {
  database.prepare('CREATE INDEX IF NOT EXISTS urls_by_hash ON urls (hash)').run();
  database.prepare('CREATE INDEX IF NOT EXISTS ended_by_hash ON ended (hash)').run();
  const find = database.prepare(
    `SELECT place FROM urls WHERE hash = ?1 UNION ALL SELECT ${ENDED} FROM ended WHERE hash = ?1 LIMIT 1`,
  );
  return (hash) => {
    const row = find.first(hash);
    return row === undefined ? undefined : Number(row[0]);
  };
}

import type { LinkPriority } from '../../model/crawl.js';
import { without } from '../../support/without.js';
import type { Heard } from '../engine/crawl-types.js';
import { fact, type CrawlDatabase } from './crawl-database.js';

/** A snapshot is taken after that many events at least, and after that many at most. */
const LEAST_HEARD = 50;
const MOST_HEARD = 500;
/** URLs of which what is kept is read at a time. */
const KEPT_BATCH = 1000;

/** What a strategy needs to go on where it was. */
export interface RememberedStrategy {
  /** The strategy's last snapshot, what belongs to it, by URL, and what it observed after it, in order. */
  readonly snapshot: () => unknown;
  readonly kept: () => Iterable<readonly [url: string, kept: Uint8Array]>;
  readonly heard: () => Iterable<Heard>;
}

/** The memory of a strategy in the database of a crawl. */
export interface StrategyMemory {
  /** Keeps what the strategy observed until its next snapshot, and takes that where it is due. */
  readonly hear: (heard: Heard) => void;
  readonly remembered: RememberedStrategy;
}

/** @param priority what takes snapshots; where it takes none, or is left out, nothing is kept */
export function openStrategyMemory(
  database: CrawlDatabase,
  priority: LinkPriority | undefined,
): StrategyMemory {
  const apart = { apart: true };
  const setSnapshot = database.prepare(
    "INSERT OR REPLACE INTO facts (name, value) VALUES ('snapshot', ?)",
    apart,
  );
  const addHeard = database.prepare('INSERT INTO heard (sequence, record, body) VALUES (?, ?, ?)', apart);
  const nextHeard = database.prepare(
    'SELECT sequence, record, body FROM heard WHERE sequence > ? ORDER BY sequence LIMIT 1',
  );
  const dropHeard = database.prepare('DELETE FROM heard', apart);
  const sums = database.prepare(
    'SELECT count(*), ifnull(sum(length(record) + ifnull(length(body), 0)), 0) FROM heard',
  );
  const [count, bytes] = sums.first() as [number, number];
  const since = { count, bytes, snapshot: JSON.stringify(fact(database, 'snapshot') ?? null).length };

  const keep = database.prepare(
    'INSERT INTO kept (url, bytes) VALUES (?, ?) ON CONFLICT (url) DO UPDATE SET bytes = excluded.bytes',
    apart,
  );
  const dropKept = database.prepare('DELETE FROM kept WHERE url = ?', apart);
  const nextKept = database.prepare(
    'SELECT place, url, bytes FROM kept WHERE place > ? ORDER BY place LIMIT ?',
    apart,
  );

  function takeSnapshot(from: LinkPriority): number {
    const snapshot = JSON.stringify(from.snapshot?.());
    setSnapshot.run(snapshot);
    let { length } = snapshot;
    for (const [url, bytes] of from.changes?.() ?? []) {
      if (bytes === undefined) dropKept.run(url);
      else keep.run(url, bytes);
      length += bytes?.length ?? 0;
    }
    dropHeard.run();
    return length;
  }

  function hear({ body, ...heard }: Heard): void {
    if (priority?.snapshot === undefined) return;
    const record = without(heard, 'page');
    const text = JSON.stringify(record);
    addHeard.run(heard.event.sequence, text, body ?? null);
    since.count += 1;
    since.bytes += text.length + (body?.length ?? 0);
    // This way snapshots cost no more than the observations.
    const due = since.count >= LEAST_HEARD && since.bytes >= since.snapshot;
    if (!due && since.count < MOST_HEARD) return;
    Object.assign(since, { count: 0, bytes: 0, snapshot: takeSnapshot(priority) });
  }

  const remembered: RememberedStrategy = {
    snapshot: () => fact(database, 'snapshot'),
    *kept() {
      let rows = nextKept.all(-1, KEPT_BATCH);
      for (; rows.length > 0; rows = nextKept.all(rows.at(-1)?.[0] ?? 0, KEPT_BATCH))
        for (const [, url, bytes] of rows) yield [String(url), new Uint8Array(bytes as Uint8Array)];
    },
    *heard() {
      for (let row = nextHeard.first(0); row !== undefined; row = nextHeard.first(row[0] ?? 0)) {
        const [, record, body] = row as [number, string, Uint8Array | ArrayBuffer | null];
        const heard = JSON.parse(record) as Heard;
        yield body === null ? heard : { ...heard, body: new Uint8Array(body) };
      }
    },
  };
  return { hear, remembered };
}

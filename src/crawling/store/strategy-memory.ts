import type { LinkPriority } from '../../model/crawl-event.js';
import { piecesOf } from '../../support/text/cut-text.js';
import { without } from '../../support/without.js';
import type { Observation } from '../engine/crawl-types.js';
import { z } from 'zod';
import { observationSchema, storedValue } from './stored-value.js';
import type { CrawlDatabase, Statement } from './crawl-database.js';

/** A snapshot is taken after that many events at least, and after that many at most. */
const MIN_HEARD = 50;
const MAX_HEARD = 1000;
/** Bytes of observations per byte of a snapshot before the next one: it costs less than they do. */
const HEARD_PER_SNAPSHOT = 2;
/**
 * Code units of a snapshot that are written at once. Snapshots grow with the crawl to several megabytes. Written whole, each
 * would need a copy a little larger than the last. Where something else lies behind the heap, so that glibc cannot extend it,
 * no such copy fits where the last one was: memory grew by 10 MB for every 1,000 pages.
 */
const PIECE = 100_000;
/** URLs of which what is kept is read at a time. */
const KEPT_BATCH = 1000;

const NEXT_HEARD = 'SELECT sequence, record, body FROM heard WHERE sequence > ? ORDER BY sequence LIMIT 1';

/** State that a strategy needs to continue where it was. */
export interface RememberedStrategy {
  /** The strategy's last snapshot, what belongs to it, by URL, and what it observed after it, in order. */
  readonly snapshot: () => unknown;
  readonly kept: () => Iterable<readonly [url: string, kept: unknown]>;
  readonly heard: () => Iterable<Observation>;
}

/** The memory of a strategy in the database of a crawl. */
export interface StrategyMemory {
  /** Keeps what the strategy observed until its next snapshot, and takes that where it is due. */
  readonly hear: (heard: Observation) => void;
  readonly remembered: RememberedStrategy;
}

/** @param priority what takes snapshots; where it takes none, or is left out, nothing is kept */
export function openStrategyMemory(
  database: CrawlDatabase,
  priority: LinkPriority | undefined,
): StrategyMemory {
  const pieces = openPieces(database);
  const kept = openKept(database);
  const add = database.prepare('INSERT INTO heard (sequence, record, body) VALUES (?, ?, ?)');
  const dropHeard = database.prepare('DELETE FROM heard');
  const sums = database.prepare(
    'SELECT count(*), ifnull(sum(length(record) + ifnull(length(body), 0)), 0) FROM heard',
  );
  const [count, bytes] = sums.first() as [number, number];
  const since = { count, bytes, snapshot: pieces.length() };

  function takeSnapshot(from: LinkPriority): number {
    const length = pieces.write(JSON.stringify(from.snapshot?.())) + kept.change(from.changes?.() ?? []);
    dropHeard.run();
    return length;
  }

  function hear({ body, ...heard }: Observation): void {
    if (priority?.snapshot === undefined) return;
    const record = without(heard, 'page');
    const text = JSON.stringify(record);
    add.run(heard.event.sequence, text, body ?? null);
    since.count += 1;
    since.bytes += text.length + (body?.length ?? 0);
    const due = since.count >= MIN_HEARD && since.bytes >= HEARD_PER_SNAPSHOT * since.snapshot;
    if (!due && since.count < MAX_HEARD) return;
    Object.assign(since, { count: 0, bytes: 0, snapshot: takeSnapshot(priority) });
  }

  const next = database.prepare(NEXT_HEARD);
  return {
    hear,
    remembered: { snapshot: pieces.read, kept: kept.read, heard: () => readHeard(next, database.path) },
  };
}

function* readHeard(next: Statement, path: string): Generator<Observation> {
  for (let row = next.first(0); row !== undefined; row = next.first(row[0] ?? 0)) {
    const [, record, body] = row as [number, string, Uint8Array | ArrayBuffer | null];
    const heard = storedValue(path, 'an observation', record, observationSchema) as Observation;
    yield body === null ? heard : { ...heard, body: new Uint8Array(body) };
  }
}

/** The strategy's last snapshot, as JSON. */
interface Pieces {
  readonly length: () => number;
  /** Returns its length. */
  readonly write: (json: string) => number;
  readonly read: () => unknown;
}

function openPieces(database: CrawlDatabase): Pieces {
  const drop = database.prepare('DELETE FROM snapshot');
  const add = database.prepare('INSERT INTO snapshot (json) VALUES (?)');
  const next = database.prepare('SELECT piece, json FROM snapshot WHERE piece > ? ORDER BY piece LIMIT 1');
  const length = database.prepare('SELECT ifnull(sum(length(json)), 0) FROM snapshot');
  return {
    length: () => Number(length.first()?.[0]),
    write(json) {
      drop.run();
      for (const piece of piecesOf(json, PIECE)) add.run(piece);
      return json.length;
    },
    read() {
      let json = '';
      for (let row = next.first(0); row !== undefined; row = next.first(row[0] ?? 0)) json += String(row[1]);
      return json === ''
        ? undefined
        : storedValue(database.path, 'a snapshot of the strategy', json, z.unknown());
    },
  };
}

/** Rows of the last snapshot, by URL. */
interface Kept {
  /** Returns the length of what it wrote. @param changes undefined for what is dropped */
  readonly change: (changes: Iterable<readonly [url: string, value: unknown]>) => number;
  readonly read: () => Iterable<readonly [url: string, value: unknown]>;
}

function openKept(database: CrawlDatabase): Kept {
  const keep = database.prepare(
    'INSERT INTO kept (url, value) VALUES (?, ?) ON CONFLICT (url) DO UPDATE SET value = excluded.value',
  );
  const drop = database.prepare('DELETE FROM kept WHERE url = ?');
  const next = database.prepare('SELECT place, url, value FROM kept WHERE place > ? ORDER BY place LIMIT ?');
  return {
    change(changes) {
      let written = 0;
      for (const [url, value] of changes) {
        const json = value === undefined ? '' : JSON.stringify(value);
        if (value === undefined) drop.run(url);
        else keep.run(url, json);
        written += json.length;
      }
      return written;
    },
    *read() {
      let rows = next.all(-1, KEPT_BATCH);
      for (; rows.length > 0; rows = next.all(rows.at(-1)?.[0] ?? 0, KEPT_BATCH))
        for (const [, url, json] of rows)
          yield [String(url), storedValue(database.path, 'what a strategy keeps', json, z.unknown())];
    },
  };
}
